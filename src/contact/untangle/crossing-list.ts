import { computeTriangleCross } from "../../core/triangle-cross.ts";
import { CROSSING_SLACK as MISS_SHARE } from "../../kernels/layout/contact-limits.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { createCrossingKernels } from "../../kernels/search/crossing-kernels.ts";
import { nextCorner } from "../../mesh/next-corner.ts";
import { boxesMeet, computeStillBoxes } from "../search/bounding-boxes.ts";
import { listAround, MOST_TRIANGLES } from "../search/bounding-neighbours.ts";
import type { BroadPhase } from "../search/broad-phase.ts";
import { BODY_GROUP, type CollisionMesh, countOfCloths, visitPairs } from "../search/collision-mesh.ts";
import { addPair, createPairBuffer, type PairBuffer, type PairList, sortPairs } from "../search/pair-list.ts";
import { ROUNDING } from "../search/rounding.ts";

/** Edges that pass through triangles. */
export interface CrossingList {
  /**
   * Looks for them at x [m], among the pairs of triangles that the broad phase found around x; returns how many there are. An end
   * that lies in the triangle's plane, up to the rounding of positions, is on neither side of it, so touching is no crossing. None are
   * where none is beyond doubt: surfaces that all but touch are not taken for tangled.
   */
  find(x: Float64Array, broadPhase: BroadPhase): number;
  /** The edge and the triangle of each crossing, by edge, then by triangle. They have no vertex in common. */
  readonly pairs: PairBuffer;
  /** Unit normal of each triangle at the last x where there were crossings, or 0 where it has none. */
  readonly normals: Float64Array;
}

const SURE = 1e-13;
/** What `crosses` answers. */
const APART = 0;
const DOUBTFUL = 1;
const THROUGH = 2;

/** `self` as for the broad phase; with kernels of `module` it finds the same in less time. */
export function createCrossingList(mesh: CollisionMesh, self: boolean, module?: KernelModule): CrossingList {
  const { triangles, edges, edgeStart } = mesh;
  const cloths = countOfCloths(mesh);
  const pairs = createPairBuffer();
  const scratch = createPairBuffer();
  const histogram = new Uint32Array(Math.max(edges.length / 2, triangles.length / 3));
  const neighbours = findNeighbourCandidates(mesh, self);
  const ofCloths = {
    triangles: triangles.subarray(0, 3 * cloths.triangles),
    edges: edges.subarray(0, 2 * cloths.edges),
    vertexCount: cloths.vertices,
  };
  const kernels = module && createCrossingKernels(ofCloths, neighbours, module);
  const normals = new Float64Array(triangles.length);

  let areReal = false;

  function addCrossing(x: Float64Array, e: number, t: number): void {
    const answer = crosses(x, normals, triangles, t, edges[2 * e], edges[2 * e + 1]);
    if (answer === APART) return;
    addPair(pairs, e, t);
    if (answer === THROUGH) areReal = true;
  }

  return {
    pairs,
    normals,
    find(x, broadPhase) {
      computeNormals(x, ofCloths.triangles, normals);
      pairs.count = 0;
      areReal = false;
      const candidates = kernels?.keepCrossing(x, normals) ?? neighbours;
      for (let n = 0; n < candidates.count; n++) {
        const e = candidates.data[2 * n] | 0;
        const t = candidates.data[2 * n + 1] | 0;
        const a = triangles[3 * t] | 0;
        if (liesAcross(x, normals, a, t, edges[2 * e] | 0, edges[2 * e + 1] | 0)) addCrossing(x, e, t);
      }
      const { data, count } = broadPhase.findTrianglePairs();
      for (let n = 0; n < count; n++) {
        const s = data[2 * n] | 0;
        const t = data[2 * n + 1] | 0;
        if (Math.max(s, t) >= cloths.triangles) computeNormal(x, triangles, 3 * Math.max(s, t), normals); // of a body
        if (straddles(x, normals, triangles, s, t)) {
          for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) addCrossing(x, e, t);
        }
        if (straddles(x, normals, triangles, t, s)) {
          for (let e = edgeStart[t]; e < edgeStart[t + 1]; e++) addCrossing(x, e, s);
        }
      }
      if (areReal) computeNormals(x, triangles, normals, cloths.triangles);
      else pairs.count = 0;
      if (pairs.count > 1) sortPairs(pairs, scratch, histogram);
      return pairs.count;
    },
  };
}

