/** A search along a way: what φ is looked for [m], the part of the way that is not looked at, and the part τ at which it was found. */
export const LEVEL = 0;
export const SKIP = 1;
export const TAU = 2;
export const SEARCH_SIZE = 3;

/** Numbers that `measure` and `measureAhead` write, and the place where the latter adds its bound. */
export const MEASURED = 6;
export const AHEAD = 5;
