import { computeNearestAreas, measureCorners } from "./nearest-areas.ts";
import { vertexNormals } from "./vertex-normals.ts";

/**
 * Mean curvature H = (κ₁ + κ₂)/2 [1/m] of a surface at its vertices, by cotangents   [Meyer03, eq. 8]:
 *
 *         k ╲            2 H n = 1/A Σ ½ (cot α + cot β) (x_i − x_j)
 *       α ╱   ╲
 *       i ─────── j      α, β face the edge ij; A is the part of the surface nearest to i
 *       ╲ β   ╱
 *         l
 *
 * Positive where it bulges towards its normal: 1/r on a ball seen from outside, 1/(2r) on a cylinder. A vertex on the border has the mean
 * of its neighbours, for half a neighbourhood tells no curvature; without triangles it has 0.
 */
export function computeMeanCurvature(triangles: Uint32Array, x: Float64Array, out: Float64Array): void {
  const areas = new Float64Array(out.length);
  computeNearestAreas(triangles, x, areas);
  const pull = new Float64Array(x.length);
  addPull(triangles, x, pull);
  const normals = vertexNormals(triangles, x);
  const turn = findTurns(triangles, out.length);
  for (let i = 0; i < out.length; i++) {
    let along = 0;
    let squared = 0;
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      along += pull[c] * normals[c];
      squared += normals[c] * normals[c];
    }
    out[i] = turn[i] === 0 && areas[i] > 0 && squared > 0 ? along / (2 * areas[i] * Math.sqrt(squared)) : 0;
  }
  fillBorder(triangles, turn, out);
}

/** Σ ½ (cot α + cot β) (x_i − x_j), triangle by triangle. */
function addPull(triangles: Uint32Array, x: Float64Array, pull: Float64Array): void {
  const cosines = new Float64Array(3);
  const squares = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    const doubled = measureCorners(triangles, t, x, cosines, squares);
    if (!(doubled > 0)) continue;
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    pullApart(x, b, c, (0.5 * cosines[0]) / doubled, pull);
    pullApart(x, c, a, (0.5 * cosines[1]) / doubled, pull);
    pullApart(x, a, b, (0.5 * cosines[2]) / doubled, pull);
  }
}

/** Adds weight (x_i − x_j) at i and its opposite at j. */
function pullApart(x: Float64Array, i: number, j: number, weight: number, pull: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const pulled = weight * (x[i + c] - x[j + c]);
    pull[i + c] += pulled;
    pull[j + c] -= pulled;
  }
}

/** 0 for a vertex inside: around it every neighbour is once the next corner and once the one before. */
function findTurns(triangles: Uint32Array, count: number): Int32Array {
  const turn = new Int32Array(count);
  for (let h = 0; h < triangles.length; h++) {
    turn[triangles[h]] += triangles[h % 3 === 2 ? h - 2 : h + 1] - triangles[h % 3 === 0 ? h + 2 : h - 1];
  }
  return turn;
}

/** Gives vertices on the border the mean of their neighbours that have a value, first of those inside and then of those on the border. */
function fillBorder(triangles: Uint32Array, turn: Int32Array, out: Float64Array): void {
  const sum = new Float64Array(out.length);
  const neighbours = new Uint32Array(out.length);
  const isKnown = Uint8Array.from(turn, (turned) => (turned === 0 ? 1 : 0));
  for (let round = 0; round < 2; round++) {
    for (let h = 0; h < triangles.length; h++) {
      const i = triangles[h];
      const j = triangles[h % 3 === 2 ? h - 2 : h + 1];
      if (isKnown[i] === isKnown[j]) continue;
      const at = isKnown[i] === 0 ? i : j;
      sum[at] += out[at === i ? j : i];
      neighbours[at]++;
    }
    for (let i = 0; i < out.length; i++) {
      if (isKnown[i] !== 0 || neighbours[i] === 0) continue;
      out[i] = sum[i] / neighbours[i];
      isKnown[i] = 1;
    }
  }
}