/** With more triangles than this around the lips, a search of all triangles costs no more. */
const MOST_TRIANGLES_AT_LIPS = 8000;

/**
 * Whether an edge passes through a triangle beyond doubt, where none did before the vertices `isLip` moved. One of the two has a lip, and
 * they have passed through each other by one of the near `pairs`.
 */
export function crossesAtLips(mesh: CollisionMesh, isLip: Uint8Array, pairs: PairList, x: Float64Array): boolean {
  const isMet = isLip.slice(); // with the vertices of pairs that have a lip
  visitPairs(mesh, pairs, (a, b, c, d) => {
    if ((isLip[a] | isLip[b] | isLip[c] | isLip[d]) !== 0) isMet[a] = isMet[b] = isMet[c] = isMet[d] = 1;
  });
  const near = findTouched(mesh.triangles, isMet);
  return near.length > 3 * MOST_TRIANGLES_AT_LIPS || areCrossing(near, isLip, x);
}

/** The triangles with a vertex that is marked, as corners packed by threes. */
function findTouched(triangles: Uint32Array, marks: Uint8Array): Uint32Array {
  const touched = new Uint32Array(triangles.length);
  let count = 0;
  for (let h = 0; h < triangles.length; h += 3) {
    const a = triangles[h];
    const b = triangles[h + 1];
    const c = triangles[h + 2];
    touched[count] = a;
    touched[count + 1] = b;
    touched[count + 2] = c;
    count += 3 * (marks[a] | marks[b] | marks[c]);
  }
  return touched.slice(0, count);
}

/** Whether the edges of some triangles pass through others of them, one of the two with a lip; those are looked at whose boxes meet, along one axis after the other. */
function areCrossing(triangles: Uint32Array, isLip: Uint8Array, x: Float64Array): boolean {
  const normals = new Float64Array(triangles.length);
  computeNormals(x, triangles, normals);
  const boxes = new Float64Array(2 * triangles.length);
  computeStillBoxes(triangles, x, boxes);
  const axis = longestSide(boxes);
  const order = Uint32Array.from({ length: triangles.length / 3 }, (_, t) => t).sort(
    (s, t) => boxes[6 * s + axis] - boxes[6 * t + axis] || s - t,
  );
  for (let n = 0; n < order.length; n++) {
    const s = order[n];
    const end = boxes[6 * s + axis + 3];
    const hasLip = isAtLip(triangles, s, isLip);
    for (let m = n + 1; m < order.length && boxes[6 * order[m] + axis] <= end; m++) {
      const t = order[m];
      if (!boxesMeet(boxes, s, boxes, t) || !(hasLip || isAtLip(triangles, t, isLip))) continue;
      if (passes(x, normals, triangles, s, t) || passes(x, normals, triangles, t, s)) return true;
    }
  }
  return false;
}

/** The axis along which the box around all boxes is longest. */
function longestSide(boxes: Float64Array): number {
  let longest = 0;
  let axis = 0;
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let o = c; o < boxes.length; o += 6) {
      low = Math.min(low, boxes[o]);
      high = Math.max(high, boxes[o + 3]);
    }
    if (high - low > longest) {
      longest = high - low;
      axis = c;
    }
  }
  return axis;
}

function isAtLip(triangles: Uint32Array, t: number, isLip: Uint8Array): boolean {
  return (isLip[triangles[3 * t]] | isLip[triangles[3 * t + 1]] | isLip[triangles[3 * t + 2]]) !== 0;
}

