import { solveFree, sum, times, type Vec } from "./plain-algebra.ts";
import { dampingMatrix, externalForce, type Model, springForce, stiffnessMatrix } from "./reference-model.ts";

/**
 * Backward Euler with Baraff's position correction y, once more with dense matrices: Δx = h(v + Δv) + y in MΔv = h(F + (∂F/∂x)Δx + (∂F/∂v)Δv), solved
 * for Δv as it stands, F with its damping −Cv: (M + hC + h²K) Δv = h(F − hKv − Ky), x* = x + h(v + Δv) + y.
 */
export function correctedStep(model: Model, x: Vec, v: Vec, y: Vec, t: number, h: number): { x: Vec; v: Vec } {
  const K = stiffnessMatrix(model, x, model.jacobian);
  const C = dampingMatrix(model);
  const force = sum(sum(springForce(model, x), externalForce(model, x, v, t)), times(C, v), -1);
  const b = sum(force, times(K, sum(y, v, h)), -1).map((value) => h * value);
  const A = K.map((row, p) => row.map((value, q) => (p === q ? model.mass[Math.floor(p / 3)] : 0) + h * C[p][q] + h * h * value));
  const dv = solveFree(A, b, model.pinned);
  return { x: sum(sum(x, sum(v, dv), h), y), v: sum(v, dv) };
}
