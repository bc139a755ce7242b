import type { FieldName } from "drape";

/** What the page wants to see of the inside; the worker computes nothing that nobody looks at. */
export interface Sights {
  /** The quantity that colours the cloth, null for none. */
  readonly field: FieldName | null;
  readonly springs: boolean;
  /** Depth of the tree whose boxes are shown, null for none. */
  readonly boxes: number | null;
  readonly intersections: boolean;
}

export const NO_SIGHTS: Sights = { field: null, springs: false, boxes: null, intersections: false };

/** What a frame carries of them, where it was asked for. */
export interface FrameSights {
  /** One number a vertex, and the quantity it is. */
  readonly field?: { readonly name: FieldName; readonly values: Float32Array };
  /** min x, y, z, max x, y, z of each box [m]. */
  readonly boxes?: Float32Array;
  /** Triangles of the cloth that pass through something, each once. */
  readonly intersections?: Uint32Array;
}
