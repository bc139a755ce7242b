// Lattices of cloth in the memory of the search for what may meet (src/contact/search/sheets.ts): the number of sheets, then of each SHEET_WORDS words. Names stand
// for byte offsets.

export const SHEET_COUNT = 0;
export const FIRST_SHEET = 16;
/** How many levels of nodes there are, and where the vertices and the triangles of the sheet begin among those of all [bytes]. */
export const LEVELS = 0;
export const VERTICES_AT = 4;
export const TRIANGLES_AT = 8;
/** Numbers in single precision: the sides of a cell along u and v, and how far apart at least are two elements without a common vertex, all at rest [m]. */
export const SIDE_U = 12;
export const SIDE_V = 16;
export const LEAST_APART = 20;
/** Of each level: where its nodes begin among those of all [bytes], and its columns and rows. */
export const FIRST_LEVEL = 24;
export const LEVEL_BYTES = 12;
export const MOST_LEVELS = 21;
export const SHEET_BYTES = 276;
/** A node: boxes of its vertices at the start and at the end of the step (meeting-boxes), and of what becomes of a metre along u and along v. */
export const NODE_BYTES = 64;
