// The numbers of kernels with blocks, by their place: read by TypeScript (src/kernels/blocks/block-kernels.ts) and by AssemblyScript alike, in the memory that they share.

/** h, σ_K and σ_C; then q and e of the blocks' model, and the floor of diagonal blocks (src/kernels/assembly/blocks/block-rows.ts). */
export const SECONDS = 0;
export const STIFFNESS_SCALE = 1;
export const DAMPING_SCALE = 2;
export const MODEL = 3;
export const MODEL_LEAST = 4;
export const BLOCK_FLOOR = 5;
/** 1/θ, and σ_C once more behind it. */
export const INVERSE_THETA = 6;
export const DAMPING_FACTOR = 7;
export const RESULT = 8;
/** The squared length of the right-hand side for v + Δv. */
export const WHOLE = 9;
/** What conjugate gradients take and give, from TOLERANCE on; r·r, r·z, α and β are their own (src/kernels/assembly/blocks/block-pcg.ts). */
export const TOLERANCE = 10;
export const RESIDUAL_FLOOR = 11;
export const MAX_ITERATIONS = 12;
export const ITERATIONS = 13;
export const RESIDUAL = 14;
export const CONVERGED = 15;
export const IS_INDEFINITE = 16;
export const SQUARED = 17;
export const PRECONDITIONED_DOT = 18;
export const ALPHA = 19;
export const BETA = 20;
/** h and θ for the end of the step. */
export const BLEND = 22;
export const THETA = 23;
/** Two numbers that chunks have been summed up to. */
export const SUMS = 24;
/** The whole step over the effective one h: friction acts in the whole of it, and impulses of sliders are for it. 1 unless it is set. */
export const STRETCH = 26;
export const NUMBERS = 27;
