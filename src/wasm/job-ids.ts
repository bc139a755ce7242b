// Kernels that can be shared out over threads, by number: read by TypeScript and by AssemblyScript alike.

export const SPLIT_POSITIONS = 0;
export const GATHER_VECTORS = 1;
export const GATHER_IMPULSES = 2;
export const MOVE_PARTICLES = 3;
export const COMPUTE_RESIDUAL = 4;
export const SOLVE_FORWARD = 5;
export const SOLVE_BACKWARD = 6;
export const DOT = 7;
export const ADD_SCALED = 8;
export const COMPUTE_SUM = 9;
export const COMPUTE_DIFFERENCE = 10;
export const COMPUTE_LARGEST = 11;
export const COMPARE_ARRAYS = 12;
export const COMPUTE_ARRAY_SUM = 13;
export const COMPUTE_ARRAY_LARGEST = 14;
export const COMPUTE_DOTS = 15;
export const COMBINE = 16;
export const BLEND_PARTICLES = 17;
export const SCATTER_VECTORS = 18;
// Those of kernels with blocks, all after BLOCK_JOBS, take what src/wasm/block-words.ts lists.
export const BLOCK_JOBS = 32;
export const ASSEMBLE_BLOCKS = 33;
export const APPLY_INVERSES = 34;
export const SWEEP_JACOBI = 35;
export const SWEEP_STRIPS = 36;
export const COMPUTE_BLOCK_RESIDUAL = 37;
export const BEGIN_SOLVE = 38;
export const MULTIPLY = 39;
export const DOT_PRODUCT = 40;
export const UPDATE_RESIDUAL = 41;
export const TURN_DIRECTION = 42;
export const ASSEMBLE_PAID_BLOCKS = 43;
