import { computeAngle, computeSineCosine } from "../../core/trig.ts";
import { nextCorner } from "../next-corner.ts";
import { BORDER, type CoarseMesh, doubledArea, firstOfFan, INNER, joinSide, previousCorner, turnLeft, turnRight } from "./coarse-mesh.ts";
import { createPlacement, gatherPoint, gatherTurned, locatePoints, type Placement, putPoint } from "./place-points.ts";

/** A vertex of more triangles waits until it has lost some. */
const MOST_TRIANGLES = 48;
/** New triangles may be as thin as the thinnest before, or as this [−]: 1 is equilateral, 0 flat. */
const THIN = 0.1;
const TURN = 6.283185307179586;
/** Triangles around a border vertex that turn further are laid out within this [rad]. */
const WIDEST = 5.5;

/** Places to work in, for vertices of one mesh. */
export interface Removal {
  readonly mesh: CoarseMesh;
  readonly placement: Placement;
  /** The corners of the vertex, and the vertices around it, in the same turn. */
  readonly fan: Int32Array;
  readonly ring: Int32Array;
  /** Where the ring lies when it is laid flat, the vertex at the origin. */
  readonly place: Float64Array;
  /** The corner across the side from each vertex of the hole to the next one, and the side's length. */
  readonly outer: Int32Array;
  readonly side: Float64Array;
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Ears that must not be cut: their third side is an edge already. */
  readonly barred: Uint8Array;
  /** Corners of the new triangles, as numbers of the ring, packed by threes. */
  readonly ears: Int32Array;
  readonly io: Float64Array;
}

export function createRemoval(mesh: CoarseMesh): Removal {
  const most = MOST_TRIANGLES + 2;
  return {
    mesh,
    placement: createPlacement(mesh),
    fan: new Int32Array(most),
    ring: new Int32Array(most),
    place: new Float64Array(2 * most),
    outer: new Int32Array(most),
    side: new Float64Array(most),
    before: new Int32Array(most),
    after: new Int32Array(most),
    barred: new Uint8Array(most),
    ears: new Int32Array(3 * most),
    io: new Float64Array(2),
  };
}

/**
 * Takes a vertex out of the mesh: its triangles are laid flat, the hole that it leaves is filled with triangles of their own, and it becomes a point
 * in one of these, as do the points of its triangles [Liu21, sec. 4]. Nothing happens, and the answer is 0, where that would leave no manifold,
 * turn a triangle over, make one too thin, or take a point too far outside. Else it is how many vertices of `ring` were its neighbours.
 */
export function removeVertex(removal: Removal, v: number): number {
  const { mesh, fan, ring, outer, side } = removal;
  const { vertex, opposite, length, cornerAt } = mesh;
  const isInner = mesh.kind[v] === INNER;
  if (!isInner && mesh.kind[v] !== BORDER) return 0;
  let count = 0;
  const first = firstOfFan(opposite, cornerAt[v]);
  let h = first;
  do {
    if (count === MOST_TRIANGLES) return 0;
    fan[count] = h;
    ring[count] = vertex[nextCorner(h)];
    outer[count] = opposite[h];
    side[count] = length[h];
    if (outer[count] >= 0 && hasCorner(vertex, outer[count], v)) return 0;
    count++;
    h = turnLeft(opposite, h);
  } while (h >= 0 && h !== first);
  const fanSize = count;
  if (!isInner) {
    ring[count] = vertex[previousCorner(fan[count - 1])];
    outer[count] = -1;
    count++;
    if (count === 2) return dropEar(removal, v) ? 2 : 0;
  }
  if (count < 3 || !isHoleSound(removal, isInner, count)) return 0;
  if (!layFlat(removal, v, isInner, fanSize, count)) return 0;
  if (!isInner) side[count - 1] = distance(removal.place, count - 1, 0);
  if (!fillHole(removal, count) || !isShapely(removal, fanSize, count)) return 0;
  if (!placeAll(removal, v, fanSize, count)) return 0;
  replaceFan(removal, v, fanSize, count);
  return count;
}

function hasCorner(vertex: Int32Array, h: number, v: number): boolean {
  return vertex[h] === v || vertex[nextCorner(h)] === v || vertex[previousCorner(h)] === v;
}

/** A hole of three sides must not have one triangle behind them; the border's new side must be no edge yet. */
function isHoleSound({ mesh, outer, ring }: Removal, isInner: boolean, count: number): boolean {
  if (!isInner) return !isEdge(mesh, ring[count - 1], ring[0]);
  if (count > 3 || outer[0] < 0 || outer[1] < 0) return true;
  return Math.floor(outer[0] / 3) !== Math.floor(outer[1] / 3);
}

/** Whether two vertices have an edge; of a vertex with several fans one is looked at. */
export function isEdge({ vertex, opposite, cornerAt }: CoarseMesh, a: number, b: number): boolean {
  const from = cornerAt[a];
  let h = from;
  do {
    if (vertex[nextCorner(h)] === b || vertex[previousCorner(h)] === b) return true;
    h = turnLeft(opposite, h);
  } while (h >= 0 && h !== from);
  if (h === from) return false;
  for (h = turnRight(opposite, from); h >= 0; h = turnRight(opposite, h)) {
    if (vertex[nextCorner(h)] === b) return true;
  }
  return false;
}

