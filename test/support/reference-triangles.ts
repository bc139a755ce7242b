import { dot, length, type Mat, minus, solveFree, sum, times, type Vec, zeros } from "./plain-algebra.ts";
import type { ReferenceState } from "./reference.ts";
import { dampingMatrix, externalForce, hingeForce, type Model, type NetworkScene, stiffnessMatrix } from "./reference-model.ts";

/** One deformation axis of a triangle: S = Σ w x over its corners, E = ½ κ (|S| − 1)². */
export interface Axis {
  corners: number[];
  w: Vec;
  kappa: number;
}

/** The axes u, v and, turned by ±45°, ũ and ṽ of every triangle that has a stiffness   [Choi13, eq. 4.1–4.6]. */
export function triangleAxes(model: Model): Axis[][] {
  return model.elements.map(({ corners, uv, k }) => {
    const [[du1, dv1], [du2, dv2]] = [minus(uv[1], uv[0]), minus(uv[2], uv[0])];
    const det = du1 * dv2 - du2 * dv1;
    // [S_u S_v] = [x_j − x_i, x_k − x_i] D⁻¹ for unit vectors in place of the corners
    const wu = [(dv1 - dv2) / det, dv2 / det, -dv1 / det];
    const wv = [(du2 - du1) / det, -du2 / det, du1 / det];
    const turned = [1, -1].map((sign) => wu.map((w, a) => (w + sign * wv[a]) / Math.SQRT2));
    return [wu, wv, ...turned].map((w, axis) => ({ corners, w, kappa: 0.5 * Math.abs(det) * k[axis] }));
  });
}

/** S = Σ w x */
export function axisAt({ corners, w }: Axis, x: Vec): Vec {
  return [0, 1, 2].map((c) =>
    dot(
      w,
      corners.map((corner) => x[3 * corner + c]),
    ),
  );
}

/** Implicit Euler, linearised once, on the conventional triangle model. */
export function triangleImplicitStep(
  model: Model,
  solver: NetworkScene["solver"],
  { x, v }: ReferenceState,
  t: number,
  h: number,
): ReferenceState {
  const C = dampingMatrix(model);
  const K = stiffnessMatrix({ ...model, springs: [] }, x, "clamped"); // the hinges
  const f = sum(sum(hingeForce(model, x), externalForce(model, x, v, t)), times(C, v), -1);
  for (const axes of triangleAxes(model)) {
    if (solver.shear === "baraff-witkin") {
      for (const axis of axes.slice(0, 2)) addAxis(axis, x, f, K);
      addAngle(axes, x, f, K);
    } else {
      for (const axis of axes) addAxis(axis, x, f, K);
    }
  }
  const b = sum(f, times(K, v), -h).map((value) => h * value);
  const A = K.map((row, p) => row.map((value, q) => (p === q ? model.mass[Math.floor(p / 3)] : 0) + h * C[p][q] + h * h * value));
  const next = sum(v, solveFree(A, b, model.pinned));
  return { x: sum(x, next, h), v: next };
}

function addAxis(axis: Axis, x: Vec, f: Vec, K: Mat): void {
  const { corners, w, kappa } = axis;
  const S = axisAt(axis, x);
  const r = length(S);
  const n = S.map((value) => value / r);
  const across = Math.max(0, 1 - 1 / r);
  const block = zeros(3).map((row, p) => row.map((_, q) => kappa * (n[p] * n[q] + across * ((p === q ? 1 : 0) - n[p] * n[q]))));
  corners.forEach((i, a) => {
    for (let p = 0; p < 3; p++) f[3 * i + p] -= kappa * w[a] * (r - 1) * n[p];
    corners.forEach((j, b) => {
      for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) K[3 * i + p][3 * j + q] += w[a] * w[b] * block[p][q];
    });
  });
}

/** Baraff & Witkin's shear by C = S_u·S_v, with its Gauss–Newton blocks   [Choi13, eq. 4.5]. */
function addAngle([u, v, { kappa }]: Axis[], x: Vec, f: Vec, K: Mat): void {
  const [Su, Sv] = [axisAt(u, x), axisAt(v, x)];
  const angle = dot(Su, Sv);
  const g = u.corners.map((_, a) => Su.map((value, c) => u.w[a] * Sv[c] + v.w[a] * value));
  u.corners.forEach((i, a) => {
    for (let p = 0; p < 3; p++) f[3 * i + p] -= kappa * angle * g[a][p];
    u.corners.forEach((j, b) => {
      for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) K[3 * i + p][3 * j + q] += kappa * g[a][p] * g[b][q];
    });
  });
}

/** The strain |S| − 1 of the axes u and v of every triangle. */
export function triangleStrains(model: Model, x: Vec): Vec {
  return triangleAxes(model).flatMap((axes) => axes.slice(0, 2).map((axis) => length(axisAt(axis, x)) - 1));
}
