import { NumericalError } from "../core/errors.ts";
import type { StepContext } from "../core/step-context.ts";
import type { Run } from "./run.ts";

/** Beyond this many times its own size in one step, cloth flies apart. */
const APART = 1;

/** Why a step was taken back whose numbers are none, or too large to be told. */
export function instability(run: Run): NumericalError {
  return failure(run, "a value is not finite or beyond 1e9", gentlerWays(run));
}

/** Why a step was taken back in which more triangles came near each other than can be looked at; `isProposed`: on the way to the proposal. */
export function crowding(run: Run, isProposed: boolean): NumericalError {
  const { context, revision } = run.rig;
  const { fastest, way, size } = measureWays(context);
  if (isProposed && !(way <= APART * size)) {
    const vertex = revision.sceneIndex[fastest];
    const speed = `${round(way / context.h)} m/s against the rest`;
    return failure(run, `the cloth flies apart, vertex ${vertex} at ${speed}, ${round(way)} m in one step`, gentlerWays(run));
  }
  const advice = "Try less thickness (collision.thickness), fewer layers in one place, or a coarser mesh.";
  return failure(run, "too many triangles come near each other in one step", advice);
}

/** What may help, but for the method that has just failed. */
function gentlerWays({ setup: { method }, rig: { context } }: Run): string {
  const other = method.name === "implicit-euler" ? " or softer springs" : ", softer springs, or the method implicit-euler";
  return `Try a smaller timestep than ${round(context.h)} s${other}.`;
}

function failure({ setup, rig: { context } }: Run, reason: string, advice: string): NumericalError {
  const { state, h } = context;
  const step = state.steps + 1;
  const time = state.time + h;
  const kept = `the state of step ${state.steps} is kept`;
  return new NumericalError(
    `${setup.method.name} became unstable at step ${step} (t = ${round(time)} s): ${reason}; ${kept}. ${advice}`,
    step,
    time,
  );
}

/** The particle that goes furthest from where the mean way would take it, how far [m], and the largest extent of the cloth before [m]. */
function measureWays({ state: { x }, next }: StepContext): { readonly fastest: number; readonly way: number; readonly size: number } {
  const mean = [0, 0, 0];
  let size = 0;
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = c; i < x.length; i += 3) {
      low = Math.min(low, x[i]);
      high = Math.max(high, x[i]);
      mean[c] += (3 * (next.x[i] - x[i])) / x.length;
    }
    size = Math.max(size, high - low);
  }
  let fastest = 0;
  let largest = 0;
  for (let i = 0; i < x.length; i += 3) {
    let squared = 0;
    for (let c = 0; c < 3; c++) squared += square(next.x[i + c] - x[i + c] - mean[c]);
    if (squared <= largest) continue;
    largest = squared;
    fastest = i / 3;
  }
  return { fastest, way: Math.sqrt(largest), size };
}

function square(value: number): number {
  return value * value;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
