import { NumericalError, type StepFailure } from "../core/errors.ts";
import type { Run } from "./run.ts";

/** A step was taken back: what failed in it, when, and what may help, but for the method that has just failed. */
export function instability(
  { setup: { method, timestep }, rig: { context, solver } }: Run,
  { event, reason, advice }: StepFailure,
): NumericalError {
  const { state, h } = context;
  const step = state.steps + 1;
  const time = state.time + h;
  // the parts of a step before the one that failed stay
  const kept = solver.divide ? `t = ${round(state.time)} s` : `step ${state.steps}`;
  const other = method.name === "implicit-euler" ? " or softer springs" : ", softer springs, or the method implicit-euler";
  return new NumericalError(
    `${method.name} ${event} at step ${step} (t = ${round(time)} s): ${reason}; the state of ${kept} is kept. ${advice ?? `Try a smaller timestep than ${round(solver.divide ? timestep : h)} s${other}.`}`,
    step,
    time,
  );
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
