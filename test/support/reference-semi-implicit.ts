import { at, cross, dot, eliminate, length, type Mat, minus, solveFree, sum, times, type Vec, zeros } from "./plain-algebra.ts";
import type { ReferenceState } from "./reference.ts";
import {
  dampingMatrix,
  externalForce,
  hingeForce,
  type Model,
  type NetworkScene,
  springForce,
  stiffnessMatrix,
} from "./reference-model.ts";

type Solver = NetworkScene["solver"];

/** M + sC + s²K */
export function systemMatrix(model: Model, C: Mat, K: Mat, s: number): Mat {
  return K.map((row, p) => row.map((value, q) => (p === q ? model.mass[Math.floor(p / 3)] : 0) + s * C[p][q] + s * s * value));
}

/** Block (i, j) of A. */
const block = (A: Mat, i: number, j: number): Mat => A.slice(3 * i, 3 * i + 3).map((row) => row.slice(3 * j, 3 * j + 3));

/** b_i − Σ_{j≠i} A_ij y_j, over all j of a dense matrix. */
function rowRemainder(A: Mat, b: Vec, y: Vec, i: number): Vec {
  let rest = at(b, i);
  for (let j = 0; j < y.length / 3; j++) if (j !== i) rest = minus(rest, times(block(A, i, j), at(y, j)));
  return rest;
}

/** Kim's method: v*_i ← A_ii⁻¹ (b_i − Σ A_ij v*_j) in the order of the scene, from v* = v, with b = M v + h F, F undamped. */
export function gaussSeidelStep(model: Model, solver: Solver, { x, v }: ReferenceState, t: number, h: number): ReferenceState {
  const A = systemMatrix(model, dampingMatrix(model), stiffnessMatrix(model, x, model.jacobian), h);
  const F = sum(springForce(model, x), externalForce(model, x, v, t));
  const b = F.map((f, c) => model.mass[Math.floor(c / 3)] * v[c] + h * f);
  const tolerance = (solver.tolerance as number) ?? 0;
  const sweeps = tolerance > 0 ? 10000 : ((solver.sweeps as number) ?? 4);
  const w = [...v];
  for (let n = 0; n < sweeps; n++) {
    for (let i = 0; i < model.n; i++) {
      if (!model.pinned[i]) w.splice(3 * i, 3, ...eliminate(block(A, i, i), rowRemainder(A, b, w, i)));
    }
    const free = (y: Vec): Vec => y.filter((_, c) => !model.pinned[Math.floor(c / 3)]);
    if (tolerance > 0 && length(free(minus(b, times(A, w)))) <= tolerance * length(free(b))) break;
  }
  return { x: sum(x, w, h), v: w };
}

/** Kang & Cho: Δv⁽⁰⁾ = p = W⁻¹ h f̃ with f̃ = F − h K v, then Δv⁽ᵏ⁺¹⁾ = p + W⁻¹ (coupling) Δv⁽ᵏ⁾, k + 1 sweeps in all. */
export function jacobiStep(model: Model, solver: Solver, { x, v }: ReferenceState, t: number, h: number): ReferenceState {
  const C = dampingMatrix(model);
  const K = stiffnessMatrix(model, x, model.jacobian);
  const A = systemMatrix(model, C, K, h);
  let F = sum(springForce(model, x), externalForce(model, x, v, t));
  if (solver.damping !== "printed") F = sum(F, times(C, v), -1);
  const b = sum(F, times(K, v), -h).map((f) => h * f);
  let dv = x.map(() => 0);
  for (let n = 0; n < ((solver.sweeps as number) ?? 2); n++) {
    const old = dv;
    dv = model.mass.flatMap((_, i) => (model.pinned[i] ? [0, 0, 0] : eliminate(block(A, i, i), rowRemainder(A, b, old, i))));
  }
  const w = sum(v, dv);
  return { x: sum(x, w, h), v: w };
}

/** Desbrun: every block k I, one dense solve, and for bodies without pins the momentum that the internal impulses took. */
export function desbrunStep(model: Model, solver: Solver, { x, v }: ReferenceState, t: number, h: number): ReferenceState {
  const C = dampingMatrix(model);
  const K = stiffnessMatrix(model, x, "isotropic");
  const external = externalForce(model, x, v, t);
  const F = sum(sum(springForce(model, x), external), times(C, v), -1);
  const b = sum(F, times(K, v), -h).map((f) => h * f);
  const dv = solveFree(systemMatrix(model, C, K, h), b, model.pinned);
  let w = sum(v, dv);
  if (solver.momentum === true) {
    const q = dv.map((d, c) => {
      const i = Math.floor(c / 3);
      return model.mass[i] * d - h * (external[c] - model.viscous[i] * w[c]);
    });
    for (const body of bodies(model)) if (!body.some((i) => model.pinned[i])) w = correct(model, body, x, q, w);
  }
  return { x: sum(x, w, h), v: w };
}

