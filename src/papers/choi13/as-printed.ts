import type { Hinges } from "../../fabric/cloth.ts";
import { addHingeForces } from "../../forces/hinges.ts";
import { buildTriangleElements, type TriangleElements } from "../../forces/triangle-elements.ts";
import { factorCholesky, solveCholesky } from "../../linalg/sparse-cholesky.ts";
import { buildTopology } from "../../mesh/topology.ts";
import { buildScene } from "../../scene/build-scene.ts";
import { refuseMesh } from "../../scene/create-simulation.ts";
import { parseScene } from "../../scene/parse-scene.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import { lowerMatrix, scalarMatrix } from "./scalar-system.ts";

/** The hinges of [Choi13, eq. 5.2–5.5 and 5.14] as they are printed: areas without sign, λ = ⅔ μ l (|N_i| + |N_j|)/(|N_i| |N_j|)². */
export function printedHinges(vertices: Uint32Array, flat: Float64Array, modulus: number): Hinges {
  const count = vertices.length / 4;
  const weights = new Float64Array(4 * count);
  const stiffness = new Float64Array(count);
  for (let h = 0; h < count; h++) {
    const [i, j, k, l] = Array.from(vertices.subarray(4 * h, 4 * h + 4), (a) => [flat[2 * a], flat[2 * a + 1]] as const);
    const [ni, nj, nk, nl] = [area(i, k, l), area(j, l, k), area(k, j, i), area(l, i, j)];
    weights.set([nj / (ni + nj), ni / (ni + nj), -nl / (nk + nl), -nk / (nk + nl)], 4 * h);
    const length = Math.sqrt((l[0] - k[0]) ** 2 + (l[1] - k[1]) ** 2); // not in a step
    stiffness[h] = ((2 / 3) * modulus * length * (ni + nj)) / (ni * nj * (ni * nj));
  }
  return { count, vertices, weights, stiffness };
}

type Point = readonly [number, number];

/** |(a − b) ∧ (a − c)| */
function area(a: Point, b: Point, c: Point): number {
  return Math.abs((a[0] - b[0]) * (a[1] - c[1]) - (a[1] - b[1]) * (a[0] - c[0]));
}

/**
 * A scene of one cloth without pins by the linear triangle model with the targets of [Choi13, eq. 4.17–4.18] as they are printed: the axes of the predicted places
 * x* = x + h v themselves, not their directions. (M + hC + h²K) Δv = h (F(x + h v) − C v).
 */
export async function printedStretch(scene: SceneInput, steps: number): Promise<{ readonly time: number; readonly x: Float64Array }[]> {
  const { cloth, positions, sceneIndex, timestep: h } = await buildScene(parseScene(scene), refuseMesh);
  const elements = buildTriangleElements(cloth);
  const n = cloth.particleCount;
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const matrix = scalarMatrix(cloth, h, "triangles");
  for (let i = 0; i < n; i++) matrix.diagonal[i] += h * cloth.viscousDamping[i];
  const factor = factorCholesky(lowerMatrix(matrix, order));
  let x: Float64Array = positions.slice();
  let v: Float64Array = new Float64Array(3 * n);
  /** In the scene's order. */
  const told = (): Float64Array => {
    const all = new Float64Array(3 * n);
    for (let i = 0; i < n; i++) all.set(x.subarray(3 * i, 3 * i + 3), 3 * sceneIndex[i]);
    return all;
  };
  const found = [{ time: 0, x: told() }];
  for (let step = 1; step <= steps; step++) {
    const predicted = x.map((value, c) => value + h * v[c]);
    const dv = new Float64Array(3 * n);
    addPrintedForces(elements, predicted, predicted, dv);
    for (let c = 0; c < 3 * n; c++) dv[c] = h * (dv[c] - cloth.viscousDamping[Math.floor(c / 3)] * v[c]);
    solveCholesky(factor, dv);
    v = v.map((value, c) => value + dv[c]);
    x = x.map((value, c) => value + h * v[c]);
    found.push({ time: step * h, x: told() });
  }
  return found;
}