/** Lays the ring flat: by its coordinates, or by the lengths, where the angles of an inner vertex are scaled to a whole turn. */
function layFlat({ mesh, fan, ring, place, io }: Removal, v: number, isInner: boolean, fanSize: number, count: number): boolean {
  const { plane, length } = mesh;
  if (mesh.isFlat[v] === 1) {
    for (let k = 0; k < count; k++) {
      place[2 * k] = plane[2 * ring[k]] - plane[2 * v];
      place[2 * k + 1] = plane[2 * ring[k] + 1] - plane[2 * v + 1];
    }
    return true;
  }
  // angles first, in the odd places
  let sum = 0;
  for (let k = 0; k < fanSize; k++) {
    place[2 * k + 1] = sum;
    const a = length[previousCorner(fan[k])];
    const b = length[nextCorner(fan[k])];
    const c = length[fan[k]];
    io[0] = 2 * doubledAreaOf(a, b, c);
    io[1] = a * a + b * b - c * c;
    computeAngle(io, 0);
    sum += io[0];
  }
  if (!(sum > 1e-3)) return false;
  place[2 * fanSize + 1] = sum;
  const scale = isInner ? TURN / sum : Math.min(1, WIDEST / sum);
  for (let k = 0; k < count; k++) {
    const spoke = k < fanSize ? length[previousCorner(fan[k])] : length[nextCorner(fan[k - 1])];
    io[0] = scale * place[2 * k + 1];
    computeSineCosine(io, 0);
    place[2 * k] = spoke * io[1];
    place[2 * k + 1] = spoke * io[0];
  }
  return true;
}

/** Twice the area of a triangle with these sides [Kahan14]; 0 where they make none. */
export function doubledAreaOf(p: number, q: number, r: number): number {
  const a = Math.max(p, q, r);
  const c = Math.min(p, q, r);
  const b = Math.max(Math.min(p, q), Math.min(Math.max(p, q), r));
  return 0.5 * Math.sqrt(Math.max(0, (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c))));
}

function distance(place: Float64Array, a: number, b: number): number {
  const x = place[2 * b] - place[2 * a];
  const y = place[2 * b + 1] - place[2 * a + 1];
  return Math.sqrt(x * x + y * y);
}

/**
 * Cuts the hole into triangles, ear by ear: each time the one whose circle the vertex is least deep in. If the mesh was Delaunay it stays so
 * [Devillers02].
 */
function fillHole({ mesh, ring, place, before, after, barred, ears }: Removal, count: number): boolean {
  for (let k = 0; k < count; k++) {
    before[k] = k === 0 ? count - 1 : k - 1;
    after[k] = k === count - 1 ? 0 : k + 1;
    barred[k] = 0;
  }
  let start = 0;
  let end = 0;
  for (let left = count; left > 3; ) {
    let best = -1;
    let bestPower = Number.NEGATIVE_INFINITY;
    for (let n = 0, k = start; n < left; n++, k = after[k]) {
      if (barred[k] === 1) continue;
      const power = powerOfOrigin(place, before[k], k, after[k]);
      if (power > bestPower) {
        bestPower = power;
        best = k;
      }
    }
    if (best < 0) return false;
    const a = before[best];
    const c = after[best];
    if (isEdge(mesh, ring[a], ring[c])) {
      barred[best] = 1;
      continue;
    }
    ears[end++] = a;
    ears[end++] = best;
    ears[end++] = c;
    after[a] = c;
    before[c] = a;
    barred[a] = 0;
    barred[c] = 0;
    start = a;
    left--;
  }
  ears[end++] = before[start];
  ears[end++] = start;
  ears[end++] = after[start];
  return doubledArea(place, before[start], start, after[start]) > 0;
}

/** The power of the origin in the circle through three points; −∞ where they turn to the right. */
function powerOfOrigin(x: Float64Array, a: number, b: number, c: number): number {
  const area = doubledArea(x, a, b, c);
  if (!(area > 0)) return Number.NEGATIVE_INFINITY;
  const ax = x[2 * a];
  const ay = x[2 * a + 1];
  const bx = x[2 * b];
  const by = x[2 * b + 1];
  const cx = x[2 * c];
  const cy = x[2 * c + 1];
  const sum =
    (ax * ax + ay * ay) * (bx * cy - by * cx) - (bx * bx + by * by) * (ax * cy - ay * cx) + (cx * cx + cy * cy) * (ax * by - ay * bx);
  return -sum / area;
}

