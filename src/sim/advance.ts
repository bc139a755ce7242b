import { NumericalError } from "../core/errors.ts";
import type { Proposal, State } from "../core/state.ts";
import { advanceTime } from "../core/state.ts";
import type { StateArrays } from "../solvers/method.ts";

/** A position [m] or velocity [m/s] beyond this means that the method has lost the cloth. */
export const LARGEST_VALUE = 1e9;

/** True when every number of the proposal is finite and at most LARGEST_VALUE. Nothing is clamped before. */
export function isSound({ x, v }: Proposal, arrays?: StateArrays): boolean {
  if (arrays === undefined) return areBounded(x) && areBounded(v);
  const { numbers } = arrays;
  arrays.computeArrayLargest(x);
  const isNear = numbers[0] <= LARGEST_VALUE;
  arrays.computeArrayLargest(v);
  return isNear && numbers[0] <= LARGEST_VALUE;
}

/** The sum of squares tells at once that none is too large; only where it does not is every number looked at. */
function areBounded(values: Float64Array): boolean {
  const whole = values.length - (values.length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < whole; k += 4) {
    a += values[k] * values[k];
    b += values[k + 1] * values[k + 1];
    c += values[k + 2] * values[k + 2];
    d += values[k + 3] * values[k + 3];
  }
  for (let k = whole; k < values.length; k++) a += values[k] * values[k];
  if (a + b + c + d <= LARGEST_VALUE * LARGEST_VALUE) return true;
  for (let k = 0; k < values.length; k++) if (!(Math.abs(values[k]) <= LARGEST_VALUE)) return false;
  return true;
}

/** Commits the proposal: the only place where positions change. Its arrays become those of the state, and the other way round. */
export function advance(state: State, next: Proposal, h: number): void {
  const { x, v } = state;
  state.x = next.x;
  state.v = next.v;
  next.x = x;
  next.v = v;
  advanceTime(state, h);
  state.steps++;
}

export function instability(method: string, state: State, h: number): NumericalError {
  const step = state.steps + 1;
  const time = state.time + h;
  return new NumericalError(
    `${method} became unstable at step ${step} (t = ${Number(time.toPrecision(6))} s): a value is not finite or beyond ` +
      `1e9; the state of step ${state.steps} is kept. Try a smaller timestep than ${Number(h.toPrecision(6))} s, softer springs, or the method implicit-euler.`,
    step,
    time,
  );
}
