import { at, dot, eliminate, length, type Mat, minus, solveFree, sum, times, type Vec, zeros } from "./plain-algebra.ts";
import { dampingMatrix, externalForce, type Model, springForce, stiffnessMatrix } from "./reference-model.ts";

/** The two-level method once more, dense: the true Hessian H of the moment on hats P, the constant matrix A for the rest. */
export interface TwoLevelOptions {
  readonly substeps: number;
  readonly theta: number;
  readonly turning: number;
  /** The hats of each particle, as rows of P, and how far they are apart [m]. */
  readonly hats: Mat;
  readonly spacing: number;
}

/** A mass that hats do not move, and the acceleration whose strain is the least tension (src/methods/two-level). */
const IMMOVABLE = 1e4;
const ACCELERATION = 30;

export function twoLevelStep(model: Model, options: TwoLevelOptions, state: { x: Vec; v: Vec }, t: number, whole: number): { x: Vec; v: Vec } {
  const { substeps, theta } = options;
  const h = whole / substeps;
  let { x, v } = state;
  for (let n = 0; n < substeps; n++) {
    const change = solveTwoLevel(model, options, x, v, t + n * h, h);
    x = sum(x, sum(v, change), h);
    v = sum(v, change, 1 / theta);
  }
  return { x, v };
}

/** Δv = e + A⁻¹ (r − H e),   e = P (PᵀH₊P)⁻¹ Pᵀ r */
function solveTwoLevel(model: Model, { theta, turning, hats, spacing }: TwoLevelOptions, x: Vec, v: Vec, t: number, h: number): Vec {
  const s = theta * h;
  const there = sum(x, v, s);
  const C = dampingMatrix(model);
  const force = sum(sum(springForce(model, there), externalForce(model, x, v, t)), times(C, v), -1);
  const r = force.map((f, c) => (model.pinned[Math.floor(c / 3)] ? 0 : s * f));
  const massAndDamping = C.map((row, p) => row.map((value, q) => s * value + (p === q ? model.mass[Math.floor(p / 3)] : 0)));
  const add = (a: Mat, b: Mat, scale: number): Mat => a.map((row, p) => row.map((value, q) => value + scale * b[p][q]));
  const A = add(massAndDamping, stiffnessMatrix(model, there, "isotropic"), s * s);
  const bending = stiffnessMatrix({ ...model, springs: [] }, there, "isotropic");
  const rest = add(massAndDamping, bending, s * s);
  const H = add(rest, springHessian(model, there, () => 0), s * s);
  const least = 0.5 * ((ACCELERATION * h * h) / spacing) ** 2;
  const turn = (i: number, j: number): number => {
    const d = minus(at(there, j), at(there, i));
    const w = minus(at(v, j), at(v, i));
    const across = w.map((value, c) => value - (dot(w, d) / dot(d, d)) * d[c]);
    return Math.max(least, (turning * h * h * dot(across, across)) / dot(d, d));
  };
  const held = add(rest, springHessian(model, there, turn), s * s);
  const P = hats.flatMap((row) => [0, 1, 2].map((c) => row.flatMap((weight) => [0, 1, 2].map((d) => (c === d ? weight : 0)))));
  const heaviest = Math.max(...project(P, A).map((row, a) => row[a]));
  for (let c = 0; c < held.length; c++) if (model.pinned[Math.floor(c / 3)]) held[c][c] += IMMOVABLE * heaviest;
  const right = P[0].map((_, a) => r.reduce((total, value, c) => total + P[c][a] * value, 0));
  const e = times(P, eliminate(project(P, held), right)).map((value, c) => (model.pinned[Math.floor(c / 3)] ? 0 : value));
  return sum(e, solveFree(A, sum(r, times(H, e), -1), model.pinned));
}

/** PᵀKP */
function project(P: Mat, K: Mat): Mat {
  const KP = K.map((row) => P[0].map((_, b) => row.reduce((total, value, c) => total + value * P[c][b], 0)));
  return P[0].map((_, a) => P[0].map((_, b) => P.reduce((total, row, c) => total + row[a] * KP[c][b], 0)));
}

/** Σ k (u uᵀ + c (I − u uᵀ)) over the springs that pull, c at least what `least` says. */
function springHessian({ n, springs }: Model, x: Vec, least: (i: number, j: number) => number): Mat {
  const K = zeros(3 * n);
  for (const { i, j, L, k, slack } of springs) {
    const d = minus(at(x, j), at(x, i));
    const rest = length(d);
    if (slack && rest <= L) continue;
    const c = Math.min(1, Math.max(0, 1 - L / rest, least(i, j)));
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        const along = (d[a] * d[b]) / (rest * rest);
        const value = k * (along + c * ((a === b ? 1 : 0) - along));
        K[3 * i + a][3 * i + b] += value;
        K[3 * j + a][3 * j + b] += value;
        K[3 * i + a][3 * j + b] -= value;
        K[3 * j + a][3 * i + b] -= value;
      }
    }
  }
  return K;
}

/** Bilinear hats over the box of flat coordinates, so many cells along u and v. */
export function bilinearHats(material: readonly Vec[], cells: readonly [number, number]): Mat {
  const low = [0, 1].map((axis) => Math.min(...material.map((point) => point[axis])));
  const size = [0, 1].map((axis) => Math.max(...material.map((point) => point[axis])) - low[axis]);
  return material.map((point) => {
    const [u, v] = [0, 1].map((axis) => ((point[axis] - low[axis]) / size[axis]) * cells[axis]);
    const hat = (place: number, node: number): number => Math.max(0, 1 - Math.abs(place - node));
    const row: Vec = [];
    for (let b = 0; b <= cells[1]; b++) for (let a = 0; a <= cells[0]; a++) row.push(hat(u, a) * hat(v, b));
    return row;
  });
}
