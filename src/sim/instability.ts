import { NumericalError } from "../core/errors.ts";
import type { StepContext } from "../core/step-context.ts";
import type { Run } from "./run.ts";

/** Why a step was taken back whose numbers are none, or too large to be told. */
export function instability(run: Run): NumericalError {
  return failure(run, "a value is not finite or beyond 1e9");
}

/** Why a step was taken back in which more triangles came near each other than can be looked at; `isProposed`: on the way to the proposal. */
export function crowding(run: Run, isProposed: boolean): NumericalError {
  const { context, revision } = run.rig;
  const { fastest, way, size } = measureWays(context);
  if (isProposed && !(way <= size)) {
    const vertex = revision.sceneIndex[fastest];
    const speed = `${round(way / context.h)} m/s against the rest`;
    return failure(run, `the cloth flies apart, vertex ${vertex} at ${speed}, ${round(way)} m in one step`);
  }
  const advice = "Try less thickness (collision.thickness), fewer layers in one place, or a coarser mesh.";
  return told(run, "met too much", "too many triangles come near each other", advice);
}

/** With what may help, but for the method that has just failed. */
function failure(run: Run, reason: string): NumericalError {
  const other = run.setup.method.name === "implicit-euler" ? " or softer springs" : ", softer springs, or the method implicit-euler";
  return told(run, "became unstable", reason, `Try a smaller timestep than ${round(run.rig.context.h)} s${other}.`);
}

function told({ setup, rig: { context } }: Run, event: string, reason: string, advice: string): NumericalError {
  const { state, h } = context;
  const step = state.steps + 1;
  const time = state.time + h;
  const where = `step ${step} (t = ${round(time)} s)`;
  return new NumericalError(
    `${setup.method.name} ${event} at ${where}: ${reason}; the state of step ${state.steps} is kept. ${advice}`,
    step,
    time,
  );
}

/**
 * The particle that goes furthest from where the mean way would take it, how far [m], and the size of the cloth before: the mean distance of particles
 * from their middle, which a few far ones do not change much [m].
 */
function measureWays({ state: { x }, next }: StepContext): { readonly fastest: number; readonly way: number; readonly size: number } {
  const count = x.length / 3;
  const middle = [0, 0, 0];
  const mean = [0, 0, 0];
  for (let c = 0; c < x.length; c++) {
    middle[c % 3] += x[c] / count;
    mean[c % 3] += (next.x[c] - x[c]) / count;
  }
  let fastest = 0;
  let way = 0;
  let size = 0;
  for (let i = 0; i < x.length; i += 3) {
    let away = 0;
    let distance = 0;
    for (let c = 0; c < 3; c++) {
      away += square(next.x[i + c] - x[i + c] - mean[c]);
      distance += square(x[i + c] - middle[c]);
    }
    size += Math.sqrt(distance) / count;
    if (Math.sqrt(away) <= way) continue;
    way = Math.sqrt(away);
    fastest = i / 3;
  }
  return { fastest, way, size };
}

function square(value: number): number {
  return value * value;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
