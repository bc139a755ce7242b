// The groups of pairs of the linear models, as byte offsets of words: read by TypeScript (src/kernels/linear) and by AssemblyScript alike. Owned pairs are of two rows of one chunk, common
// ones of two chunks; each has ranges of groups by chunk, rows, neighbours and traits.

export const OWNED_RANGES = 0;
export const OWNED_ROW = 4;
export const OWNED_NEIGHBOUR = 8;
export const OWNED_TRAITS = 12;
export const COMMON_RANGES = 16;
export const COMMON_ROW = 20;
export const COMMON_NEIGHBOUR = 24;
export const COMMON_TRAITS = 28;
/** Room for what chunks compute on the way, and its bytes for each chunk. */
export const SCRATCH = 32;
export const SCRATCH_SIZE = 36;
/** Differences that are kept for residuals where the cloth has moved on. */
export const OWNED_KEPT = 40;
export const COMMON_KEPT = 44;
/** Relative damping, or 0. */
export const OWNED_DAMPING = 48;
export const COMMON_DAMPING = 52;
export const EDGE_BYTES = 56;