/** −κ w (S(at) − S*), S* = S(target) as printed, along u, v and the axes turned by 45° [Choi13, eq. 6.4 and 6.11]. */
function addPrintedForces(
  { count, vertices, weights, stiffness }: TriangleElements,
  at: Float64Array,
  target: Float64Array,
  f: Float64Array,
): void {
  const half = Math.SQRT1_2;
  for (let e = 0; e < count; e++) {
    const corners = vertices.subarray(3 * e, 3 * e + 3);
    const [u, v] = [weights.subarray(6 * e, 6 * e + 3), weights.subarray(6 * e + 3, 6 * e + 6)];
    const axes = [u, v, u.map((w, a) => half * (w + v[a])), u.map((w, a) => half * (w - v[a]))];
    for (const [axis, w] of axes.entries()) {
      for (let c = 0; c < 3; c++) {
        let pull = 0;
        for (let a = 0; a < 3; a++) pull += w[a] * (at[3 * corners[a] + c] - target[3 * corners[a] + c]);
        for (let a = 0; a < 3; a++) f[3 * corners[a] + c] -= stiffness[4 * e + axis] * w[a] * pull;
      }
    }
  }
}

/**
 * What the prints of eq. 1.9 and 5.15 do, on the hinges of a square of 5 × 5 vertices: how unsymmetric I − h²M⁻¹J is with unequal masses (h = 1), and M − h²J;
 * and how far −λ α_i α_k, and −λ α_i α_j, are from the derivative of the force.
 */
export function printedSystem(): {
  readonly asymmetry: number;
  readonly mended: number;
  readonly jacobian: { readonly printed: number; readonly corrected: number };
} {
  const size = 5;
  const n = size * size;
  const flat = Float64Array.from({ length: 2 * n }, (_, c) => {
    const i = Math.floor(c / 2);
    return ((c % 2 === 0 ? i % size : Math.floor(i / size)) + 0.2 * Math.sin(5 * c)) / (size - 1); // not in a step
  });
  const triangles: number[] = [];
  for (let i = 0; i + size < n; i++) if (i % size < size - 1) triangles.push(i, i + 1, i + size + 1, i, i + size + 1, i + size);
  const hinges = printedHinges(buildTopology(n, Uint32Array.from(triangles)).hinges, flat, 1);
  const derivative = differentiate(hinges, n);
  const [printed, corrected] = [new Float64Array(n * n), new Float64Array(n * n)];
  for (let h = 0; h < hinges.count; h++) {
    const [w, corners] = [hinges.weights.subarray(4 * h, 4 * h + 4), hinges.vertices.subarray(4 * h, 4 * h + 4)];
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        corrected[corners[a] * n + corners[b]] -= hinges.stiffness[h] * w[a] * w[b];
        printed[corners[a] * n + corners[b]] -= hinges.stiffness[h] * w[a] * w[2]; // α_k, whatever j is
      }
    }
  }
  const mass = (i: number): number => 1 + i / (n - 1);
  const largest = (value: (i: number, j: number) => number): number => {
    let most = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i !== j) most = Math.max(most, Math.abs(value(i, j)));
    return most;
  };
  const at = (matrix: Float64Array, i: number, j: number): number => matrix[i * n + j];
  const scale = largest((i, j) => at(derivative, i, j));
  const scaled = largest((i, j) => at(derivative, i, j) / mass(i));
  return {
    asymmetry: largest((i, j) => at(derivative, i, j) / mass(i) - at(derivative, j, i) / mass(j)) / scaled,
    mended: largest((i, j) => at(derivative, i, j) - at(derivative, j, i)) / scale,
    jacobian: {
      printed: largest((i, j) => at(printed, i, j) - at(derivative, i, j)) / scale,
      corrected: largest((i, j) => at(corrected, i, j) - at(derivative, i, j)) / scale,
    },
  };
}

/** ∂F_i/∂x_j along one coordinate, by differences: the force is linear, so that they are exact. */
function differentiate(hinges: Hinges, n: number): Float64Array {
  const derivative = new Float64Array(n * n);
  const x = new Float64Array(3 * n);
  for (let j = 0; j < n; j++) {
    x[3 * j] = 1;
    const f = new Float64Array(3 * n);
    addHingeForces(hinges, x, f);
    for (let i = 0; i < n; i++) derivative[i * n + j] = f[3 * i];
    x[3 * j] = 0;
  }
  return derivative;
}
