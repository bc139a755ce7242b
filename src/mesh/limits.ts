/** The most vertices a surface may have; larger claims are refused before memory is taken for them. */
export const MAX_VERTICES: number = 2_000_000;

/** The most triangles a surface may have. */
export const MAX_TRIANGLES: number = 4_000_000;
