/** Vertices at bodies that have no mesh: contacts n·v_i ≥ limit of one vertex with what stands outside the list. */
export interface PointContacts {
  readonly count: number;
  readonly vertices: Uint32Array;
  /** Outward normals, packed by threes. */
  readonly normals: Float64Array;
  /** The least velocity along the normal, averaged over the step, that does not lead into the body [m/s]. */
  readonly limits: Float64Array;
  /** 1 where a vertex lies on the body, 0 where there is a gap yet. */
  readonly touching: Uint8Array;
  /** Finds those of movable vertices, of the `involved` ones, close to where bodies are at the end of a step of h seconds from xs to xe. */
  find(xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number, involved: Uint8Array): void;
}
