import { NumericalError } from "../core/errors.ts";
import { advanceTime, LARGEST_VALUE, type Proposal, type StateArrays } from "../core/state.ts";
import type { StepContext } from "../core/step-context.ts";

/** True when every number of the proposal is finite and at most LARGEST_VALUE. Nothing is clamped before. */
export function isSound({ x, v, isSound: isKnown }: Proposal, arrays?: StateArrays): boolean {
  if (isKnown) return true;
  if (arrays === undefined) return areBounded(x) && areBounded(v);
  const { numbers } = arrays;
  arrays.computeArrayLargest(x);
  const isNear = numbers[0] <= LARGEST_VALUE;
  arrays.computeArrayLargest(v);
  return isNear && numbers[0] <= LARGEST_VALUE;
}

function areBounded(values: Float64Array): boolean {
  for (let c = 0; c < values.length; c++) if (!(Math.abs(values[c]) <= LARGEST_VALUE)) return false;
  return true;
}

/** Commits the proposal: the only place where a step writes the state. The arrays of both change places. */
export function advance({ state, next, h }: StepContext): void {
  const { x, v } = state;
  state.x = next.x;
  state.v = next.v;
  next.x = x;
  next.v = v;
  advanceTime(state, h);
  state.steps++;
}

export function instability(method: string, { state, h }: StepContext): NumericalError {
  const step = state.steps + 1;
  const time = state.time + h;
  return new NumericalError(
    `${method} became unstable at step ${step} (t = ${Number(time.toPrecision(6))} s): a value is not finite or beyond ` +
      `1e9; the state of step ${state.steps} is kept. Try a smaller timestep than ${Number(h.toPrecision(6))} s, softer springs, or the method implicit-euler.`,
    step,
    time,
  );
}
