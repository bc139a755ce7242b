import { InputError } from "../core/errors.ts";
import type { Cloth } from "../fabric/cloth.ts";

/**
 * The triangles that resist stretch and shear. Each maps the material (u, v) to space, and the columns of that map are linear in
 * its corners   [Choi13, eq. 4.2–4.3]:
 *
 *     v    k            S_u = a x_i + b x_j + c x_k        a + b + c = 0
 *     │   / \           S_v = p x_i + q x_j + r x_k        p + q + r = 0
 *     └─u i───j
 */
export interface TriangleElements {
  readonly count: number;
  /** Corners i, j, k, packed by threes. */
  readonly vertices: Uint32Array;
  /** a, b, c, p, q, r [1/m], packed by sixes. */
  readonly weights: Float64Array;
  /** Rest area times stiffness [N·m] along u, v and in the two shear axes, packed by fours. */
  readonly stiffness: Float64Array;
}

/** Triangles whose four stiffnesses are 0 are left out: their cloth has no triangle model. */
export function buildTriangleElements(cloth: Cloth): TriangleElements {
  const { triangles, material, triangleStiffness: k } = cloth;
  const members: number[] = [];
  for (let t = 0; 4 * t < k.length; t++) {
    if (k[4 * t] !== 0 || k[4 * t + 1] !== 0 || k[4 * t + 2] !== 0 || k[4 * t + 3] !== 0) members.push(t);
  }
  const count = members.length;
  const vertices = new Uint32Array(3 * count);
  const weights = new Float64Array(6 * count);
  const stiffness = new Float64Array(4 * count);
  for (let e = 0; e < count; e++) {
    const t = members[e];
    vertices.set(triangles.subarray(3 * t, 3 * t + 3), 3 * e);
    const area = computeTriangleWeights(triangles, t, material, weights, 6 * e);
    if (!(area > 0)) {
      const found = material.length === 0 ? "a stiffness but no material coordinates" : "material coordinates of no area";
      throw new InputError(`triangles[${t}]`, found, "give its corners (u, v) that span an area");
    }
    for (let axis = 0; axis < 4; axis++) stiffness[4 * e + axis] = area * k[4 * t + axis];
  }
  return { count, vertices, weights, stiffness };
}

/** Writes a, b, c, p, q, r of triangle t at `offset` and returns its rest area [m²]; where that is 0 or NaN they mean nothing. */
export function computeTriangleWeights(
  triangles: Uint32Array,
  t: number,
  material: Float64Array,
  weights: Float64Array,
  offset: number,
): number {
  const i = 2 * triangles[3 * t];
  const j = 2 * triangles[3 * t + 1];
  const k = 2 * triangles[3 * t + 2];
  const du1 = material[j] - material[i];
  const dv1 = material[j + 1] - material[i + 1];
  const du2 = material[k] - material[i];
  const dv2 = material[k + 1] - material[i + 1];
  const det = du1 * dv2 - du2 * dv1;
  const b = dv2 / det;
  const c = -dv1 / det;
  const q = -du2 / det;
  const r = du1 / det;
  weights[offset] = -b - c;
  weights[offset + 1] = b;
  weights[offset + 2] = c;
  weights[offset + 3] = -q - r;
  weights[offset + 4] = q;
  weights[offset + 5] = r;
  return 0.5 * Math.abs(det);
}

/** The pairs of corners that a triangle's matrix couples, three a triangle: (i, j), (i, k), (j, k). */
export function trianglePairs({ count, vertices }: TriangleElements): Uint32Array {
  const pairs = new Uint32Array(6 * count);
  for (let e = 0; e < count; e++) {
    const [i, j, k] = vertices.subarray(3 * e, 3 * e + 3);
    pairs.set([i, j, i, k, j, k], 6 * e);
  }
  return pairs;
}
