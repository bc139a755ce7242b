// The arrays of the kernel that finds crossings, as byte offsets of words: read by TypeScript (src/kernels/search/crossing-kernels.ts) and by AssemblyScript alike.

export const POSITIONS = 0;
export const TRIANGLES = 4;
export const EDGES = 8;
export const NORMALS = 12;
export const PAIRS = 16;
export const KEPT = 20;
export const CROSSING_BYTES = 24;
