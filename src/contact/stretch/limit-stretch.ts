import type { StepContext } from "../../core/step-context.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Floors } from "./floors.ts";
import { createStretchLimit } from "./stretch-limit.ts";

/** The limit of stretch on the proposal of a step: positions are shortened, and velocities change as the average ones did. */
export interface StretchStage {
  /** True where it moved particles, each of which `onMove` is told of. `findFloors` finds where bodies keep particles that are now to be moved. */
  shorten(step: StepContext, onMove: (i: number) => void, findFloors?: FindFloors): boolean;
  /** How many threads of the proposal are longer than they may be. */
  count(step: StepContext): number;
  /** By what part a thread of the proposal is longer than it may be, at most. */
  excess(step: StepContext): number;
}

/** Finds the floors of particles that go from xs to xe in h seconds, of those with an inverse mass. */
export type FindFloors = (xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number) => Floors;

/** Keeps particles of a proposal elsewhere, whatever threads say, and tells which it moves. */
export type Tether = (step: StepContext, moved: (i: number) => void) => void;

/** Undefined where no fabric has a limit. `tether` has its say on what was shortened. */
export function createStretchStage(cloth: Cloth, tether?: Tether): StretchStage | undefined {
  const limit = createStretchLimit(cloth);
  if (limit === undefined) return undefined;
  const inverse = cloth.mass.map((m) => 1 / m);
  const inverseMass = inverse.slice();
  return {
    shorten(step, onMove, findFloors) {
      const { state, next, pins, h } = step;
      if (limit.count(next.x) === 0) return false;
      for (let k = 0; k < pins.count; k++) inverseMass[pins.indices[k]] = 0;
      const isShorter = limit.shorten(state.x, next.x, inverseMass, h, findFloors?.(state.x, next.x, inverseMass, h));
      for (let k = 0; k < pins.count; k++) inverseMass[pins.indices[k]] = inverse[pins.indices[k]];
      const { moved, movedCount, before } = limit;
      for (let m = 0; m < movedCount; m++) {
        const i = moved[m];
        for (let c = 0; c < 3; c++) next.v[3 * i + c] += (next.x[3 * i + c] - before[3 * m + c]) / h;
        onMove(i);
      }
      if (isShorter) tether?.(step, onMove);
      return isShorter;
    },
    count: ({ next }) => limit.count(next.x),
    excess: ({ next }) => limit.excess(next.x),
  };
}
