// The numbers of kernels with blocks, by their place: read by TypeScript (src/kernels/blocks/block-kernels.ts) and by AssemblyScript alike, in the memory that they share.

/** h, σ_K and σ_C; then q and e of the blocks' model, and the floor of diagonal blocks (src/kernels/assembly/blocks/block-rows.ts). */
export const SECONDS = 0;
export const STIFFNESS_SCALE = 1;
export const DAMPING_SCALE = 2;
export const MODEL = 3;
export const MODEL_LEAST = 4;
export const BLOCK_FLOOR = 5;
/** 1/θ */
export const INVERSE_THETA = 6;
export const RESULT = 7;
/** The squared length of the right-hand side for v + Δv. */
export const WHOLE = 8;
/** What conjugate gradients take and give, from TOLERANCE on; r·r, r·z, α and β are their own (src/kernels/assembly/blocks/block-pcg.ts). */
export const TOLERANCE = 9;
export const RESIDUAL_FLOOR = 10;
export const MAX_ITERATIONS = 11;
export const ITERATIONS = 12;
export const RESIDUAL = 13;
export const CONVERGED = 14;
export const SQUARED = 15;
export const PRECONDITIONED_DOT = 16;
export const ALPHA = 17;
export const BETA = 18;
/** h and θ for the end of the step. */
export const BLEND = 19;
export const THETA = 20;
/** Two numbers that chunks have been summed up to. */
export const SUMS = 21;
/** The whole step over the effective one h: friction acts in the whole of it, and impulses of sliders are for it. 1 unless it is set. */
export const STRETCH = 23;
/** 1 where conjugate gradients ended because they came no further. */
export const STAGNATED = 24;
export const NUMBERS = 25;
