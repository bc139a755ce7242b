/**
 * Everything the next step depends on besides the cloth itself. Positions and velocities are packed x, y, z per particle.
 * A method's own history (x of earlier steps, say) lives in the method and travels in the snapshot.
 */
export interface State {
  /** Positions [m], 3 numbers a particle. Another array after each step. */
  x: Float64Array;
  /** Velocities [m/s], 3 numbers a particle. The same. */
  v: Float64Array;
  /** Time [s], and the rounding error of its sum (so that a hundred steps of 0.01 s end at 1 s). */
  time: number;
  timeCarry: number;
  /** Steps taken since the scene began. */
  steps: number;
}

/** The state at t + h as a solver proposes it; `collide` may correct it before `advance` commits it. */
export interface Proposal {
  x: Float64Array;
  v: Float64Array;
  /** Whether the method knows that no number is beyond LARGEST_VALUE; who changes one afterwards takes that back. */
  isSound: boolean;
}

/** Arrays for state and proposal that a solver need not copy, and what it can do with them. */
export interface StateArrays {
  createArray(): Float64Array;
  /** The largest |a| of any number into numbers[0], Infinity where one is none. */
  computeArrayLargest(a: Float64Array): void;
  readonly numbers: Float64Array;
  /** to = from, of any two arrays: faster than `set` where both are from here. */
  copyArray?(from: Float64Array, to: Float64Array): void;
}

/** A position [m] or velocity [m/s] beyond this means that the method has lost the cloth. */
export const LARGEST_VALUE = 1e9;

export function createState(x: Float64Array, v: Float64Array): State {
  return { x, v, time: 0, timeCarry: 0, steps: 0 };
}

/** In arrays that `createArray` makes, where it is given. */
export function createProposal(
  particleCount: number,
  createArray: () => Float64Array = () => new Float64Array(3 * particleCount),
): Proposal {
  return { x: createArray(), v: createArray(), isSound: false };
}

/** Adds h to the time with Kahan's compensation. */
export function advanceTime(state: State, h: number): void {
  const y = h - state.timeCarry;
  const t = state.time + y;
  state.timeCarry = t - state.time - y;
  state.time = t;
}
