// Kernels that can be shared out over threads, by number: read by TypeScript and by AssemblyScript alike.

export const SPLIT_POSITIONS = 0;
export const GATHER_VECTORS = 1;
export const SCATTER_VECTORS = 2;
export const COMPUTE_ARRAY_LARGEST = 3;
export const BLEND_PARTICLES = 4;
// Those of the linear models, all after LINEAR_JOBS.
export const LINEAR_JOBS = 16;
export const GATHER_IMPULSES = 17;
export const MOVE_PARTICLES = 18;
export const COMPUTE_RESIDUAL = 19;
export const SOLVE_FORWARD = 20;
export const SOLVE_BACKWARD = 21;
export const DOT = 22;
export const COMPUTE_SUM = 23;
export const TAKE_PAIR = 24;
export const COMPUTE_LARGEST = 25;
export const COMPARE_ARRAYS = 26;
export const COMPUTE_ARRAY_SUM = 27;
export const COMPUTE_DOTS = 28;
export const COMBINE = 29;
export const COPY_NUMBERS = 30;
export const SUBTRACT_BELOW = 31;
export const SUBTRACT_ABOVE = 32;
export const PREDICT_PARTICLES = 33;
export const ASSEMBLE_HATS = 34;
export const RESTRICT_TO_HATS = 35;
export const PROLONG_FROM_HATS = 36;
export const ADD_EXCESS = 37;
export const ADD_ROWS = 38;
// Those of kernels with blocks, all after BLOCK_JOBS, take what src/kernels/layout/block-words.ts lists.
export const BLOCK_JOBS = 48;
export const ASSEMBLE_BLOCKS = 49;
export const APPLY_INVERSES = 50;
export const SWEEP_JACOBI = 51;
export const SWEEP_STRIPS = 52;
export const COMPUTE_BLOCK_RESIDUAL = 53;
export const BEGIN_SOLVE = 54;
export const MULTIPLY = 55;
export const DOT_PRODUCT = 56;
export const UPDATE_RESIDUAL = 57;
export const TURN_DIRECTION = 58;
export const ASSEMBLE_FULL_ROWS = 59;
export const ADD_CYCLE = 60;
