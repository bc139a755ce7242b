import { computeTriangleCross } from "../core/triangle-cross.ts";
import { addToCorners } from "../mesh/vertex-normals.ts";
import { externalTerm, type ForceTerm } from "./force-term.ts";

/**
 * Pressure p inside a closed cloth, on each triangle (a, b, c) along its normal, a third to each corner:
 *
 *     E = −Σ p x_a·(x_b × x_c)/6 = −p V        V: what the surface encloses, its triangles facing outwards
 *     f_a = f_b = f_c = p N/3                  N = (x_b − x_a) × (x_c − x_a)/2
 *
 * ∂V/∂x_a of one triangle is x_b × x_c/6; around a vertex of a closed surface these add up to Σ N/3, which does not depend on the origin.
 * The pressure is that of a large reservoir: it stays p whatever the volume. `pressure` in Pa, one number a triangle.
 */
export function pressureTerm(triangles: Uint32Array, pressure: Float64Array): ForceTerm {
  return externalTerm({
    name: "pressure",
    energy(x) {
      let energy = 0;
      for (let t = 0; t < pressure.length; t++) energy -= pressure[t] * coneVolume(triangles, t, x);
      return energy;
    },
    addForce(x, _v, _t, f) {
      addPressureForces(triangles, pressure, x, f);
    },
  });
}

/** Volume enclosed by a closed surface whose triangles face outwards [m³]; for an open one, that of its cone from the origin. */
export function enclosedVolume(triangles: Uint32Array, x: Float64Array): number {
  let volume = 0;
  for (let t = 0; 3 * t < triangles.length; t++) volume += coneVolume(triangles, t, x);
  return volume;
}

/** Of the tetrahedron of triangle t and the origin, with its sign [m³]. */
function coneVolume(triangles: Uint32Array, t: number, x: Float64Array): number {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const nx = x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1];
  const ny = x[b + 2] * x[c] - x[b] * x[c + 2];
  const nz = x[b] * x[c + 1] - x[b + 1] * x[c];
  return (x[a] * nx + x[a + 1] * ny + x[a + 2] * nz) / 6;
}

const cross = new Float64Array(3);

function addPressureForces(triangles: Uint32Array, pressure: Float64Array, x: Float64Array, f: Float64Array): void {
  for (let t = 0; t < pressure.length; t++) {
    const sixth = pressure[t] / 6;
    if (sixth === 0) continue;
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    computeTriangleCross(x, a, b, c, cross);
    addToCorners(f, a, b, c, sixth * cross[0], sixth * cross[1], sixth * cross[2]);
  }
}
