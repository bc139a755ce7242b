import type { StepContext } from "../core/step-context.ts";
import type { NearBodies } from "./bodies/near-bodies.ts";
import type { AlterPositions } from "./bodies/position-alteration.ts";
import type { Floors } from "./stretch/floors.ts";
import type { StretchStage } from "./stretch/limit-stretch.ts";
import { createBodyPoints, type PointContacts } from "./surfaces/body-points.ts";

/**
 * Shortens the threads that bodies have stretched, in turns with them: their surfaces are floors of what threads move, and they push again what comes into them all the same, without
 * friction, which gives way. Bodies have the last word. Where that is of no use, cloth is squeezed, and stays as bodies left it at first: turns that get nowhere would shake it for ever.
 * Gives how many particles touch a body in the end; undefined where no thread was too long.
 */
export type DrawTogether = (step: StepContext) => number | undefined;

const ROUNDS = 12;
/** Turns are of use if they leave less than this part of what was too much. */
const USE = 0.95;

export function createDrawing(
  stretch: StretchStage,
  near: NearBodies,
  alterPositions: AlterPositions,
  unstick: (i: number) => void,
): DrawTogether {
  const particleCount = near.cloth.mass.length;
  let points: PointContacts | undefined;
  let everyone = new Uint8Array(0);
  /** Positions and velocities as bodies left them at first. */
  let altered = new Float64Array(0);

  function findFloors(xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number): Floors {
    points ??= createBodyPoints(near);
    points.find(xs, xe, inverseMass, h, everyone);
    return points;
  }

  function keep({ next: { x, v } }: StepContext): void {
    if (altered.length === 0) {
      altered = new Float64Array(6 * particleCount);
      everyone = new Uint8Array(particleCount).fill(1);
    }
    altered.set(x);
    altered.set(v, x.length);
  }

  return (step) => {
    const before = stretch.excess(step);
    if (before === 0) return undefined;
    keep(step);
    let count: number | undefined;
    for (let round = 0; round < ROUNDS && stretch.shorten(step, unstick, findFloors); round++) count = alterPositions(step, false);
    if (stretch.excess(step) < USE * before) return count;
    const { x, v } = step.next;
    x.set(altered.subarray(0, x.length));
    v.set(altered.subarray(x.length));
    return undefined;
  };
}
