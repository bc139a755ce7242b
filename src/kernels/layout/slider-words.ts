// The arrays of sliders, as byte offsets of words: read by TypeScript (src/kernels/blocks/block-sliders.ts) and by AssemblyScript alike.

/** Byte offsets of their vectors; their n and T in single precision. */
export const ROWS = 0;
export const NORMALS = 4;
export const GRIPS = 8;
/** n, grip and slip in double precision. */
export const GIVEN_NORMALS = 12;
export const GIVEN_GRIPS = 16;
export const SLIPS = 20;
/** Inverse diagonal blocks, and b. */
export const INVERSES = 24;
export const RIGHT_SIDE = 28;
/** How long friction acts [s]. */
export const SECONDS = 32;
export const SLIDER_BYTES = 36;
