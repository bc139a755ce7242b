// Coarse hats and the springs between them, as byte offsets of words: read by TypeScript (src/kernels/linear/hat-kernels.ts) and by AssemblyScript alike.

/**
 * Of each set of springs that lie between the same hats: how many hats, groups of four springs, where their ends and their traits are, where the blocks of its pairs of hats are left, and where these pairs
 * are told.
 */
export const SETS = 0;
export const SET_HATS = 0;
export const SET_GROUPS = 4;
export const SET_ENDS = 8;
export const SET_TRAITS = 12;
export const SET_BLOCKS = 16;
export const SET_PAIRS = 20;
export const SET_BYTES = 24;
export const SET_COUNT = 4;
/** The ends of a group: byte offsets of the positions of those of its four springs. */
export const ENDS_FIRST = 0;
export const ENDS_SECOND = 16;
export const ENDS_BYTES = 32;
/**
 * Its traits, which are the same in many sets: k and L (negative: does not push back), and the difference of each hat; of sets of four hats, the product of those of each pair.
 */
export const TRAITS_STIFFNESS = 0;
export const TRAITS_REST = 16;
export const TRAITS_DIFFERENCES = 32;
/** A pair of hats: the byte offsets in the matrix of its block, and of that of each of the two with itself. */
export const PAIR_BYTES = 12;
/** Sets of so many hats, the cells of lattices, have six pairs: their sums stay in registers. */
export const CELL_HATS = 4;
/** So many groups of them are looked at together. */
export const TILE = 32;
/** Room for the sums of a set, and its bytes for each chunk. */
export const SUMS = 8;
export const SUMS_SIZE = 12;
/**
 * The matrix by strips of six rows, those of two hats, each by columns of six numbers from its first one to the diagonal; how many strips, of each the first column and the byte offset that column 0 would have,
 * and the numbers.
 */
export const STRIPS = 16;
export const STRIP_PLACES = 20;
export const VALUES = 24;
export const VALUE_BYTES = 28;
/** What no position changes: how many numbers, which are times the identity; the byte offsets of their blocks. */
export const CONSTANTS = 32;
export const CONSTANT_PLACES = 36;
export const CONSTANT_COUNT = 40;
/** Blocks that are not in the strips: how many, their numbers times the identity, and of each the byte offsets of its two hats in a vector. */
export const FAR = 44;
export const FAR_PLACES = 48;
export const FAR_COUNT = 52;
/** Vectors in double precision, and what hats move by, (x, y, z, 0) each in single precision, of so many hats. */
export const VECTORS = 56;
export const VECTOR_COUNT = 5;
export const MOVES = 60;
export const HATS = 64;
export const HAT_BYTES = 68;
/** Bytes of a column of a strip, of the rows of a hat in it or in a vector, and of what hats move by. */
export const COLUMN = 48;
export const HAT = 24;
