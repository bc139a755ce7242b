// What jobs are told, by the place of each word: read by TypeScript and by AssemblyScript alike. The first word of every job is where the ranges of its chunks are; the others are byte
// offsets, but for counts. Jobs with blocks have the words of src/kernels/layout/block-words.ts.

export const RANGES = 0;
/** Room for the words of any job below. */
export const JOB_WORDS = 16;

// SPLIT_POSITIONS, GATHER_VECTORS, SCATTER_VECTORS: byte offsets of rows in arrays of the cloth, from where, to where.
export const COPY_OFFSETS = 1;
export const COPY_FROM = 2;
export const COPY_TO = 3;

// BLEND_PARTICLES, MOVE_PARTICLES: the end of a step. Numbers are h and θ, or s; parts are what chunks leave.
export const END_OFFSETS = 1;
export const END_CHANGE = 2;
export const END_NUMBERS = 3;
export const END_V = 4;
export const END_X = 5;
export const END_NEXT_V = 6;
export const END_NEXT_X = 7;
export const END_PARTS = 8;

// GATHER_IMPULSES: b₀ + s F_ext.
export const IMPULSE_OFFSETS = 1;
export const IMPULSE_MOMENTUM = 2;
export const IMPULSE_SECONDS = 3;
export const IMPULSE_FORCE = 4;
export const IMPULSE_TO = 5;

// COMPUTE_RESIDUAL: the groups of pairs, positions, targets, particles, impulses, velocities, Δv, s, the result, parts, earlier positions, triangles.
export const RESIDUAL_EDGES = 1;
export const RESIDUAL_X = 2;
export const RESIDUAL_TARGETS = 3;
export const RESIDUAL_PARTICLES = 4;
export const RESIDUAL_IMPULSES = 5;
export const RESIDUAL_VELOCITIES = 6;
export const RESIDUAL_CHANGE = 7;
export const RESIDUAL_SECONDS = 8;
export const RESIDUAL_OUT = 9;
export const RESIDUAL_PARTS = 10;
export const RESIDUAL_LAST = 11;
export const RESIDUAL_LAST_BUT_ONE = 12;
export const RESIDUAL_TRIANGLES = 13;

// COMPUTE_SUM, COMPUTE_ARRAY_SUM: y + factor x. PREDICT_PARTICLES leaves vectors and split positions besides.
export const SUM_FACTOR = 1;
export const SUM_X = 2;
export const SUM_Y = 3;
export const SUM_OUT = 4;
export const PREDICT_OFFSETS = 5;
export const PREDICT_VELOCITIES = 6;
export const PREDICT_POSITIONS = 7;

// DOT, COMPARE_ARRAYS.
export const DOT_A = 1;
export const DOT_B = 2;
export const DOT_PARTS = 3;

// COMPUTE_LARGEST, COMPUTE_ARRAY_LARGEST.
export const LARGEST_A = 1;
export const LARGEST_PARTS = 2;

// COPY_NUMBERS.
export const NUMBERS_FROM = 1;
export const NUMBERS_TO = 2;

// TAKE_PAIR: a step of Δv and the fall of the residual over it.
export const PAIR_FROM = 1;
export const PAIR_TO = 2;
export const PAIR_BEFORE = 3;
export const PAIR_AFTER = 4;
export const PAIR_STEP = 5;
export const PAIR_FALL = 6;
export const PAIR_PARTS = 7;
export const PAIR_SQUARES = 8;

// SOLVE_FORWARD, SOLVE_BACKWARD: descriptors of supernodes, values, rows, the vector, room on the way and its bytes for each chunk, and the rows that a chunk owns. SUBTRACT_BELOW, SUBTRACT_ABOVE: the same
// with the descriptor of one supernode of the trunk.
export const SOLVE_DESCRIPTORS = 1;
export const SOLVE_VALUES = 2;
export const SOLVE_ROWS = 3;
export const SOLVE_Y = 4;
export const SOLVE_SCRATCH = 5;
export const SOLVE_STRIDE = 6;
export const SOLVE_OWN_ROWS = 7;

// COMPUTE_DOTS, COMBINE: several vectors at once.
export const SEVERAL_COUNT = 1;
export const SEVERAL_LIST = 2;
export const DOTS_B = 3;
export const DOTS_PARTS = 4;
export const COMBINE_WEIGHTS = 3;
export const COMBINE_Y = 4;
export const COMBINE_OUT = 5;

// ASSEMBLE_HATS: words of hats (src/kernels/layout/hat-words.ts), positions, velocities, s², turning·h² and the least tension, parts, and 1 where the energy is all that is asked for.
export const HATS_WORDS = 1;
export const HATS_X = 2;
export const HATS_VELOCITIES = 3;
export const HATS_NUMBERS = 4;
export const HATS_PARTS = 5;
export const HATS_MEASURES = 6;

// RESTRICT_TO_HATS: where the entries of each hat begin, their rows and weights, the vector, and the hats. PROLONG_FROM_HATS: the four hats of each row and their weights, the hats, the vector, particles.
export const TRANSFER_ROWS = 1;
export const TRANSFER_WEIGHTS = 2;
export const TRANSFER_FROM = 3;
export const TRANSFER_TO = 4;
export const TRANSFER_STARTS = 5;
export const TRANSFER_PARTICLES = 6;

// ADD_EXCESS: the groups of pairs, positions, e, the vector that it is added to, particles, s.
export const EXCESS_EDGES = 1;
export const EXCESS_X = 2;
export const EXCESS_FROM = 3;
export const EXCESS_OUT = 4;
export const EXCESS_PARTICLES = 5;
export const EXCESS_SECONDS = 6;

// ADD_ROWS: out = z + w (y − A x), or z + w C x where there is no diagonal, or w y where there are no entries. Where the entries of each row begin, the entries, the diagonal, w, x, y, z and the result; 0 for
// what there is not, w and z as well.
export const ROWS_STARTS = 1;
export const ROWS_ENTRIES = 2;
export const ROWS_DIAGONAL = 3;
export const ROWS_WEIGHT = 4;
export const ROWS_X = 5;
export const ROWS_Y = 6;
export const ROWS_Z = 7;
export const ROWS_OUT = 8;
