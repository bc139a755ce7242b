// The arrays of the kernel that drops pairs which stay apart, as byte offsets of words, and places in them: read by TypeScript (src/kernels/search/pair-store.ts) and by AssemblyScript alike.

export const TRIANGLES = 0;
export const EDGES = 4;
export const STARTS = 8;
export const ENDS = 12;
export const MOVED = 16;
/** The share of their distance that features keep, and of what distance [m]. */
export const NUMBERS = 20;
export const PAIRS = 24;
export const SCRATCH = 28;
export const PAIR_BYTES = 32;

// The scratch: differences at the start and at the end, their box, points in units of it, normal and distance of the closest points.
export const START = 0;
export const END = 96;
export const BOX = 192;
export const POINTS = 216;
export const CLOSEST = 288;
export const SCRATCH_BYTES = 320;
