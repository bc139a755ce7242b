// What the jobs of kernels with blocks are told, word by word: read by TypeScript and by AssemblyScript alike. Byte offsets, but for counts.

/** (first, last) row of each chunk: the first word of every job. */
export const RANGES = 0;
// The matrix (src/kernels/blocks/half-edges.ts, assembly/blocks/block-rows.ts).
export const ROW_START = 1;
export const OWNED_END = 2;
export const COMMON_RANGES = 3;
export const COMMON_ROWS = 4;
export const NEIGHBOUR = 5;
export const COLUMNS = 6;
export const TRAITS = 7;
export const STIFFNESS = 8;
export const BLOCKS = 9;
export const ROWS = 10;
/** Room for what chunks compute on the way, and its bytes for each chunk. */
export const SCRATCH = 11;
export const SCRATCH_SIZE = 12;
// The step.
export const PARTICLES = 13;
export const POSITIONS = 14;
export const VELOCITIES = 15;
export const IMPULSES = 16;
export const RIGHT_SIDE = 17;
/** The numbers of src/kernels/layout/block-numbers.ts: from the first, from FACTORS and from TOLERANCE on. */
export const NUMBERS = 18;
export const FACTORS = 19;
export const SOLVE_NUMBERS = 20;
/** Two numbers of each chunk, to be summed up. */
export const PARTS = 21;
/** What a sweep or a product reads, and what a sweep writes; set before each run. */
export const FROM = 22;
export const TO = 23;
// Conjugate gradients (assembly/blocks/block-pcg.ts).
export const RESIDUAL = 24;
export const INERTIA = 25;
export const DIRECTION = 26;
export const PRODUCT = 27;
export const PRECONDITIONED = 28;
export const SOLUTION = 29;
export const BOUND = 30;
/** 1 where the solution has a start. */
export const HAS_START = 31;
// Gauss–Seidel strip by strip (src/kernels/blocks/sweep-strips.ts).
export const STRIP_RANGES = 32;
export const TASKS = 33;
export const TASK_COUNT = 34;
/** How many of the planned sweeps are to be done. */
export const SWEEPS = 35;
export const NEAR_START = 36;
export const NEAR = 37;
/** How many sweeps of each strip are done, and the next task. */
export const PROGRESS = 38;
export const NEXT_TASK = 39;
// Full rows (src/kernels/blocks/full-pairs.ts, assembly/blocks/full-rows.ts): bytes of a group of blocks, 0 where rows are not full; the groups of all neighbours; diagonal blocks without M′, 32 bytes a row.
export const BLOCK_SIZE = 40;
export const HALF_EDGE_START = 41;
export const DIAGONALS = 42;
/** Where x is predicted to be, in Oh's step (src/kernels/blocks/paid-rows.ts), or 0. */
export const PREDICTED = 43;
export const IS_ROTATED = 44;
/** Triangles that are in the matrix too (src/kernels/layout/triangle-words.ts), or 0. */
export const TRIANGLES = 45;
/** Diagonal blocks and impulses of springs as they were assembled, 48 bytes a row, or 0; and 1 where they still hold, since only what is held and velocities have changed. */
export const SAVED = 46;
export const IS_SAVED = 47;
export const BLOCK_WORDS = 48;

// The words of BOUND, rows that are not free: counts, and byte offsets of lists. Held rows; sliders with their n and T (src/kernels/blocks/block-sliders.ts); ties
// (src/kernels/blocks/block-couplings.ts).
export const HELD_COUNT = 0;
export const HELD_ROWS = 1;
export const SLIDER_COUNT = 2;
export const SLIDER_ROWS = 3;
export const SLIDER_NORMALS = 4;
export const SLIDER_GRIPS = 5;
export const TIE_COUNT = 6;
export const TIES = 7;
export const BOUND_WORDS = 8;
