/** Moves the start point `start[3i..]` to its place at time t [s], into `out[3i..]`. */
export type PointMotion = (t: number, start: Float64Array, i: number, out: Float64Array) => void;
