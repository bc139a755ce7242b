/** The largest mesh file that is read [bytes]. */
export const MAX_MESH_BYTES: number = 100_000_000;

/** The most numbers that are read from the buffers of a glTF file, all accessors together: 400 MB as they are kept. */
export const MAX_NUMBERS: number = 50_000_000;

/** The most nodes of a glTF file, and the most primitives that these show. */
export const MAX_NODES: number = 10_000;

/** The most bones of a glTF file, each counted once for every mesh that it moves. */
export const MAX_BONES: number = 65_535;

/** The most morph targets of a glTF file that animations change, each counted once for every mesh that shows it. */
export const MAX_MORPHS: number = 65_535;

/** The most buffers of a glTF file. */
export const MAX_BUFFERS: number = 1000;
