import { invertSymmetric } from "../core/mat3.ts";

/**
 * Impact zones, the last resort [Provot97] [Bridson02, sec. 7.4]: vertices whose collisions could not be resolved one by one
 * move together as one body,
 *
 *     v_i = v_c + ω × (x_i − c),
 *
 * with the linear and angular momentum they had. Over a step of straight motion this maps the zone by I + t h [ω]×, t ∈ [0, 1],
 * an affine map that is never singular, so what did not touch inside the zone at the start does not at the end: only collisions with what is
 * outside remain, and they merge zones. Every merge leaves fewer of them, so it ends. A zone that holds immovable vertices, of a body or
 * held by hand, takes their motion, the affine map that fits it best; that of a body which turns is fitted exactly.
 */
export interface ImpactZones {
  clear(): void;
  /** Puts these four vertices into one zone; false when they already are. */
  join(a: number, b: number, c: number, d: number): boolean;
  /** True when all four are in one zone. */
  isTogether(a: number, b: number, c: number, d: number): boolean;
  /** Gives every zone its common motion. Immovable vertices (inverse mass 0) keep theirs. */
  move(x: Float64Array, inverseMass: Float64Array, v: Float64Array): void;
}

export function createImpactZones(vertexCount: number): ImpactZones {
  const parent = new Uint32Array(vertexCount);
  const next = new Int32Array(vertexCount).fill(-1); // members of a zone, as a list from its root
  const last = new Uint32Array(vertexCount);
  const touched: number[] = [];
  for (let i = 0; i < vertexCount; i++) {
    parent[i] = i;
    last[i] = i;
  }

  function root(i: number): number {
    let r = i;
    while (parent[r] !== r) r = parent[r];
    for (let k = i; parent[k] !== r; ) {
      const up = parent[k];
      parent[k] = r;
      k = up;
    }
    return r;
  }

  function unite(a: number, b: number): boolean {
    const ra = root(a);
    const rb = root(b);
    if (ra === rb) return false;
    const low = Math.min(ra, rb);
    const high = Math.max(ra, rb);
    parent[high] = low;
    next[last[low]] = high;
    last[low] = last[high];
    touched.push(low, high);
    return true;
  }

  return {
    clear() {
      for (const start of touched) {
        for (let i = start; i >= 0; ) {
          const following = next[i];
          parent[i] = i;
          last[i] = i;
          next[i] = -1;
          i = following;
        }
      }
      touched.length = 0;
    },
    join(a, b, c, d) {
      const first = unite(a, b);
      const second = unite(a, c);
      const third = unite(a, d);
      return first || second || third;
    },
    isTogether(a, b, c, d) {
      const r = root(a);
      return root(b) === r && root(c) === r && root(d) === r;
    },
    move(x, inverseMass, v) {
      for (const start of touched) if (parent[start] === start) moveZone(start, next, x, inverseMass, v);
    },
  };
}

/** Vertices in a line or a point have no inertia about it: below this part of the cube of the whole they get no spin. */
const LEAST_INERTIA = 1e-9;

