import { InputError } from "../core/errors.ts";
import { type Hinges, NO_HINGES } from "./cloth.ts";
import type { RestShape } from "./rest-shape.ts";

/**
 * The bending element of Volino and Thalmann [Choi13, ch. 5]: two triangles about their common edge.
 *
 *         l           R = α_i x_i + α_j x_j + α_k x_k + α_l x_l,   energy ½ λ |R|²,   force on a: −λ α_a R
 *        ╱│╲
 *       i │ j         R is the gap between the line i–j and the edge k–l where they cross in the flat rest shape, so it is 0
 *        ╲│╱          whenever the pair is flat. With heights h = |N|/l a small dihedral angle φ gives |R| = φ h_i h_j/(h_i + h_j).
 *         k
 *
 * λ = 2 μ l (h_i + h_j)/(h_i h_j)² makes that ½ μ φ² l/(½(h_i + h_j)) = ½ μ κ² · l (h_i + h_j)/2 with κ = φ/(½(h_i + h_j)):
 * the plate energy ½ μ κ² over the pair's area. [Choi13, eq. 5.14] prints l¹ and 2/3; only l⁴ has the dimension and is
 * independent of the mesh, and 2 makes μ the plate modulus.
 */
export const HINGE_CONSTANT = 2;

/** Numbers in a flat pair: x, y of i, j, k, l. */
const PAIR = 8;

/**
 * α_i, α_j, α_k, α_l from the flat pair (x, y of i, j, k, l) [Choi13, eq. 5.2–5.5]. The doubled areas are signed, not absolute
 * as printed: only then is R = 0 on flat pairs that are not convex. Returns false where the pair has no area or folds over.
 */
export function computeHingeWeights(pair: Float64Array, weights: Float64Array, offset: number): boolean {
  const [xi, yi, xj, yj, xk, yk, xl, yl] = pair;
  const ni = (xi - xk) * (yi - yl) - (yi - yk) * (xi - xl);
  const nj = (xj - xl) * (yj - yk) - (yj - yl) * (xj - xk);
  const nk = (xk - xj) * (yk - yi) - (yk - yj) * (xk - xi);
  const nl = (xl - xi) * (yl - yj) - (yl - yi) * (xl - xj);
  weights[offset] = nj / (ni + nj);
  weights[offset + 1] = ni / (ni + nj);
  weights[offset + 2] = -nl / (nk + nl);
  weights[offset + 3] = -nk / (nk + nl);
  return ni * nj > 0;
}

/** λ [N/m] of a flat pair for the modulus μ [N·m]: c_b μ l⁴ (|N_i| + |N_j|)/(|N_i| |N_j|)² [Choi13, eq. 5.14, corrected]. */
export function hingeStiffness(modulus: number, pair: Float64Array): number {
  const [xi, yi, xj, yj, xk, yk, xl, yl] = pair;
  const ni = Math.abs((xi - xk) * (yi - yl) - (yi - yk) * (xi - xl));
  const nj = Math.abs((xj - xl) * (yj - yk) - (yj - yl) * (xj - xk));
  const l2 = (xl - xk) * (xl - xk) + (yl - yk) * (yl - yk);
  const product = ni * nj;
  return (HINGE_CONSTANT * modulus * l2 * l2 * (ni + nj)) / (product * product);
}

/**
 * The hinges of a mesh for the modulus μ [N·m]; none for μ = 0. `vertices` are i, j, k, l by fours as in Topology.hinges.
 * In a rest shape of three dimensions each pair is first unfolded about its edge, so hinges always pull towards flat.
 */
export function buildHinges(vertices: Uint32Array, rest: RestShape, modulus: number, path: string = "hinges"): Hinges {
  if (modulus === 0) return NO_HINGES;
  const count = vertices.length / 4;
  const weights = new Float64Array(4 * count);
  const stiffness = new Float64Array(count);
  const pair = new Float64Array(PAIR);
  const flatten = rest.dimension === 2 ? copyPair : unfoldPair;
  for (let h = 0; h < count; h++) {
    flatten(vertices, 4 * h, rest.coordinates, pair);
    if (!computeHingeWeights(pair, weights, 4 * h)) throwFolded(vertices, 4 * h, path);
    stiffness[h] = hingeStiffness(modulus, pair);
  }
  return { count, vertices, weights, stiffness };
}

function copyPair(vertices: Uint32Array, offset: number, x: Float64Array, pair: Float64Array): void {
  for (let a = 0; a < 4; a++) {
    pair[2 * a] = x[2 * vertices[offset + a]];
    pair[2 * a + 1] = x[2 * vertices[offset + a] + 1];
  }
}

/** Lays k at the origin, l on the x axis, i above it and j below, keeping all lengths of the two triangles. */
function unfoldPair(vertices: Uint32Array, offset: number, x: Float64Array, pair: Float64Array): void {
  const k = 3 * vertices[offset + 2];
  const l = 3 * vertices[offset + 3];
  const ex = x[l] - x[k];
  const ey = x[l + 1] - x[k + 1];
  const ez = x[l + 2] - x[k + 2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  for (let side = 0; side < 2; side++) {
    const a = 3 * vertices[offset + side];
    const dx = x[a] - x[k];
    const dy = x[a + 1] - x[k + 1];
    const dz = x[a + 2] - x[k + 2];
    const nx = ey * dz - ez * dy;
    const ny = ez * dx - ex * dz;
    const nz = ex * dy - ey * dx;
    const height = Math.sqrt(nx * nx + ny * ny + nz * nz) / length;
    pair[2 * side] = (ex * dx + ey * dy + ez * dz) / length;
    pair[2 * side + 1] = side === 0 ? height : -height;
  }
  pair[4] = 0;
  pair[5] = 0;
  pair[6] = length;
  pair[7] = 0;
}

function throwFolded(vertices: Uint32Array, offset: number, path: string): never {
  const [i, j, k, l] = vertices.subarray(offset, offset + 4);
  throw new InputError(
    path,
    `triangles at the edge between vertices ${k} and ${l} that overlap or have no area at rest`,
    `lay vertices ${i} and ${j} on opposite sides of the edge`,
  );
}
