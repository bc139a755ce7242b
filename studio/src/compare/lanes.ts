import type { Scene, SceneInput, SolverInput } from "drape";
import type { SolverChoice } from "../commands.ts";
import type { Lane } from "./lane.ts";
import type { ComparePanel, StepPlan } from "./panels.ts";
import { chooseReference } from "./reference.ts";

/** The simulations behind the pictures: one for each, and the reference, which several may show. */
export interface Lanes {
  readonly running: readonly Lane[];
  readonly reference: Lane | undefined;
  /** Those of the pictures, in their order. */
  readonly shown: readonly Lane[];
  /** Builds the scene anew for every panel. Workers that are there are used again, and those that nobody needs end. */
  load(scene: LoadedScene, panels: readonly ComparePanel[], plan: StepPlan, wantsReference: boolean): void;
  /** Ends the reference, unless it is shown. */
  dropReference(): void;
  close(): void;
}

/** A scene as it is sent to the workers, and checked. */
export interface LoadedScene {
  readonly input: SceneInput;
  readonly scene: Scene;
  readonly meshes: Readonly<Record<string, string | Uint8Array>>;
}

export function createLanes(createLane: () => Lane): Lanes {
  const own: Lane[] = [];
  let shown: Lane[] = [];
  let reference: Lane | undefined;

  function provide(count: number, needsReference: boolean): void {
    for (const lane of own.splice(count)) lane.close();
    while (own.length < count) own.push(createLane());
    if (!needsReference) reference?.close();
    reference = needsReference ? (reference ?? createLane()) : undefined;
  }

  return {
    get running() {
      return reference === undefined ? own : [...own, reference];
    },
    get reference() {
      return reference;
    },
    get shown() {
      return shown;
    },
    load({ input, scene, meshes }, panels, { tick, stepsPerTick }, wantsReference) {
      const methods = panels.filter(({ isReference }) => !isReference);
      provide(methods.length, wantsReference || methods.length < panels.length);
      const load = (lane: Lane, solver: SolverChoice, steps: number): void =>
        lane.load({ ...input, solver: solver as SolverInput, timestep: tick / steps }, meshes, steps);
      const free = own.values();
      shown = panels.map(({ isReference, solver }, n) => {
        if (isReference) return reference as Lane;
        const lane = free.next().value as Lane;
        load(lane, solver, stepsPerTick[n]);
        return lane;
      });
      const accurate = chooseReference(scene);
      if (reference !== undefined) load(reference, accurate.solver, accurate.stepsPerTick);
    },
    dropReference() {
      if (reference !== undefined && !shown.includes(reference)) provide(own.length, false);
    },
    close() {
      provide(0, false);
      shown = [];
    },
  };
}
