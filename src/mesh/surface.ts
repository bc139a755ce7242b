/** A triangulated piece of cloth before it has a fabric. */
export interface Surface {
  /** Where each vertex starts [m], packed x, y, z. */
  readonly positions: Float64Array;
  /** Corners of each triangle, packed by threes, one turning sense throughout where the source has one. */
  readonly triangles: Uint32Array;
  /**
   * Flat rest coordinates (u along warp, v along weft) [m], packed by twos; absent when the source has none, then the
   * start positions are the rest shape.
   */
  readonly material?: Float64Array;
  /** Texture coordinates for drawing, packed by twos, where they differ from `material` scaled to its box. */
  readonly uv?: Float64Array;
  /** The lattice a generated right-triangle grid was made from; its springs follow rows, columns and diagonals. */
  readonly lattice?: Lattice;
}

/** Vertex (column, row) of a lattice has the index row · columns + column. */
export interface Lattice {
  readonly columns: number;
  readonly rows: number;
  /** Distance between columns, along warp (u) [m]. */
  readonly spacingU: number;
  /** Distance between rows, along weft (v) [m]. */
  readonly spacingV: number;
}
