import { at, dot, eliminate, length, type Mat, minus, solveFree, sum, times, type Vec, zeros } from "./plain-algebra.ts";
import { dampingMatrix, externalForce, type Model, springForce, stiffnessMatrix } from "./reference-model.ts";

/** The two-level method once more, dense: the true Hessian H of the moment on hats P, the constant matrix A for the rest. */
export interface TwoLevelOptions {
  readonly substeps: number;
  readonly theta: number;
  readonly turning: number;
  /** The hats of each particle, as rows of P, which are empty without any; and how far they are apart [m]. */
  readonly hats: Mat;
  readonly spacing: number;
}

/** The usual strain, how many substeps have yet to go without hats, and how many did so behind the last jump. */
export interface Watch {
  readonly usual: number | undefined;
  readonly pause: number;
  readonly length: number;
}

interface State {
  readonly x: Vec;
  readonly v: Vec;
  readonly watch?: Watch;
}

/** A mass that hats do not move, and the acceleration whose strain is the least tension (src/methods/two-level). */
const IMMOVABLE = 1e4;
const ACCELERATION = 30;
/** Hats are at least so many edges apart. */
const LEAST_EDGES = 1.9;

/** Hats on cloths that lie flat in (u, v) without a fold; others have none. */
export function readTwoLevelOptions(
  model: Model,
  { substeps = 4, hats: side = 9, theta = 0.51, turning = 0.25 }: Partial<Record<string, unknown>>,
): TwoLevelOptions {
  const rows: Mat = Array.from({ length: model.n }, () => []);
  let least = Number.POSITIVE_INFINITY;
  for (const { start, material, triangles } of (side as number) > 0 ? model.sheets : []) {
    const area = triangles.reduce((total, corners) => {
      const [a, b, c] = corners.map((corner) => material[corner]);
      return total + 0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    }, 0);
    const spacing = Math.max(
      area ** 0.5 / ((side as number) - 1),
      area ** 0.125 / ((side as number) - 1),
      LEAST_EDGES * Math.sqrt(area / material.length),
    );
    least = Math.min(least, spacing);
    const own = bilinearHats(material, triangles, spacing);
    const before = Math.max(...rows.map((row) => row.length));
    rows.forEach((row, i) => {
      while (row.length < before) row.push(0);
      row.push(...(own[i - start] ?? own[0].map(() => 0)));
    });
  }
  return { substeps, theta, turning, hats: rows, spacing: least } as TwoLevelOptions;
}

/**
 * A substep that begins where the mean strain is above a tenth, or above a hundredth and twice the usual one, goes without hats, and some behind it; the one that led there as well, if
 * it is of the same step, and the last one of a step that leads there.
 */
export function twoLevelStep(model: Model, options: TwoLevelOptions, state: State, t: number, whole: number): State {
  const { substeps, theta, hats } = options;
  const h = whole / substeps;
  const states = [state];
  const strainAfter = ({ x, v }: State): number => meanStrain(model, sum(x, v, theta * h));
  let watch = state.watch ?? { usual: undefined, pause: 0, length: 2 };
  for (let n = 0; n < substeps; n++) {
    if (hats[0].length === 0) {
      states[n + 1] = go(model, options, states[n], t + n * h, h, theta);
      continue;
    }
    const strain = strainAfter(states[n]);
    let isCaught = watch.pause > 1 || isJump(strain, watch.usual);
    if (isCaught && n > 0 && watch.pause === 0) n--;
    watch = isCaught ? followCaught(watch, strain) : followFree(watch, strain);
    if (!isCaught) {
      states[n + 1] = go(model, options, states[n], t + n * h, h, theta);
      const end = strainAfter(states[n + 1]);
      isCaught = n === substeps - 1 && (watch.pause > 1 || isJump(end, watch.usual));
      if (isCaught) watch = followCaught(watch, end);
    }
    if (isCaught) states[n + 1] = goWithout(model, options, states[n], t + n * h, h);
  }
  return { ...states[substeps], watch };
}

/** A jump doubles the pause of 4 to 256 substeps, and the usual strain stays; in a pause that goes a tenth of the way to the strain. */
function followCaught({ usual, pause, length }: Watch, strain: number): Watch {
  if (pause > 1) return { usual: towards(usual, strain), pause: pause - 1, length };
  const longer = Math.min(256, 2 * length);
  return { usual: usual ?? strain, pause: Math.round(longer), length: longer };
}

/** With hats the usual strain grows by no more than a fiftieth of itself or of half a hundredth, and the pause shortens by that. */
function followFree({ usual, pause, length }: Watch, strain: number): Watch {
  const most = Math.max(usual ?? strain, 0.005) / 50;
  return {
    usual: Math.min(towards(usual, strain), (usual ?? strain) + most),
    pause: Math.max(0, pause - 1),
    length: Math.max(2, 0.98 * length),
  };
}

