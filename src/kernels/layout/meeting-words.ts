// A mesh and its trees in the memory of the search for what may meet: read by TypeScript (src/kernels/search/meeting-store.ts) and by AssemblyScript alike.
// Names stand for byte offsets.

// The words of a mesh: byte offsets of arrays, and counts.
export const TRIANGLES = 0;
export const EDGES = 4;
export const EDGE_COUNT = 8;
export const POINTS = 12;
export const POINT_COUNT = 16;
/** What each triangle owns, four numbers: from which to which of the points, from which to which edge. */
export const OWNED = 20;
export const TRIANGLE_COUNT = 24;
/** Four numbers a triangle; two with a common one are neighbours. */
export const LINKS = 28;
export const STARTS = 32;
export const ENDS = 36;
/** Boxes of vertices. */
export const NEAR = 40;
export const EDGE_BOXES = 44;
export const TRIANGLE_BOXES = 48;
/** A byte a vertex, 1 where it has come to end elsewhere. */
export const MARKS = 52;
/** See below. */
export const NUMBERS = 56;
export const POINT_TRIANGLES = 60;
export const EDGE_EDGES = 64;
/** Room for so many pairs in each list, and how many there are: pairs beyond the room are counted only. */
export const CAPACITY = 68;
export const POINT_TRIANGLE_COUNT = 72;
export const EDGE_EDGE_COUNT = 76;
/** Pairs of neighbours: where those of each vertex or edge begin, and their second elements. */
export const NEIGHBOUR_POINT_START = 80;
export const NEIGHBOUR_TRIANGLES = 84;
export const NEIGHBOUR_EDGE_START = 88;
export const NEIGHBOUR_EDGES = 92;
export const STACK = 96;
export const HISTOGRAM = 100;
export const SCRATCH = 104;
/** Room for pairs on their way through the tests, by kind: triangles, a vertex and a triangle, edges. */
export const FOUND = 108;
export const FOUND_POINTS = 112;
export const FOUND_EDGES = 116;
/** Vertices from the middle of all in single precision, (x, y, z, 0) at the start, then at the end [m]. */
export const FLOATS = 120;
/** Vertices in double precision, (start, end) of x, of y and of z [m]. */
export const WAYS = 124;
export const VERTEX_COUNT = 128;
/** The triangles around each link: where they begin, and their numbers. */
export const AROUND_START = 132;
export const AROUND = 136;
/** Pairs of triangles that a search has looked at, and the most that it looks at: beyond them it ends. */
export const LOOKED = 140;
export const MOST_LOOKED = 144;
/** So many of all, the first ones, are of cloths; those of bodies come behind them. */
export const CLOTH_POINTS = 148;
export const CLOTH_EDGES = 152;
export const CLOTH_VERTICES = 156;
export const CLOTH_TRIANGLES = 160;
/** Planes of the triangles of a cloth, by slot (meeting-planes), and one more. */
export const PLANES = 164;
export const PLANE_SIZE = 48;
/** What is not known of the ways yet but the boxes of vertices (meeting-boxes): nothing is left, that of cloths, or all. */
export const LEFT_TO_ROUND = 168;
export const LEFT_OF_CLOTHS = 1;
export const LEFT_OF_ALL = 2;
/** Cloths that are lattices (sheet-words): what describes them, their vertices row by row, the two triangles of each cell, and the nodes over the cells. */
export const SHEETS = 172;
export const SHEET_VERTICES = 176;
export const SHEET_TRIANGLES = 180;
export const SHEET_NODES = 184;
export const MESH_BYTES = 188;

// The words of a tree (src/contact/search/bounding-tree.ts): byte offsets of arrays, and counts.
export const SLOTS = 0;
export const START = 4;
export const END = 8;
export const NEXT = 12;
export const SLOT_BOXES = 16;
export const NODE_BOXES = 20;
export const SLOT_COUNT = 24;
export const NODE_COUNT = 28;
/** The boxes of the eight slots of a leaf side by side, 192 bytes: least x, y, z, −largest x, y, z at the start, then at the end. */
export const BLOCKS = 32;
export const BLOCK_SIZE = 192;
/** Neighbours of the triangles of a leaf (meeting-leaves). */
export const LEAF_LINKS = 36;
export const TREE_BYTES = 40;
/** Triangles of a leaf, at most. Of 2, 4, 6, 8 and 12, eight was the fastest by a little; two takes nearly twice as long. */
export const LEAF_TRIANGLES = 8;
/** Bytes of the table of a leaf's neighbours. */
export const LEAF_LINKS_SIZE = 256;

// The numbers of a mesh [m]: how near is near, and the slack in it; the mean side of nodes over that of triangles, from `fitTree`; a step of the lattice of boxes; how far
// apart elements must stay along an axis of their own; what meeting-floats allows for, and the side of a box about the lattice's middle that has all vertices; that middle, and
// the box of all vertices of bodies (least x, y, z, largest x, y, z).
export const MARGIN = 0;
export const SLACK = 8;
export const NODE_SIZE = 16;
export const STEP = 24;
export const APART = 32;
export const ALLOWANCE = 40;
export const SIDE = 48;
export const MIDDLE = 56;
export const BODIES = 80;
export const NUMBERS_BYTES = 128;

/** Pairs of triangles that are gathered before their elements are looked at; those of two leaves may come on top. */
export const GATHERED_PAIRS = 192;
