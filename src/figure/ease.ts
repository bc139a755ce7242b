/** Functions of time with two continuous derivatives: what is built of them starts and ends without a jerk. */

/** 0 before 0, 1 after 1, and u³ (10 − 15 u + 6 u²) between. */
export function ease(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  return u * u * u * (10 - u * (15 - 6 * u));
}

/** The integral of `ease` from 0: a ramp that bends up from 0 to the line u − ½. */
export function easedRamp(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return u - 0.5;
  const u4 = u * u * u * u;
  return u4 * (2.5 - u * (3 - u));
}

/** 0 outside of 0 … 1, one hill of height 1 between: (4 u (1 − u))³. */
export function hill(u: number): number {
  if (u <= 0 || u >= 1) return 0;
  const q = 4 * u * (1 - u);
  return q * q * q;
}

/**
 * Way at time t of something that sets off from rest and reaches the speed 1 after 2 × `delay`, on the line t − delay: it moves as if
 * it had begun suddenly at `delay`.
 */
export function setOff(t: number, delay: number): number {
  return delay > 0 ? 2 * delay * easedRamp(t / (2 * delay)) : Math.max(0, t);
}
