import type { Simulation } from "drape";
import type { EditCommand, Post, VertexPair } from "../protocol.ts";

/** What a person does to the cloth of the worker's simulation, and the states kept for the way back. */
export interface Edits {
  /** While the cloth moves, a large one comes apart some steps after it was cut: no step then takes long. */
  perform(command: EditCommand, simulation: Simulation, isMoving?: boolean): void;
  /** Tells the page of pins and cuts where they have changed: by a command, by the scene, or by going back. */
  report(simulation: Simulation): void;
  /** Another scene: nothing is edited and nothing kept. */
  clear(): void;
}

interface Kept {
  readonly snapshot: ReturnType<Simulation["snapshot"]>;
  readonly cuts: readonly VertexPair[];
}

export function createEdits(post: Post): Edits {
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
      switch (command.type) {
        case "pin":
          return simulation.edit.pin(command.vertex);
        case "unpin":
          return simulation.edit.unpin(command.vertex);
        case "cut":
          return cut(command.edges, simulation, isMoving);
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
      if (words === reported) return;
      reported = words;
      post({ type: "edits", pinned, edits: { pins, cuts } });
    },
    clear() {
      kept.clear();
      cuts = [];
      reported = "";
    },
  };
}