/** Whether an edge of triangle s passes through triangle t beyond doubt. */
function passes(x: Float64Array, normals: Float64Array, triangles: Uint32Array, s: number, t: number): boolean {
  for (let h = 3 * s; h < 3 * s + 3; h++) {
    if (crosses(x, normals, triangles, t, triangles[h], triangles[nextCorner(h)]) === THROUGH) return true;
  }
  return false;
}

/**
 * Edges against the triangles around the vertex opposite to them in their owner: pairs that no search need find, since the owner
 * and the triangle are neighbours.
 */
function findNeighbourCandidates(mesh: CollisionMesh, self: boolean): PairBuffer {
  const { triangles, edges, edgeStart, groups } = mesh;
  const { start, members } = listAround(mesh);
  const out = createPairBuffer(triangles.length);
  for (let owner = 0; 3 * owner < members.length; owner++) {
    const alone = groups[owner] === BODY_GROUP || !self;
    for (let e = edgeStart[owner]; e < edgeStart[owner + 1]; e++) {
      const p = edges[2 * e];
      const q = edges[2 * e + 1];
      let v = triangles[3 * owner];
      for (let h = 3 * owner + 1; h < 3 * owner + 3 && (v === p || v === q); h++) v = triangles[h];
      if (v === p || v === q || start[v + 1] - start[v] > MOST_TRIANGLES) continue;
      for (let s = start[v]; s < start[v + 1]; s++) {
        const t = members[s];
        const again = s > start[v] && members[s - 1] === t;
        if (again || (alone && groups[t] === groups[owner])) continue;
        if (!hasCorner(triangles, t, p) && !hasCorner(triangles, t, q)) addPair(out, e, t);
      }
    }
  }
  return out;
}

function hasCorner(triangles: Uint32Array, t: number, v: number): boolean {
  return triangles[3 * t] === v || triangles[3 * t + 1] === v || triangles[3 * t + 2] === v;
}

const cross = new Float64Array(3);

/** The normals of triangles from number `first` on. */
function computeNormals(x: Float64Array, triangles: Uint32Array, normals: Float64Array, first: number = 0): void {
  for (let h = 3 * first; h < triangles.length; h += 3) computeNormal(x, triangles, h, normals);
}

/** The normal of the triangle with the corners from `h` on. */
function computeNormal(x: Float64Array, triangles: Uint32Array, h: number, normals: Float64Array): void {
  computeTriangleCross(x, 3 * triangles[h], 3 * triangles[h + 1], 3 * triangles[h + 2], cross);
  const length = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  const scale = length > 0 && length < Number.POSITIVE_INFINITY ? 1 / length : 0;
  for (let k = 0; k < 3; k++) normals[h + k] = scale > 0 ? cross[k] * scale : 0;
}

/** Whether p and q seem to lie on two sides of the plane through vertex a with the normal of triangle t. */
function liesAcross(x: Float64Array, normals: Float64Array, a: number, t: number, p: number, q: number): boolean {
  const dp = heightOf(x, normals, a, t, p);
  const dq = heightOf(x, normals, a, t, q);
  return Math.min(dp, dq) < 0 && Math.max(dp, dq) > 0;
}

/** Whether triangle s comes to both sides of the plane of triangle t; in doubt within the rounding that `crosses` leaves out. */
function straddles(x: Float64Array, normals: Float64Array, triangles: Uint32Array, s: number, t: number): boolean {
  const k = Math.imul(3, t);
  const nx = normals[k];
  const ny = normals[k + 1];
  const nz = normals[k + 2];
  const a = Math.imul(3, triangles[k]);
  const i = Math.imul(3, s);
  const b = Math.imul(3, triangles[i]);
  const c = Math.imul(3, triangles[i + 1]);
  const d = Math.imul(3, triangles[i + 2]);
  const level = nx * x[a] + ny * x[a + 1] + nz * x[a + 2];
  const hb = nx * x[b] + ny * x[b + 1] + nz * x[b + 2];
  const hc = nx * x[c] + ny * x[c + 1] + nz * x[c + 2];
  const hd = nx * x[d] + ny * x[d + 1] + nz * x[d + 2];
  return Math.min(hb, hc, hd) < level && Math.max(hb, hc, hd) > level;
}

