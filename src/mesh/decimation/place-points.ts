import type { CoarseMesh } from "./coarse-mesh.ts";

/** How far a point may lie outside its triangle: its least weight there [−]. What would take one further is not done. */
export const FURTHEST_OUTSIDE = -0.5;

/** Points on the way from old triangles to new ones, both laid out in one plane. */
export interface Placement {
  readonly mesh: CoarseMesh;
  count: number;
  readonly point: Int32Array;
  /** Where each lies in the layout, packed by twos. */
  readonly x: Float64Array;
  /** The new triangle of each, and its weights there, packed by threes. */
  readonly target: Int32Array;
  readonly weight: Float64Array;
}

export function createPlacement(mesh: CoarseMesh): Placement {
  return {
    mesh,
    count: 0,
    point: new Int32Array(mesh.vertexCount),
    x: new Float64Array(2 * mesh.vertexCount),
    target: new Int32Array(mesh.vertexCount),
    weight: new Float64Array(3 * mesh.vertexCount),
  };
}

/** Adds the points of triangle t, whose corners lie at the places a, b, c of `place`; those of a flat mesh by their coordinates from `origin`. */
function gatherPoints(placement: Placement, t: number, place: Float64Array, a: number, b: number, c: number, origin: number): void {
  const { mesh, point, x } = placement;
  const { firstPoint, nextPoint, weight, plane } = mesh;
  const isFlat = mesh.isFlat[origin] === 1;
  let n = placement.count;
  for (let p = firstPoint[t]; p >= 0; p = nextPoint[p], n++) {
    point[n] = p;
    if (isFlat) {
      x[2 * n] = plane[2 * p] - plane[2 * origin];
      x[2 * n + 1] = plane[2 * p + 1] - plane[2 * origin + 1];
      continue;
    }
    const wa = weight[3 * p];
    const wb = weight[3 * p + 1];
    const wc = weight[3 * p + 2];
    x[2 * n] = wa * place[2 * a] + wb * place[2 * b] + wc * place[2 * c];
    x[2 * n + 1] = wa * place[2 * a + 1] + wb * place[2 * b + 1] + wc * place[2 * c + 1];
  }
  placement.count = n;
}

/** The same for a triangle whose corner `turn` lies at place a, and the next ones at b and c. */
export function gatherTurned(
  placement: Placement,
  t: number,
  turn: number,
  place: Float64Array,
  a: number,
  b: number,
  c: number,
  origin: number,
): void {
  if (turn === 0) gatherPoints(placement, t, place, a, b, c, origin);
  else if (turn === 1) gatherPoints(placement, t, place, c, a, b, origin);
  else gatherPoints(placement, t, place, b, c, a, origin);
}

export function gatherPoint(placement: Placement, p: number, x: number, y: number): void {
  const n = placement.count++;
  placement.point[n] = p;
  placement.x[2 * n] = x;
  placement.x[2 * n + 1] = y;
}

/**
 * Finds for each point the new triangle that it lies in, or is outside of by the least weight: a point beyond the border keeps weights that extrapolate,
 * so linear functions stay exact. False if one is too far outside. `corners` are the new triangles, as numbers of places.
 */
export function locatePoints(
  { count, x, target, weight }: Placement,
  corners: Int32Array,
  triangleCount: number,
  place: Float64Array,
): boolean {
  for (let n = 0; n < count; n++) {
    const px = x[2 * n];
    const py = x[2 * n + 1];
    let best = Number.NEGATIVE_INFINITY;
    for (let e = 0; e < triangleCount; e++) {
      const a = 2 * corners[3 * e];
      const b = 2 * corners[3 * e + 1];
      const c = 2 * corners[3 * e + 2];
      const bx = place[b] - place[a];
      const by = place[b + 1] - place[a + 1];
      const cx = place[c] - place[a];
      const cy = place[c + 1] - place[a + 1];
      const dx = px - place[a];
      const dy = py - place[a + 1];
      const area = bx * cy - by * cx;
      const wb = (dx * cy - dy * cx) / area;
      const wc = (bx * dy - by * dx) / area;
      const wa = 1 - wb - wc;
      const least = wa < wb ? (wa < wc ? wa : wc) : wb < wc ? wb : wc;
      if (!(least > best)) continue;
      best = least;
      target[n] = e;
      weight[3 * n] = wa;
      weight[3 * n + 1] = wb;
      weight[3 * n + 2] = wc;
      if (best >= 0) break;
    }
    if (!(best >= FURTHEST_OUTSIDE)) return false;
  }
  return true;
}

/** Puts the n-th point into triangle t. */
export function putPoint({ mesh, point, weight }: Placement, n: number, t: number): void {
  const p = point[n];
  mesh.nextPoint[p] = mesh.firstPoint[t];
  mesh.firstPoint[t] = p;
  for (let k = 0; k < 3; k++) mesh.weight[3 * p + k] = weight[3 * n + k];
}
