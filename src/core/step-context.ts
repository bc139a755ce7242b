import type { BodyMotion } from "./body-motion.ts";
import type { Pins } from "./constraints.ts";
import type { Proposal, State } from "./state.ts";

/** Where a step starts from, as a method sees it. */
export interface Departure {
  /** Positions [m]: those of the state, or those of the state with Baraff's position correction added (src/contact/contact.ts). */
  x: Float64Array;
  /** Velocities [m/s]: those of the state, with the ones that drive and contact prescribe for this step in their place. */
  readonly v: Float64Array;
  /** Time [s]. */
  time: number;
}

/**
 * One step, from its beginning to its end. Drive and contact write `from` and `pins`, the method writes `next`, contact corrects `next`, and
 * `advance` alone writes `state`. It is one object for all steps of a rig: a number read from it needs no box on V8's heap, as one handed
 * from call to call would.
 */
export interface StepContext {
  /** The length of the step [s]. */
  h: number;
  /** The state at the start of the step. */
  readonly state: State;
  readonly from: Departure;
  /** The state at the end of the step as it is proposed. */
  readonly next: Proposal;
  readonly pins: Pins;
  /** The poses of the bodies at both ends of the step. */
  readonly bodies: BodyMotion;
  /**
   * Baraff's y [BaraffWitkin98, sec. 6.3]: how far particles are to be moved in this step besides their motion [m], Δx = h(v + Δv) + y. For a method
   * that takes it (`Method.takesCorrection`); undefined where nothing is to be moved, as in nearly all steps.
   */
  correction: Float64Array | undefined;
  /** Room for `from.x` where that differs from the state's positions; empty where it never does. */
  readonly shifted: Float64Array;
}

/** Arrays are those that `createArray` makes; positions are never shifted where `isShifted` is false. */
export function createStepContext(
  state: State,
  next: Proposal,
  pins: Pins,
  bodies: BodyMotion,
  isShifted: boolean,
  createArray: () => Float64Array = () => new Float64Array(state.x.length),
): StepContext {
  return {
    h: Number.NaN,
    state,
    from: { x: state.x, v: createArray(), time: Number.NaN },
    next,
    pins,
    bodies,
    correction: undefined,
    shifted: isShifted ? createArray() : new Float64Array(0),
  };
}

/** Starts a step of h seconds from the state as it is. `copyArray` may copy faster than `set`. */
export function beginStep(step: StepContext, h: number, copyArray?: (from: Float64Array, to: Float64Array) => void): void {
  const { state, from, next } = step;
  next.isSound = false;
  step.h = h;
  from.x = state.x;
  from.time = state.time;
  if (copyArray === undefined) from.v.set(state.v);
  else copyArray(state.v, from.v);
}
