import { type Field, number, object, required, vector } from "../../core/field.ts";
import type { Vec3 } from "../../core/vec3.ts";
import { LEVEL, NEVER, NO_DIRECTION, type Shape, TAU } from "./collider.ts";

export interface SphereSpec {
  readonly kind: "sphere";
  readonly center: Vec3;
  /** [m] */
  readonly radius: number;
}

export const SPHERE_FIELD: Field<Omit<SphereSpec, "kind">> = object("Sphere", {
  center: required(vector("m")),
  radius: required(number({ above: 0, unit: "m" })),
});

/** φ = |p − center| − radius. At the very centre the normal points up. */
export function createSphere(spec: SphereSpec): Shape {
  const { center, radius } = spec;
  const [cx, cy, cz] = center;
  return {
    kind: "sphere",
    steepness: 1,
    convex: true,
    measure(p, out) {
      const x = p[0] - cx;
      const y = p[1] - cy;
      const z = p[2] - cz;
      const r = Math.sqrt(x * x + y * y + z * z);
      out[0] = r - radius;
      out[1] = r > NO_DIRECTION ? x / r : 0;
      out[2] = r > NO_DIRECTION ? y / r : 1;
      out[3] = r > NO_DIRECTION ? z / r : 0;
      out[4] = 1;
    },
    /** The smaller root of |from + τ d − center|² = (radius + level)², a τ² + 2b τ + c = 0. */
    enter(from, to, search) {
      const x = from[0] - cx;
      const y = from[1] - cy;
      const z = from[2] - cz;
      const dx = to[0] - from[0];
      const dy = to[1] - from[1];
      const dz = to[2] - from[2];
      const reach = radius + search[LEVEL];
      const a = dx * dx + dy * dy + dz * dz;
      const b = x * dx + y * dy + z * dz;
      const c = x * x + y * y + z * z - reach * reach;
      const root = b * b - a * c;
      search[TAU] = NEVER;
      if (!(b < 0 && root >= 0)) return;
      const t = c / (Math.sqrt(root) - b);
      if (t <= 1) search[TAU] = Math.max(0, t);
    },
    spec,
  };
}