/** One zone: the list from `start`. */
function moveZone(start: number, next: Int32Array, x: Float64Array, inverseMass: Float64Array, v: Float64Array): void {
  let mass = 0;
  const c = [0, 0, 0];
  const p = [0, 0, 0];
  let fixedCount = 0;
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] === 0) {
      fixedCount++;
      continue;
    }
    const m = 1 / inverseMass[i];
    mass += m;
    for (let k = 0; k < 3; k++) {
      c[k] += m * x[3 * i + k];
      p[k] += m * v[3 * i + k];
    }
  }
  if (mass === 0) return;
  if (fixedCount > 0) {
    followFixed(start, fixedCount, next, x, inverseMass, v);
    return;
  }
  for (let k = 0; k < 3; k++) {
    c[k] /= mass;
    p[k] /= mass;
  }
  // angular momentum and inertia about c, then I ω = L by Cramer; no spin where the zone has no extent
  const L = [0, 0, 0];
  let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
  for (let i = start; i >= 0; i = next[i]) {
    const m = 1 / inverseMass[i];
    const rx = x[3 * i] - c[0];
    const ry = x[3 * i + 1] - c[1];
    const rz = x[3 * i + 2] - c[2];
    const ux = v[3 * i] - p[0];
    const uy = v[3 * i + 1] - p[1];
    const uz = v[3 * i + 2] - p[2];
    L[0] += m * (ry * uz - rz * uy);
    L[1] += m * (rz * ux - rx * uz);
    L[2] += m * (rx * uy - ry * ux);
    xx += m * (ry * ry + rz * rz);
    yy += m * (rx * rx + rz * rz);
    zz += m * (rx * rx + ry * ry);
    xy -= m * rx * ry;
    xz -= m * rx * rz;
    yz -= m * ry * rz;
  }
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const det = xx * cxx + xy * cxy + xz * cxz;
  const size = xx + yy + zz;
  const omega = [0, 0, 0];
  if (det > LEAST_INERTIA * size * size * size) {
    const cyy = xx * zz - xz * xz;
    const cyz = xy * xz - xx * yz;
    const czz = xx * yy - xy * xy;
    omega[0] = (cxx * L[0] + cxy * L[1] + cxz * L[2]) / det;
    omega[1] = (cxy * L[0] + cyy * L[1] + cyz * L[2]) / det;
    omega[2] = (cxz * L[0] + cyz * L[1] + czz * L[2]) / det;
  }
  for (let i = start; i >= 0; i = next[i]) {
    const rx = x[3 * i] - c[0];
    const ry = x[3 * i + 1] - c[1];
    const rz = x[3 * i + 2] - c[2];
    v[3 * i] = p[0] + omega[1] * rz - omega[2] * ry;
    v[3 * i + 1] = p[1] + omega[2] * rx - omega[0] * rz;
    v[3 * i + 2] = p[2] + omega[0] * ry - omega[1] * rx;
  }
}

/** A body's motion is known across a zone as far as this share of its extent; the rest is noise of rounding. */
const FLAT = 1e-9;
/** A gradient of velocity above this [1/s] is that of vertices which are held one by one, not of a body: the zone takes their mean. */
const SPIN_MOST = 100;

/** v = v_c + G (x − c), with the mean c, v_c of the immovable vertices and their gradient G = Σ u rᵀ (Σ r rᵀ)⁻¹ by least squares. */
function followFixed(
  start: number,
  fixedCount: number,
  next: Int32Array,
  x: Float64Array,
  inverseMass: Float64Array,
  v: Float64Array,
): void {
  const c = [0, 0, 0];
  const u = [0, 0, 0];
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] > 0) continue;
    for (let k = 0; k < 3; k++) {
      c[k] += x[3 * i + k] / fixedCount;
      u[k] += v[3 * i + k] / fixedCount;
    }
  }
  const spread = new Float64Array(6);
  const moment = new Float64Array(9);
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] > 0) continue;
    for (let j = 0, s = 0; j < 3; j++) {
      const r = x[3 * i + j] - c[j];
      for (let k = j; k < 3; k++) spread[s++] += r * (x[3 * i + k] - c[k]);
      for (let k = 0; k < 3; k++) moment[3 * k + j] += (v[3 * i + k] - u[k]) * r;
    }
  }
  const size = spread[0] + spread[3] + spread[5];
  const gradient = new Float64Array(9);
  if (size > 0) {
    for (const s of [0, 3, 5]) spread[s] += FLAT * size;
    const inverse = new Float64Array(6);
    invertSymmetric(spread, 0, inverse, 0);
    const [xx, xy, xz, yy, yz, zz] = inverse;
    for (let k = 0; k < 9; k += 3) {
      const [mx, my, mz] = [moment[k], moment[k + 1], moment[k + 2]];
      gradient[k] = xx * mx + xy * my + xz * mz;
      gradient[k + 1] = xy * mx + yy * my + yz * mz;
      gradient[k + 2] = xz * mx + yz * my + zz * mz;
    }
    if (!gradient.every((g) => Math.abs(g) < SPIN_MOST)) gradient.fill(0);
  }
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] === 0) continue;
    for (let k = 0; k < 3; k++) {
      let speed = u[k];
      for (let j = 0; j < 3; j++) speed += gradient[3 * k + j] * (x[3 * i + j] - c[j]);
      v[3 * i + k] = speed;
    }
  }
}
