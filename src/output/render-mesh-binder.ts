import { InputError } from "../core/errors.ts";
import { buildCorners } from "../mesh/corners.ts";
import type { TriangleMesh } from "./render-mesh-input.ts";
import { createTriangleSearch } from "./render-mesh-search.ts";

/** Binds render vertex v: writes its BINDING_SIZE numbers to the start of `out` and returns its triangle. */
export type Binder = (
  v: number,
  positions: ArrayLike<number>,
  normals: Float64Array,
  group: number | undefined,
  out: Float64Array,
) => number;

const MAX_WALK = 40;
const TOLERANCE = 1e-14;

/** A triangle whose plane contains the smooth normal, by this sine, cannot carry an offset along it. */
const LEAST_SLANT = 1e-3;

/**
 * A point off the surface belongs to the place whose smooth normal passes through it, p = q(u) + ½ Σ… + g n(u) as `updateRenderMesh` has
 * it: unlike the nearest place on flat triangles it has neither jumps nor gaps at their sides. From the nearest triangle on, p − ½ Σ… is
 * taken apart along the sides of the triangle and n(u), which gives the next u; where that lies outside the triangle, the walk goes on
 * in the neighbour, or stops at the border. However far it got, the last such solve makes the start pose exact.
 */
export function createBinder(
  simulated: TriangleMesh,
  simulatedNormals: Float64Array,
  groups: ArrayLike<number> | undefined,
  sameFacing: boolean,
): Binder {
  const { triangles } = simulated;
  const x = Float64Array.from(simulated.positions);
  const m = simulatedNormals;
  const { opposite } = buildCorners(x.length / 3, triangles);
  const search = createTriangleSearch(simulated);
  const u = new Float64Array(3);
  const w = new Float64Array(3);
  const n = new Float64Array(3);
  const p = new Float64Array(3);
  const own = new Float64Array(3);
  let ownGroup: number | undefined;
  /** How steeply n leaves the triangle: the sine of its angle with the plane, negative where it leaves at the back. */
  let slant = 0;
  let offset = 0;

  function accepts(t: number): boolean {
    if (groups !== undefined && groups[triangles[3 * t]] !== ownGroup) return false;
    if (!sameFacing) return true;
    const [e, f] = sidesOf(t);
    const [cx, cy, cz] = cross(e, f);
    return cx * own[0] + cy * own[1] + cz * own[2] > 0;
  }

  function sidesOf(t: number): [number[], number[]] {
    const [i, j, k] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    return [
      [x[j] - x[i], x[j + 1] - x[i + 1], x[j + 2] - x[i + 2]],
      [x[k] - x[i], x[k + 1] - x[i + 1], x[k + 2] - x[i + 2]],
    ];
  }

  /** From u: n, then w and the offset such that the vertex lies at p. */
  function solve(t: number): void {
    n.fill(0);
    const q = [0, 0, 0];
    const r = [p[0], p[1], p[2]];
    for (let c = 0; c < 3; c++) {
      const i = 3 * triangles[3 * t + c];
      for (let k = 0; k < 3; k++) {
        n[k] += u[c] * m[i + k];
        q[k] += u[c] * x[i + k];
      }
    }
    for (let c = 0; c < 3; c++) {
      const i = 3 * triangles[3 * t + c];
      const height = (x[i] - q[0]) * m[i] + (x[i + 1] - q[1]) * m[i + 1] + (x[i + 2] - q[2]) * m[i + 2];
      for (let k = 0; k < 3; k++) r[k] -= 0.5 * u[c] * height * m[i + k];
    }
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let k = 0; k < 3; k++) {
      n[k] = length > 0 ? n[k] / length : 0;
      r[k] -= x[3 * triangles[3 * t] + k];
    }
    const [e, f] = sidesOf(t);
    const ef = cross(e, f);
    const area = Math.sqrt(dot(ef, ef));
    const volume = dot(ef, n);
    slant = area > 0 ? volume / area : 0;
    w[1] = dot(cross(r, f), n) / volume;
    w[2] = dot(cross(e, r), n) / volume;
    w[0] = 1 - w[1] - w[2];
    offset = dot(ef, r) / volume;
  }

  /** Walks from triangle t to where the point belongs. */
  function walk(from: number): number {
    let t = from;
    for (let round = 0; round < MAX_WALK; round++) {
      solve(t);
      if (Math.abs(slant) < LEAST_SLANT) return t;
      const change = Math.max(Math.abs(w[0] - u[0]), Math.abs(w[1] - u[1]), Math.abs(w[2] - u[2]));
      if (change <= TOLERANCE) return t;
      const lowest = w[0] <= w[1] && w[0] <= w[2] ? 0 : w[1] <= w[2] ? 1 : 2;
      const across = w[lowest] < -TOLERANCE ? opposite[3 * t + lowest] : -1;
      const next = Math.floor(across / 3);
      if (across >= 0 && accepts(next)) {
        // enter the neighbour where the way left this triangle
        const [i, j] = [(lowest + 1) % 3, (lowest + 2) % 3];
        const total = Math.max(w[i], 0) + Math.max(w[j], 0);
        const kept = [triangles[3 * t + i], triangles[3 * t + j]];
        const share = [Math.max(w[i], 0) / total, Math.max(w[j], 0) / total];
        for (let c = 0; c < 3; c++) {
          const corner = triangles[3 * next + c];
          u[c] = corner === kept[0] ? share[0] : corner === kept[1] ? share[1] : 0;
        }
        t = next;
        continue;
      }
      clampWeights(w, u);
    }
    solve(t);
    return t;
  }

  return (v, positions, normals, group, out) => {
    for (let k = 0; k < 3; k++) {
      p[k] = positions[3 * v + k];
      own[k] = normals[3 * v + k];
    }
    ownGroup = group;
    const nearest = search.find(p[0], p[1], p[2], accepts, u);
    if (nearest < 0) {
      const got = groups === undefined ? "a vertex no simulated triangle agrees with" : `a vertex of part ${group}`;
      throw new InputError(`render.positions[${v}]`, got, "give simulated triangles it may bind to");
    }
    let t = walk(nearest);
    if (Math.abs(slant) < LEAST_SLANT) {
      t = nearest;
      u.fill(1 / 3);
      solve(t);
    }
    if (Math.abs(slant) < LEAST_SLANT) {
      const got = `a vertex near simulated triangle ${t}, whose neighbours fold back on it`;
      throw new InputError(`render.positions[${v}]`, got, "bind in a smoother start pose");
    }
    out.set(u, 0);
    out.set(w, 3);
    out[6] = offset;
    const [e, f] = sidesOf(t);
    const c = dot(own, n);
    out[7] = (dot(own, e) - c * dot(n, e)) / slant;
    out[8] = (dot(own, f) - c * dot(n, f)) / slant;
    out[9] = c;
    return t;
  };
}

/** The weights in the triangle next to `weights`, negative ones made zero. */
function clampWeights(weights: Float64Array, out: Float64Array): void {
  let total = 0;
  for (let c = 0; c < 3; c++) total += Math.max(weights[c], 0);
  for (let c = 0; c < 3; c++) out[c] = Math.max(weights[c], 0) / total;
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
