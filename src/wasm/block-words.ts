// What the jobs of kernels with blocks are told, word by word: read by TypeScript and by AssemblyScript alike. Byte offsets, but for counts.

/** (first, last) row of each chunk: the first word of every job. */
export const RANGES = 0;
// The matrix (src/wasm/half-edges.ts, assembly/block-rows.ts).
export const ROW_START = 1;
export const OWNED_END = 2;
export const COMMON_END = 3;
export const NEIGHBOUR = 4;
export const COLUMNS = 5;
export const TRAITS = 6;
export const STIFFNESS = 7;
export const BLOCKS = 8;
export const ROWS = 9;
/** Of all chunks, and bytes for each. */
export const SCRATCH = 10;
export const SCRATCH_SIZE = 11;
// The step.
export const PARTICLES = 12;
export const POSITIONS = 13;
export const VELOCITIES = 14;
export const IMPULSES = 15;
export const RIGHT_SIDE = 16;
/** σ and the like, and what conjugate gradients take and give: see src/solvers/block-kernels.ts. */
export const NUMBERS = 17;
export const FACTORS = 18;
export const SOLVE_NUMBERS = 19;
/** Two numbers of each chunk, to be summed up. */
export const PARTS = 20;
/** What a sweep or a product reads, and what a sweep writes: another one each time. */
export const FROM = 21;
export const TO = 22;
// Conjugate gradients (assembly/block-pcg.ts).
export const RESIDUAL = 23;
export const INERTIA = 24;
export const DIRECTION = 25;
export const PRODUCT = 26;
export const PRECONDITIONED = 27;
export const SOLUTION = 28;
export const BOUND = 29;
/** 1 where the solution has a start. */
export const HAS_START = 30;
// Gauss–Seidel strip by strip (src/wasm/sweep-strips.ts).
export const STRIP_RANGES = 31;
export const TASKS = 32;
export const TASK_COUNT = 33;
/** How many of the planned sweeps are to be done. */
export const SWEEPS = 34;
export const NEAR_START = 35;
export const NEAR = 36;
/** How many sweeps of each strip are done, the next task, and how many threads sleep. */
export const PROGRESS = 37;
export const NEXT_TASK = 38;
// Oh's step (src/solvers/paid-rows.ts): the groups before they were doubled, and where x is predicted to be.
export const SINGLE_ROW_START = 40;
export const PREDICTED = 41;
export const IS_ROTATED = 42;
export const BLOCK_WORDS = 44;