/** v*_i − Q/Σm − (I⁻¹T) × y_i over one body. */
function correct(model: Model, body: number[], x: Vec, q: Vec, w: Vec): Vec {
  const total = (values: (i: number) => Vec): Vec => body.map(values).reduce((a, b) => sum(a, b));
  const mass = body.reduce((m, i) => m + model.mass[i], 0);
  const centre = total((i) => at(x, i).map((c) => (model.mass[i] * c) / mass));
  const arm = (i: number): Vec => minus(at(x, i), centre);
  const Q = total((i) => at(q, i));
  const T = total((i) => cross(arm(i), at(q, i)));
  const inertia = zeros(3);
  for (const i of body) {
    const y = arm(i);
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) inertia[a][b] += model.mass[i] * ((a === b ? dot(y, y) : 0) - y[a] * y[b]);
    }
  }
  const turn = eliminate(inertia, T);
  const out = [...w];
  for (const i of body) {
    const back = sum(cross(turn, arm(i)), Q, 1 / mass);
    for (let c = 0; c < 3; c++) out[3 * i + c] -= back[c];
  }
  return out;
}

/** Which particles hang together through springs and hinges. */
function bodies(model: Model): number[][] {
  const label = model.mass.map((_, i) => i);
  const groups = [...model.springs.map(({ i, j }) => [i, j]), ...model.hinges.map((hinge) => hinge.slice(0, 4))];
  for (let changed = true; changed; ) {
    changed = false;
    for (const group of groups) {
      const least = Math.min(...group.map((i) => label[i]));
      for (const i of group) {
        if (label[i] !== least) changed = true;
        label[i] = least;
      }
    }
  }
  return [...new Set(label)].map((root) => label.flatMap((l, i) => (l === root ? [i] : [])));
}

/**
 * Oh's four: with D = h v, s = h, or in BDF2 after its first step D = (x − x⁻)/3 + ⅔h v, s = ⅔h,
 * (M + sC + s²K) Δv = [M (v − v⁻)/3] + s (F − K D);  PAID has F + F^P for F − K D and the mean of K(x) and K(x + D) for K.
 */
export function ohStep(model: Model, solver: Solver, state: ReferenceState, t: number, h: number): ReferenceState {
  const { x, v, before } = state;
  const twoStep = solver.method !== "paid";
  const second = twoStep && before !== undefined;
  const s = second ? (2 / 3) * h : h;
  const D = second ? x.map((p, c) => (p - before.x[c]) / 3 + s * v[c]) : v.map((value) => h * value);
  const hat = sum(x, D);
  const C = dampingMatrix(model);
  let K = stiffnessMatrix(model, x, model.jacobian);
  let F = sum(sum(springForce(model, x), externalForce(model, x, v, t)), times(C, v), -1);
  if (solver.method === "bdf2") F = sum(F, times(K, D), -1);
  else {
    const ahead = stiffnessMatrix(model, hat, model.jacobian);
    K = K.map((row, p) => row.map((value, q) => value / 2 + ahead[p][q] / 2));
    F = sum(F, solver.tension === "rotated" ? minus(springForce(model, hat), springForce(model, x)) : paidForce(model, x, hat));
  }
  const b = F.map((f, c) => s * f + (second ? (model.mass[Math.floor(c / 3)] * (v[c] - before.v[c])) / 3 : 0));
  const dv = solveFree(systemMatrix(model, C, K, s), b, model.pinned);
  return { x: sum(hat, dv, s), v: sum(v, dv), ...(twoStep ? { before: { x, v } } : {}) };
}

/** f^P_ij = (T(r̂) − T(r)) û; hinges, which are linear, change by what they change. */
export function paidForce(model: Model, x: Vec, hat: Vec): Vec {
  const f = minus(hingeForce(model, hat), hingeForce(model, x));
  for (const { i, j, L, k, slack } of model.springs) {
    const tension = (r: number): number => (slack && r <= L ? 0 : k * (r - L));
    const r = length(minus(at(x, j), at(x, i)));
    const d = minus(at(hat, j), at(hat, i));
    const pull = (tension(length(d)) - tension(r)) / length(d);
    for (let c = 0; c < 3; c++) {
      f[3 * i + c] += pull * d[c];
      f[3 * j + c] -= pull * d[c];
    }
  }
  return f;
}
