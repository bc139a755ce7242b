// What kernels with triangles are told, word by word: read by TypeScript and by AssemblyScript alike. Byte offsets, but for the size and flags.

/** Of src/kernels/triangles/triangle-groups.ts. */
export const RANGES = 0;
export const CORNERS = 1;
export const OWN = 2;
export const TRAITS = 3;
/** Room for what chunks compute on the way, and its bytes for each chunk. */
export const SCRATCH = 4;
export const SCRATCH_SIZE = 5;
/** Room for 96 bytes a group, the axes of the last positions, or 0. */
export const KEPT = 6;
/** 1 where the targets of the shear axes are derived from those of u and v. */
export const IS_DERIVED = 7;
// For blocks (assembly/blocks/triangle-blocks.ts): where the blocks of the edges go, and 1 for Baraff and Witkin's shear.
export const SLOTS = 8;
export const IS_ANGLE = 9;
export const TRIANGLE_WORDS = 10;