const towards = (usual: number | undefined, strain: number): number => 0.9 * (usual ?? strain) + 0.1 * strain;

function go(model: Model, options: TwoLevelOptions, { x, v }: State, t: number, h: number, theta: number): State {
  const change = solveTwoLevel(model, { ...options, theta }, x, v, t, h);
  return { x: sum(x, sum(v, change), h), v: sum(v, change, 1 / theta) };
}

/** Two halves of twice the weight, without hats. */
function goWithout(model: Model, options: TwoLevelOptions, from: State, t: number, h: number): State {
  const bare = { ...options, hats: options.hats.map(() => []) };
  const middle = go(model, bare, from, t, h / 2, 2 * options.theta);
  return go(model, bare, middle, t + h / 2, h / 2, 2 * options.theta);
}

function isJump(strain: number, usual: number | undefined): boolean {
  return strain > 0.1 || (usual !== undefined && strain > 0.01 && strain > 2 * usual);
}

/** The root mean square of the strains, weighed by kL²; slack springs have none. */
function meanStrain({ springs }: Model, x: Vec): number {
  let energy = 0;
  let scale = 0;
  for (const { i, j, L, k, slack } of springs) {
    const r = length(minus(at(x, j), at(x, i)));
    if (!slack || r > L) energy += k * (r - L) ** 2;
    scale += k * L * L;
  }
  return Math.sqrt(energy / scale);
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
  if (hats[0].length === 0) return solveFree(A, r, model.pinned);
  const bending = stiffnessMatrix({ ...model, springs: [] }, there, "isotropic");
  const rest = add(massAndDamping, bending, s * s);
  const H = add(
    rest,
    springHessian(model, there, () => 0),
    s * s,
  );
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

/**
 * Bilinear hats over the box of flat coordinates, in cells about so wide [m], which begin at vertices where these lie in columns and rows: of each hat the parts that edges of
 * triangles connect, one column each. What is 0 at all particles is left out.
 */
function bilinearHats(material: readonly Vec[], triangles: readonly number[][], spacing: number): Mat {
  const values = [0, 1].map((axis) => [...new Set(material.map((point) => point[axis]))].sort((a, b) => a - b));
  const cells = values.map((all) => Math.max(1, Math.round((all[all.length - 1] - all[0]) / spacing)));
  const inRows = values[0].length * values[1].length <= 4 * material.length && values.every((all, axis) => cells[axis] < all.length);
  const lines = values.map((all, axis) => chooseLines(all, cells[axis], inRows));
  const columns: Mat = [];
  for (let b = 0; b <= cells[1]; b++) {
    for (let a = 0; a <= cells[0]; a++) {
      columns.push(
        ...connectedParts(
          material.map((point) => hat(lines[0], a, point[0]) * hat(lines[1], b, point[1])),
          triangles,
        ),
      );
    }
  }
  return material.map((_, i) => columns.map((column) => column[i]));
}

/** Even lines, each moved to the nearest value, of two the greater, that leaves one value for each line before and behind. */
function chooseLines(values: Vec, cells: number, inRows: boolean): Vec {
  const last = values.length - 1;
  const even = Array.from({ length: cells + 1 }, (_, k) => values[0] + ((values[last] - values[0]) * k) / cells);
  if (!inRows) return [...even.slice(0, cells), values[last]];
  const chosen = [0];
  for (let k = 1; k < cells; k++) {
    const places = values.map((_, place) => place).filter((place) => place > chosen[k - 1] && place <= last - (cells - k));
    chosen.push(places.reduce((best, place) => (Math.abs(values[place] - even[k]) <= Math.abs(values[best] - even[k]) ? place : best)));
  }
  return [...chosen, last].map((place) => values[place]);
}

/** 1 at line k, 0 at its neighbours and beyond. */
function hat(lines: Vec, k: number, value: number): number {
  if (value === lines[k]) return 1;
  const next = value < lines[k] ? lines[k - 1] : lines[k + 1];
  return next === undefined ? 0 : Math.max(0, (value - next) / (lines[k] - next));
}

function connectedParts(column: Vec, triangles: readonly number[][]): Mat {
  const part = column.map((_, i) => i);
  for (let changes = 1; changes > 0; ) {
    changes = 0;
    for (const i of triangles.flat()) {
      for (const j of triangles.filter((corners) => corners.includes(i)).flat()) {
        if (column[i] <= 0 || column[j] <= 0 || part[j] <= part[i]) continue;
        part[j] = part[i];
        changes++;
      }
    }
  }
  const parts = [...new Set(part.filter((_, i) => column[i] > 0))];
  return parts.map((lowest) => column.map((value, i) => (part[i] === lowest ? value : 0)));
}
