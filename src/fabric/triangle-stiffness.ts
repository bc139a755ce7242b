import { InputError } from "../core/errors.ts";
import type { Fabric } from "./fabric.ts";

/**
 * A fabric as the four axis elements of a triangle [Choi13, ch. 4], E = ½ A k (|S| − 1)² for each of u, v and the axes turned
 * by ±45°. Under the strain (ε_u, ε_v, γ) the turned axes stretch by (ε_u + ε_v ± γ)/2; with k each they hold
 * ¼ k ((ε_u + ε_v)² + γ²) per area. So
 *
 *     shearU = shearV = 2 G              pure shear holds ½ G γ²
 *     u = Y_u − G,   v = Y_v − G         pure stretch holds ½ Y ε²
 *
 * with the cross term G ε_u ε_v, the same elasticity as the springs of a lattice of any cell.
 */
export function fabricTriangleStiffness(fabric: Fabric, triangleCount: number, path: string = "fabric"): Float64Array {
  const { stretchWarp, stretchWeft, shear } = fabric;
  const limit = Math.min(stretchWarp, stretchWeft);
  if (shear > limit) throw new InputError(`${path}.shear`, `${shear} N/m`, `stay below ${limit} N/m`);
  const stiffness = new Float64Array(4 * triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    stiffness[4 * t] = stretchWarp - shear;
    stiffness[4 * t + 1] = stretchWeft - shear;
    stiffness[4 * t + 2] = 2 * shear;
    stiffness[4 * t + 3] = 2 * shear;
  }
  return stiffness;
}
