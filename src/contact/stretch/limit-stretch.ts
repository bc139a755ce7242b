import type { StepContext } from "../../core/step-context.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Floors } from "./floors.ts";
import { createStretchLimit, type StretchLimit } from "./stretch-limit.ts";

/** The limit of stretch on the proposal of a step: positions are shortened, and velocities change as the average ones did. */
export interface StretchStage {
  /** Shortens the proposal of the method; tells of each particle that is moved. */
  begin(step: StepContext, onMove: (i: number) => void): void;
  /** Shortens what has become of it since; true where that moved particles. `findFloors` finds where bodies keep particles that are now to be moved. */
  shorten(step: StepContext, onMove: (i: number) => void, findFloors?: FindFloors): boolean;
  /** How many threads of the proposal are longer than they may be. */
  count(step: StepContext): number;
  readonly limit: StretchLimit;
}

/** Finds the floors of particles that go from xs to xe in h seconds, of those with an inverse mass. */
export type FindFloors = (xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number) => Floors;

/** Keeps particles of a proposal elsewhere, whatever threads say, and tells which it moves. */
export type Tether = (step: StepContext, moved: (i: number) => void) => void;

/** Undefined where no fabric has a limit. `tether` has its say on what was shortened. */
export function createStretchStage(cloth: Cloth, tether?: Tether): StretchStage | undefined {
  const limit = createStretchLimit(cloth);
  return limit && stageOf(limit, cloth, tether);
}

function stageOf(limit: StretchLimit, cloth: Cloth, tether: Tether | undefined): StretchStage {
  const inverse = cloth.mass.map((m) => 1 / m);
  const inverseMass = inverse.slice();

  function shorten(step: StepContext, onMove: (i: number) => void, findFloors?: FindFloors): boolean {
    const { state, next, pins, h } = step;
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
  }

  return {
    begin(step, onMove) {
      limit.begin(step.next.x);
      shorten(step, onMove);
    },
    shorten,
    count: ({ next }) => limit.count(next.x),
    limit,
  };
}
