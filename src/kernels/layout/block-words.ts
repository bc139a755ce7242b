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
/** The numbers of src/kernels/layout/block-numbers.ts. */
export const NUMBERS = 18;
/** Two numbers of each chunk, to be summed up. */
export const PARTS = 19;
/** What a sweep or a product reads, and what a sweep writes; set before each run. */
export const FROM = 20;
export const TO = 21;
// Conjugate gradients (assembly/blocks/block-pcg.ts).
export const RESIDUAL = 22;
export const INERTIA = 23;
export const DIRECTION = 24;
export const PRODUCT = 25;
export const PRECONDITIONED = 26;
export const SOLUTION = 27;
export const BOUND = 28;
/** 1 where the solution has a start. */
export const HAS_START = 29;
// Gauss–Seidel strip by strip (src/kernels/blocks/sweep-strips.ts).
export const STRIP_RANGES = 30;
export const TASKS = 31;
export const TASK_COUNT = 32;
/** How many of the planned sweeps are to be done. */
export const SWEEPS = 33;
export const NEAR_START = 34;
export const NEAR = 35;
/** How many sweeps of each strip are done, and the next task. */
export const PROGRESS = 36;
export const NEXT_TASK = 37;
// Full rows (src/kernels/blocks/full-pairs.ts, assembly/blocks/full-rows.ts): bytes of a group of blocks, 0 where rows are not full; the groups of all neighbours; diagonal blocks without M′, 32 bytes a row.
export const BLOCK_SIZE = 38;
export const HALF_EDGE_START = 39;
export const DIAGONALS = 40;
/** Where x is predicted to be, in Oh's step (src/kernels/blocks/paid-rows.ts), or 0. */
export const PREDICTED = 41;
export const IS_ROTATED = 42;
/** Triangles that are in the matrix too (src/kernels/layout/triangle-words.ts), or 0. */
export const TRIANGLES = 43;
/** Diagonal blocks and impulses of springs as they were assembled, 48 bytes a row, or 0; and 1 where they still hold, since only what is held and velocities have changed. */
export const SAVED = 44;
export const IS_SAVED = 45;
/** A V-cycle that preconditions conjugate gradients besides inverse diagonal blocks (src/kernels/blocks/multigrid-rows.ts): its jobs, arguments and chunks of each, how many there are, or 0, and what it leaves. */
export const CYCLE_JOBS = 46;
export const CYCLE_COUNT = 47;
export const CYCLE_RESULT = 48;
export const BLOCK_WORDS = 49;

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