/** Whether the thinnest new triangle is no thinner than is allowed. */
function isShapely({ place, ears, fan, side, mesh }: Removal, fanSize: number, count: number): boolean {
  const { length } = mesh;
  let thinnest = 1;
  for (let e = 0; e < 3 * (count - 2); e += 3) {
    const [a, b, c] = [ears[e], ears[e + 1], ears[e + 2]];
    const shape = shapeOf(doubledArea(place, a, b, c), distance(place, a, b), distance(place, b, c), distance(place, c, a));
    if (!(shape > 0)) return false;
    if (shape < thinnest) thinnest = shape;
  }
  if (thinnest >= THIN) return true;
  let thinnestBefore = 1;
  for (let k = 0; k < fanSize; k++) {
    const a = length[previousCorner(fan[k])];
    const b = length[nextCorner(fan[k])];
    thinnestBefore = Math.min(thinnestBefore, shapeOf(doubledAreaOf(a, b, side[k]), a, b, side[k]));
  }
  return thinnest >= thinnestBefore;
}

function shapeOf(area: number, a: number, b: number, c: number): number {
  return (3.4641016151377544 * area) / (a * a + b * b + c * c);
}

/** Locates the points of the fan, and the vertex itself, in the new triangles. */
function placeAll({ placement, fan, ears, place }: Removal, v: number, fanSize: number, count: number): boolean {
  const origin = count; // the place behind the ring's
  place[2 * origin] = 0;
  place[2 * origin + 1] = 0;
  placement.count = 0;
  for (let k = 0; k < fanSize; k++) {
    const t = Math.floor(fan[k] / 3);
    gatherTurned(placement, t, fan[k] - 3 * t, place, origin, k, k + 1 === count ? 0 : k + 1, v);
  }
  gatherPoint(placement, v, 0, 0);
  return locatePoints(placement, ears, count - 2, place);
}

/** Writes the new triangles into the places of the old ones, and their points. */
function replaceFan({ mesh, placement, fan, ring, place, outer, side, ears }: Removal, v: number, fanSize: number, count: number): void {
  const { vertex, length, cornerAt, firstPoint } = mesh;
  for (let k = 0; k < fanSize; k++) {
    const t = Math.floor(fan[k] / 3);
    firstPoint[t] = -1;
    if (k < count - 2) fan[k] = t;
    else vertex[3 * t] = vertex[3 * t + 1] = vertex[3 * t + 2] = -1;
  }
  for (let e = 0; e < count - 2; e++) {
    const a = ears[3 * e];
    const b = ears[3 * e + 1];
    const c = ears[3 * e + 2];
    const h = 3 * fan[e];
    vertex[h] = ring[a];
    vertex[h + 1] = ring[b];
    vertex[h + 2] = ring[c];
    cornerAt[ring[a]] = h;
    cornerAt[ring[b]] = h + 1;
    cornerAt[ring[c]] = h + 2;
    joinSide(mesh, h + 2, outer[a], side[a]);
    joinSide(mesh, h, outer[b], side[b]);
    if (e === count - 3) joinSide(mesh, h + 1, outer[c], side[c]);
    else {
      outer[a] = h + 1;
      side[a] = distance(place, a, c);
      length[h + 1] = side[a];
    }
  }
  cornerAt[v] = -1;
  for (let n = 0; n < placement.count; n++) putPoint(placement, n, fan[placement.target[n]]);
}

/** Takes away a vertex of the border that has one triangle: it and its points become points of the triangle behind. */
function dropEar(removal: Removal, v: number): boolean {
  const { mesh, placement, fan, ring, place, outer, ears } = removal;
  const { vertex, opposite, length, cornerAt, firstPoint, plane } = mesh;
  const across = outer[0];
  if (across < 0 || !layFlat(removal, v, false, 1, 2)) return false;
  const behind = vertex[across];
  if (mesh.isFlat[v] === 1) {
    place[4] = plane[2 * behind] - plane[2 * v];
    place[5] = plane[2 * behind + 1] - plane[2 * v + 1];
  } else {
    const base = length[across];
    const near = length[nextCorner(across)];
    const far = length[previousCorner(across)];
    const along = (near * near + base * base - far * far) / (2 * base * base);
    const height = doubledAreaOf(base, near, far) / (base * base);
    const ex = place[2] - place[0];
    const ey = place[3] - place[1];
    place[4] = place[0] + along * ex + height * ey;
    place[5] = place[1] + along * ey - height * ex;
  }
  place[6] = place[7] = 0;
  const old = Math.floor(fan[0] / 3);
  const t = Math.floor(across / 3);
  ears[across - 3 * t] = 2;
  ears[nextCorner(across) - 3 * t] = 1;
  ears[previousCorner(across) - 3 * t] = 0;
  placement.count = 0;
  gatherTurned(placement, old, fan[0] - 3 * old, place, 3, 0, 1, v);
  gatherPoint(placement, v, 0, 0);
  if (!locatePoints(placement, ears, 1, place)) return false;
  vertex[3 * old] = vertex[3 * old + 1] = vertex[3 * old + 2] = -1;
  firstPoint[old] = -1;
  opposite[across] = -1;
  cornerAt[ring[0]] = previousCorner(across);
  cornerAt[ring[1]] = nextCorner(across);
  cornerAt[v] = -1;
  for (let n = 0; n < placement.count; n++) putPoint(placement, n, t);
  return true;
}
