// A mesh and its trees in memory, as the search for what may meet sees them (src/contact/search/meeting-store.ts lays them out).

// `mesh` holds words: byte offsets of arrays, and counts.
export const TRIANGLES: usize = 0;
export const EDGES: usize = 4;
export const EDGE_COUNT: usize = 8;
export const POINTS: usize = 12;
export const POINT_COUNT: usize = 16;
/** What each triangle owns, four numbers: from which to which of the points, from which to which edge. */
export const OWNED: usize = 20;
export const TRIANGLE_COUNT: usize = 24;
/** Four numbers a triangle; two with a common one are neighbours. */
export const LINKS: usize = 28;
export const STARTS: usize = 32;
export const ENDS: usize = 36;
/** Boxes of vertices. */
export const NEAR: usize = 40;
export const EDGE_BOXES: usize = 44;
export const TRIANGLE_BOXES: usize = 48;
/** A byte a vertex, 1 where it has come to end elsewhere. */
export const MARKS: usize = 52;
/** Margin, slack, what `fitTree` finds, the step of the lattice, how far apart elements must stay along an axis of their own, and what meeting-floats has [m]. */
export const NUMBERS: usize = 56;
export const POINT_TRIANGLES: usize = 60;
export const EDGE_EDGES: usize = 64;
/** Room for so many pairs in each list, and how many there are: pairs beyond the room are counted only. */
export const CAPACITY: usize = 68;
export const POINT_TRIANGLE_COUNT: usize = 72;
export const EDGE_EDGE_COUNT: usize = 76;
/** Pairs of neighbours: where those of each vertex or edge begin, and their second elements. */
export const NEIGHBOUR_POINT_START: usize = 80;
export const NEIGHBOUR_TRIANGLES: usize = 84;
export const NEIGHBOUR_EDGE_START: usize = 88;
export const NEIGHBOUR_EDGES: usize = 92;
export const STACK: usize = 96;
export const HISTOGRAM: usize = 100;
export const SCRATCH: usize = 104;
/** Room for pairs on their way through the tests, by kind: triangles, a vertex and a triangle, edges. */
export const FOUND: usize = 108;
export const FOUND_POINTS: usize = 112;
export const FOUND_EDGES: usize = 116;
/** Vertices from the middle of all in single precision, (x, y, z, 0) at the start, then at the end [m]. */
export const FLOATS: usize = 120;
/** Vertices in double precision, (start, end) of x, of y and of z [m]. */
export const WAYS: usize = 124;
export const VERTEX_COUNT: usize = 128;
/** The triangles around each link: where they begin, and their numbers. */
export const AROUND_START: usize = 132;
export const AROUND: usize = 136;

// A tree, src/contact/search/bounding-tree.ts: byte offsets and counts.
export const SLOTS: usize = 0;
export const START: usize = 4;
export const END: usize = 8;
export const NEXT: usize = 12;
export const SLOT_BOXES: usize = 16;
export const NODE_BOXES: usize = 20;
export const SLOT_COUNT: usize = 24;
export const NODE_COUNT: usize = 28;
/** The boxes of the eight slots of a leaf side by side, 192 bytes: least x, y, z, −largest x, y, z at the start, then at the end. */
export const BLOCKS: usize = 32;
export const BLOCK_SIZE: usize = 192;
/** Neighbours of the triangles of a leaf (meeting-leaves). */
export const LEAF_LINKS: usize = 36;

// @ts-ignore: decorator
@inline
export function word(at: usize, k: i32): i32 {
  return load<i32>(at + (<usize>k << 2));
}

// @ts-ignore: decorator
@inline
export function vector(at: usize, k: i32): v128 {
  return v128.load(at + (<usize>k << 4));
}

// @ts-ignore: decorator
@inline
export function mark(mesh: usize, v: i32): i32 {
  return <i32>load<u8>(<usize>load<u32>(mesh, MARKS) + <usize>v);
}
