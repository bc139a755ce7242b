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
