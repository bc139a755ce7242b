import { type BodySurface, FAR, NEVER, type Shape, TAU } from "./collider.ts";

export interface MeshSpec {
  readonly kind: "mesh";
  readonly surface: BodySurface;
}

/**
 * A body made of triangles. It has no inside and no φ: a particle alone never meets it. The cloth's triangles do, whose corners and
 * edges are tested against its own (cloth-contact).
 */
export function createMeshShape({ surface }: MeshSpec): Shape {
  return {
    kind: "mesh",
    steepness: 1,
    convex: false,
    surface,
    measure(_point, out) {
      out[0] = FAR;
      out[1] = 0;
      out[2] = 1;
      out[3] = 0;
      out[4] = 1;
    },
    enter(_from, _to, search) {
      search[TAU] = NEVER;
    },
  };
}
