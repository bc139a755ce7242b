import type { Simulation } from "drape";
import type { EditCommand, VertexPair } from "../commands.ts";
import type { Attended } from "./questions.ts";
import { findVertexOrder } from "./vertex-order.ts";

/** What a person does to the cloth of a simulation, and the states kept for the way back. */
export interface Edits {
  /** While the cloth moves, a large one comes apart some steps after it was cut: no step then takes long. */
  perform(command: EditCommand, simulation: Simulation, isMoving?: boolean): void;
  /** Pins and cuts, where they have changed since they were last told: by a command, by the scene, or by going back. */
  report(simulation: Simulation): Attended["edits"];
  /** Another scene: nothing is edited and nothing kept. */
  clear(): void;
}

interface Kept {
  readonly snapshot: ReturnType<Simulation["snapshot"]>;
  readonly cuts: readonly VertexPair[];
}

export function createEdits(): Edits {
  const kept = new Map<number, Kept>();
  /** By hand, in the numbering of the uncut scene. */
  let cuts: readonly VertexPair[] = [];
  let reported = "";

  function keep(mark: number, simulation: Simulation): void {
    kept.set(mark, { snapshot: simulation.snapshot(), cuts });
  }

  function cut(edges: readonly VertexPair[], simulation: Simulation, gradually: boolean): void {
    const { origin } = simulation;
    const added = edges.map(([a, b]): VertexPair => [origin[a], origin[b]]);
    simulation.edit.cut(edges, { gradually });
    cuts = [...cuts, ...added];
  }

  function goBack(mark: number, simulation: Simulation): void {
    const state = kept.get(mark);
    if (state === undefined) throw new Error("This step back is no longer kept.");
    simulation.restore(state.snapshot);
    simulation.setJet(undefined);
    cuts = state.cuts;
  }

  return {
    perform(command, simulation, isMoving = false) {
      const { toSimulation } = findVertexOrder(simulation);
      switch (command.type) {
        case "pin":
          return simulation.edit.pin(toSimulation(command.vertex));
        case "unpin":
          return simulation.edit.unpin(toSimulation(command.vertex));
        case "cut": {
          const edges = command.edges.map(([a, b]): VertexPair => [toSimulation(a), toSimulation(b)]);
          return cut(edges, simulation, isMoving);
        }
        case "blow":
          return simulation.setJet(command.jet ?? undefined);
        case "throw":
          return simulation.bodies.throwBall({ ...command.ball, until: simulation.time + command.seconds });
        case "edit": {
          const pins = new Set(command.edits.pins);
          for (const vertex of simulation.edit.pinnedVertices()) if (!pins.delete(vertex)) simulation.edit.unpin(vertex);
          for (const vertex of pins) simulation.edit.pin(vertex);
          if (command.edits.cuts.length > 0) cut(command.edits.cuts, simulation, false);
          return;
        }
        case "mark":
          return keep(command.mark, simulation);
        case "return":
          keep(command.keep, simulation);
          return goBack(command.mark, simulation);
        case "forget":
          for (const mark of command.marks) kept.delete(mark);
      }
    },
    report(simulation) {
      if (simulation.revision === 0 && !simulation.edit.isBeingCut) cuts = []; // back at a start that nobody has touched
      const pinned = simulation.edit.pinnedVertices();
      const pins = [...new Set(Array.from(pinned, (vertex) => simulation.origin[vertex]))];
      const words = JSON.stringify([Array.from(pinned), cuts]);
      if (words === reported) return undefined;
      reported = words;
      const { toPage } = findVertexOrder(simulation);
      return { pinned: pinned.map(toPage), edits: { pins, cuts } };
    },
    clear() {
      kept.clear();
      cuts = [];
      reported = "";
    },
  };
}
