import { DIRECTION } from "../../core/direction.ts";
import { type Field, object, vector, withDefault } from "../../core/field.ts";
import { dot3, type Vec3 } from "../../core/vec3.ts";
import { LEVEL, NEVER, type Shape, TAU } from "./collider.ts";

export interface PlaneSpec {
  readonly kind: "plane";
  /** A point of the plane [m]. */
  readonly point: Vec3;
  /** Points out of the solid side; of length 1. */
  readonly normal: Vec3;
}

export const PLANE_FIELD: Field<Omit<PlaneSpec, "kind">> = object("Plane", {
  point: withDefault(vector("m"), [0, 0, 0]),
  normal: withDefault(DIRECTION, [0, 1, 0]),
});

/** A half-space: φ = n·(p − point). */
export function createPlane(spec: PlaneSpec): Shape {
  const { point, normal } = spec;
  const [nx, ny, nz] = normal;
  const height = dot3(normal, point);
  return {
    kind: "plane",
    steepness: 1,
    convex: true,
    measure(p, out) {
      out[0] = nx * p[0] + ny * p[1] + nz * p[2] - height;
      out[1] = nx;
      out[2] = ny;
      out[3] = nz;
      out[4] = 1;
    },
    enter(from, to, search) {
      const level = search[LEVEL];
      const start = nx * from[0] + ny * from[1] + nz * from[2] - height - level;
      const end = nx * to[0] + ny * to[1] + nz * to[2] - height - level;
      search[TAU] = end < 0 ? Math.max(0, start / (start - end)) : NEVER;
    },
    spec,
  };
}
