import { type ArraysOf, bits, counts, createPlainArrays, doubles, integers, words } from "../array-table.ts";
import * as at from "../layout/body-places.ts";

/**
 * The arrays of contact with bodies: in the memory of the kernels where there are some, else by themselves (`createBodyArrays`). By
 * particle, three numbers each where it is a vector, unless another thing is named. There are n particles, and room for `most` pairs.
 */
export const listArrays = (n: number, most: number) => ({
  /** The paths of a step (particle-paths): positions at the start [m]; the method may see others, shifted by contact. */
  starts: doubles(at.STARTS, 3 * n),
  /** Positions to which the velocities lead [m], and the distances to them from the starts [m]. */
  predicted: doubles(at.PREDICTED, 3 * n),
  lengths: doubles(at.LENGTHS, n),
  /**
   * The distance from its predicted position within which each particle is expected to end, and the one at which it was last seen to [m].
   */
  allowances: doubles(at.ALLOWANCES, n),
  deviations: doubles(at.DEVIATIONS, n),
  /** 1 for a particle that is held from the start; a method may hold more while it proposes. */
  pinned: bits(at.PINNED, n),
  /** CROWD_SIZE bytes for every CROWD particles that follow each other. */
  crowds: doubles(at.CROWDS, (at.CROWD_SIZE / 8) * Math.ceil(n / at.CROWD)),
  /** By pair of a body and a particle near it (body-search). */
  bodies: words(at.BODIES, most),
  particles: words(at.PARTICLES, most),
  from: doubles(at.FROM, 3 * most),
  phi: doubles(at.PHI, most),
  clearance: doubles(at.CLEARANCE, most),
  /** The ends of proposals, and room for a crowd. */
  ends: doubles(at.ENDS, 3 * n),
  close: doubles(at.CLOSE, (at.CLOSE_SIZE / 8) * (at.CROWD + 1)),
  /** Mass, state at the start of the step, forces and proposal; then the options. */
  mass: doubles(at.MASS, n),
  positions: doubles(at.POSITIONS, 3 * n),
  velocities: doubles(at.VELOCITIES, 3 * n),
  force: doubles(at.FORCES, 3 * n),
  nextX: doubles(at.NEXT_X, 3 * n),
  nextV: doubles(at.NEXT_V, 3 * n),
  held: bits(at.HELD, n),
  options: doubles(at.OPTIONS, at.OPTION_COUNT),
  /** 1 for a particle that the method holds on a body: it ends at `place` [m] with `velocity` [m/s], that of the surface. */
  stuck: bits(at.STUCK, n),
  velocity: doubles(at.SURFACE_VELOCITY, 3 * n),
  place: doubles(at.PLACE, 3 * n),
  /**
   * The body on which a particle slides, −1 where it does not; the normal there; N h/m and |f_t| h/m, the push into it and the drive along
   * it [m/s].
   */
  slidesOn: integers(at.SLIDES_ON, n),
  normal: doubles(at.NORMALS, 3 * n),
  push: doubles(at.PUSH, n),
  drive: doubles(at.DRIVE, n),
  /** The body on which a proposal was to put a particle, −1 where there is none (foresight). */
  foreseenOn: integers(at.FORESEEN_ON, n),
  /**
   * The force by which a body pressed on a particle that slid on it through the last step [N], 0 where it is unknown (pressing); through
   * this step.
   */
  pressing: doubles(at.PRESSING, n),
  nextPressing: doubles(at.NEXT_PRESSING, n),
  /** The force by which bodies pressed on each particle in the last step [N]: for views; no step computes with it. */
  pressForce: doubles(at.PRESS_FORCE, n),
  /**
   * Friction of a particle that slides on, by that force and over its speed: μN/|v_t| [kg/s], 0 for others. For methods that apply
   * friction.
   */
  grip: doubles(at.GRIP, n),
  /**
   * Whether a particle lies on a body, and whether its force is needed; the pairs that lie; by pair, whether a normal is known, and the
   * normal.
   */
  lying: bits(at.LYING, n),
  asked: bits(at.ASKED, n),
  lyingPairs: words(at.LYING_PAIRS, most),
  isKnown: bits(at.IS_KNOWN, most),
  knownNormals: doubles(at.KNOWN_NORMALS, 3 * most),
  /** Of foresight: the particles found, their depth beyond the gap [m], and the normals there. */
  foreseen: words(at.FORESEEN, n),
  depths: doubles(at.FORESEEN_DEPTHS, n),
  foreseenNormals: doubles(at.FORESEEN_NORMALS, 3 * n),
  /**
   * Whether a particle touches a body, its number of corrections, and by pair the number when it was last looked at (position-alteration).
   */
  touched: bits(at.TOUCHED, n),
  corrections: counts(at.CORRECTIONS, n),
  seen: counts(at.SEEN, most),
  /** The surface of the cloth. */
  thickness: doubles(at.CLOTH_THICKNESS, n),
  friction: doubles(at.CLOTH_FRICTION, n),
});

export type BodyArrays = ArraysOf<ReturnType<typeof listArrays>>;

/** The arrays where there are no kernels, with room for as many pairs as particles. */
export function createBodyArrays(particleCount: number): BodyArrays {
  return createPlainArrays(listArrays(particleCount, particleCount));
}
