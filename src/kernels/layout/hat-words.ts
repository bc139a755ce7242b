// Coarse hats and the springs between them, as byte offsets of words: read by TypeScript (src/kernels/linear/hat-kernels.ts) and by AssemblyScript alike.

/** Of each set of springs that lie between the same hats: how many hats, groups of four springs, where these are, where the blocks of its pairs of hats are left, and where these pairs are told. */
export const SETS = 0;
export const SET_HATS = 0;
export const SET_GROUPS = 4;
export const SET_DATA = 8;
export const SET_BLOCKS = 12;
export const SET_PAIRS = 16;
export const SET_BYTES = 20;
export const SET_COUNT = 4;
/**
 * A group: byte offsets of the positions of the four springs' ends, k and L (negative: does not push back), and the difference of each hat; of sets of four hats, the product of those of each pair.
 */
export const GROUP_FIRST = 0;
export const GROUP_SECOND = 16;
export const GROUP_STIFFNESS = 32;
export const GROUP_REST = 48;
export const GROUP_DIFFERENCES = 64;
/** A pair of hats: the byte offsets in the matrix of the three rows of its block, and of those of each of the two with itself, which end at the diagonal. */
export const PAIR_BYTES = 36;
/** Sets of so many hats, the cells of lattices, have six pairs: their sums stay in registers. */
export const CELL_HATS = 4;
/** So many groups of them are looked at together. */
export const TILE = 32;
/** Room for the sums of a set, and its bytes for each chunk. */
export const SUMS = 8;
export const SUMS_SIZE = 12;
/** The matrix by rows: its order, the first column of each row, where its first entry is; its constant part, and its values. */
export const ROWS = 16;
export const FIRST_COLUMNS = 20;
export const ROW_STARTS = 24;
export const CONSTANT = 28;
export const CONSTANT_BYTES = 32;
export const VALUES = 36;
/** The right-hand side in double precision, and what hats move by, (x, y, z, 0) each in single precision. */
export const RIGHT = 40;
export const MOVES = 44;
export const HAT_BYTES = 48;
