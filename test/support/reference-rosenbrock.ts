import { eliminate, type Mat, sum, times, type Vec, zeros } from "./plain-algebra.ts";
import type { ReferenceState } from "./reference.ts";
import { dampingMatrix, externalForce, type Model, springForce, stiffnessMatrix } from "./reference-model.ts";

/** One stage as Hairer & Wanner write it: k_i = h f(y + Σ α_ij k_j) + h J Σ γ_ij k_j, with γ_ii = γ on the left. */
const GAMMA = 0.5;

/**
 * Rosenbrock's method once more, on the first-order system of 6n unknowns with its Jacobian written out and solved by elimination. The
 * coefficients are those of k_i, derived from the printed ones of g_i (g = Γk/…): with Γ = (γ_ij), A = (α_ij), C = diag(1/γ) − Γ⁻¹, a = AΓ⁻¹, b = βΓ⁻¹
 * [Hairer & Wanner, Solving ODEs II, IV.7.24]; inverted here, so that nothing but the printed table is shared with the method.
 */
export function rosenbrockStep(model: Model, { x, v }: ReferenceState, t: number, h: number): ReferenceState {
  const size = x.length;
  const [K, D] = [stiffnessMatrix(model, x, model.jacobian), dampingMatrix(model)];
  const inverseMass = x.map((_, c) => (model.pinned[Math.floor(c / 3)] ? 0 : 1 / model.mass[Math.floor(c / 3)]));
  const external = externalForce(model, x, v, t);
  const f = (y: Vec): Vec => {
    const [X, V] = [y.slice(0, size), y.slice(size)];
    const F = sum(sum(springForce(model, X), external), times(D, V), -1);
    return [...V, ...F.map((value, c) => value * inverseMass[c])];
  };
  const J: Mat = zeros(2 * size);
  for (let p = 0; p < size; p++) {
    J[p][size + p] = 1;
    for (let q = 0; q < size; q++) {
      J[size + p][q] = -K[p][q] * inverseMass[p];
      J[size + p][size + q] = -D[p][q] * inverseMass[p];
    }
  }
  const { alpha, gamma, beta } = coefficients();
  const y = [...x, ...v];
  const k: Vec[] = [];
  for (let i = 0; i < 4; i++) {
    let point = y;
    let slope = y.map(() => 0);
    for (let j = 0; j < i; j++) {
      point = sum(point, k[j], alpha[i][j]);
      slope = sum(slope, k[j], gamma[i][j]);
    }
    const right = sum(f(point), times(J, slope)).map((value) => h * value);
    const left = J.map((row, p) => row.map((value, q) => (p === q ? 1 : 0) - h * GAMMA * value));
    k.push(eliminate(left, right));
  }
  const end = k.reduce((total, one, i) => sum(total, one, beta[i]), y);
  return { x: end.slice(0, size), v: end.slice(size) };
}

/** α, γ and β of the k_i from Shampine's a, c and b of the g_i. */
function coefficients(): { alpha: Mat; gamma: Mat; beta: Vec } {
  const a = [
    [0, 0, 0, 0],
    [2, 0, 0, 0],
    [1.92, 0.24, 0, 0],
    [1.92, 0.24, 0, 0],
  ];
  const c = [
    [0, 0, 0, 0],
    [-8, 0, 0, 0],
    [14.88, 2.4, 0, 0],
    [-0.896, -0.432, -0.4, 0],
  ];
  const b = [19 / 9, 0.5, 25 / 108, 125 / 108];
  // Γ⁻¹ = diag(1/γ) − C, column by column inverted
  const inverse = c.map((row, i) => row.map((value, j) => (i === j ? 1 / GAMMA : -value)));
  const columns = [0, 1, 2, 3].map((j) =>
    eliminate(
      inverse.map((row) => [...row]),
      [0, 1, 2, 3].map((i) => (i === j ? 1 : 0)),
    ),
  );
  const gamma = [0, 1, 2, 3].map((i) => columns.map((column) => column[i]));
  const product = (row: Vec): Vec => [0, 1, 2, 3].map((j) => row.reduce((total, value, m) => total + value * gamma[m][j], 0));
  return { alpha: a.map(product), gamma, beta: product(b) };
}
