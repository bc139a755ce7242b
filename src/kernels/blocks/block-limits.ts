/** Tolerances below are beyond single precision. */
export const LEAST_TOLERANCE = 1e-5;

/** Numbers of a tie between particles that touch. */
export const TIE_SIZE = 16;

/** Sweeps that are planned together. */
export const SWEEPS_AT_ONCE = 8;