/** Height [m] of vertex p above the plane of triangle t, of which a is a corner. */
function heightOf(x: Float64Array, normals: Float64Array, a: number, t: number, p: number): number {
  const i = Math.imul(3, p);
  const j = Math.imul(3, a);
  const k = Math.imul(3, t);
  return normals[k] * (x[i] - x[j]) + normals[k + 1] * (x[i + 1] - x[j + 1]) + normals[k + 2] * (x[i + 2] - x[j + 2]);
}

/** Where edge e goes through the plane of triangle t [m]; it must do so. */
export function computeCrossingPoint(
  x: Float64Array,
  triangles: Uint32Array,
  edges: Uint32Array,
  normals: Float64Array,
  e: number,
  t: number,
  point: Float64Array,
): void {
  const p = edges[2 * e];
  const q = edges[2 * e + 1];
  const dp = heightOf(x, normals, triangles[3 * t], t, p);
  const dq = heightOf(x, normals, triangles[3 * t], t, q);
  const way = dp / (dp - dq);
  for (let c = 0; c < 3; c++) point[c] = (1 - way) * x[3 * p + c] + way * x[3 * q + c];
}

/** How far off rounding of the positions may put the height of p [m]. */
function heightError(x: Float64Array, a: number, p: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += Math.abs(x[3 * p + c]) + Math.abs(x[3 * a + c]);
  return ROUNDING * sum;
}

/** Whether the edge pq, which has no corner of triangle t, passes through it: by the volumes that pq spans with its sides. */
function crosses(x: Float64Array, normals: Float64Array, triangles: Uint32Array, t: number, p: number, q: number): number {
  if (hasCorner(triangles, t, p) || hasCorner(triangles, t, q)) return APART;
  const a = triangles[3 * t];
  const b = triangles[3 * t + 1];
  const c = triangles[3 * t + 2];
  const dp = heightOf(x, normals, a, t, p);
  const dq = heightOf(x, normals, a, t, q);
  if (!(Math.min(dp, dq) < 0 && Math.max(dp, dq) > 0)) return APART;
  if (!(Math.abs(dp) > heightError(x, a, p) && Math.abs(dq) > heightError(x, a, q))) return APART;
  const ex = x[3 * q] - x[3 * p];
  const ey = x[3 * q + 1] - x[3 * p + 1];
  const ez = x[3 * q + 2] - x[3 * p + 2];
  const ax = x[3 * a] - x[3 * p];
  const ay = x[3 * a + 1] - x[3 * p + 1];
  const az = x[3 * a + 2] - x[3 * p + 2];
  const bx = x[3 * b] - x[3 * p];
  const by = x[3 * b + 1] - x[3 * p + 1];
  const bz = x[3 * b + 2] - x[3 * p + 2];
  const cx = x[3 * c] - x[3 * p];
  const cy = x[3 * c + 1] - x[3 * p + 1];
  const cz = x[3 * c + 2] - x[3 * p + 2];
  const u = ex * (by * cz - bz * cy) + ey * (bz * cx - bx * cz) + ez * (bx * cy - by * cx);
  const v = ex * (cy * az - cz * ay) + ey * (cz * ax - cx * az) + ez * (cx * ay - cy * ax);
  const w = ex * (ay * bz - az * by) + ey * (az * bx - ax * bz) + ez * (ax * by - ay * bx);
  const sum = Math.abs(u + v + w);
  const least = dq > 0 ? Math.min(u, v, w) : -Math.max(u, v, w);
  if (!(sum > 0 && least >= -MISS_SHARE * sum)) return APART;
  return least >= -SURE * sum ? THROUGH : DOUBTFUL;
}
