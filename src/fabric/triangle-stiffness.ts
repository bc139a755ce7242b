import { InputError } from "../core/errors.ts";
import type { Fabric } from "./fabric.ts";

/** How triangles resist shear: by the length of the axes turned by ±45°, or by the angle between u and v after Baraff and Witkin. */
export const SHEAR_MODELS = ["axes", "baraff-witkin"] as const;
export type ShearModel = (typeof SHEAR_MODELS)[number];

/**
 * A fabric as the four axis elements of a triangle [Choi13, ch. 4], E = ½ A k (|S| − 1)² for each of u, v and the axes turned
 * by ±45°. Under the strain (ε_u, ε_v, γ) the turned axes stretch by (ε_u + ε_v ± γ)/2; with k each they hold
 * ¼ k ((ε_u + ε_v)² + γ²) per area. So
 *
 *     shearU = shearV = 2 G              pure shear holds ½ G γ²
 *     u = Y_u − G,   v = Y_v − G         pure stretch holds ½ Y ε²
 *
 * with the cross term G ε_u ε_v, the same elasticity as the springs of a lattice of any cell.
 *
 * Baraff and Witkin's shear ½ A k (S_u·S_v)² [Choi13, eq. 4.5] holds ½ k γ² and nothing of the stretch:
 *
 *     shearU = G (shearV is not used),   u = Y_u,   v = Y_v
 */
export function fabricTriangleStiffness(
  fabric: Fabric,
  triangleCount: number,
  model: ShearModel = "axes",
  path: string = "fabric",
): Float64Array {
  const { stretchWarp, stretchWeft, shear } = fabric;
  if (model === "baraff-witkin") {
    return triangleStiffness({ u: stretchWarp, v: stretchWeft, shearU: shear, shearV: shear }, triangleCount);
  }
  const limit = Math.min(stretchWarp, stretchWeft);
  if (shear > limit) throw new InputError(`${path}.shear`, `${shear} N/m`, `stay below ${limit} N/m`);
  return triangleStiffness({ u: stretchWarp - shear, v: stretchWeft - shear, shearU: 2 * shear, shearV: 2 * shear }, triangleCount);
}

/** Stiffness [N/m] of a triangle along u, v and in the two shear axes. */
export interface TriangleStiffness {
  readonly u: number;
  readonly v: number;
  readonly shearU: number;
  readonly shearV: number;
}

/** The same four numbers for every triangle, packed by fours. */
export function triangleStiffness(one: TriangleStiffness, triangleCount: number): Float64Array {
  const stiffness = new Float64Array(4 * triangleCount);
  for (let t = 0; t < triangleCount; t++) stiffness.set([one.u, one.v, one.shearU, one.shearV], 4 * t);
  return stiffness;
}
