import { nextCorner } from "../next-corner.ts";
import { type CoarseMesh, doubledArea, joinSide, previousCorner } from "./coarse-mesh.ts";
import { gatherTurned, locatePoints, type Placement, putPoint } from "./place-points.ts";
import { doubledAreaOf, isEdge } from "./remove-vertex.ts";

/** Cotangents that sum to less than this are those of an edge to flip; 0 would flip for ever where four corners lie on a circle. */
const WORTH = -1e-6;
/** Flips for each triangle, at most. */
const MOST_FLIPS = 20;

/**
 * Flips edges until the triangles are Delaunay in the lengths [Fisher07, sec. 2.2], as far as that makes no second edge between two vertices; their points go
 * over to the new triangles. `place` has room for four places.
 */
export function flipEdges(mesh: CoarseMesh, placement: Placement): void {
  const { vertex, opposite } = mesh;
  const place = new Float64Array(8);
  const stack: number[] = [];
  let triangleCount = 0;
  for (let h = vertex.length - 1; h >= 0; h--) {
    if (vertex[h] < 0) continue;
    triangleCount++;
    if (opposite[h] > h) stack.push(h);
  }
  for (let left = MOST_FLIPS * triangleCount; left > 0 && stack.length > 0; ) {
    const h = stack.pop() as number;
    if (opposite[h] < 0 || !flipEdge(mesh, placement, h, place)) continue;
    left--;
    // the sides of both triangles, the flipped one too
    const t = h - (h % 3);
    const u = opposite[t + 1] - 1;
    for (let k = 0; k < 3; k++) stack.push(t + k, u + k);
  }
}

const CORNERS = new Int32Array([0, 1, 3, 3, 2, 0]);

/**
 *        p                  p
 *       ╱ ╲                ╱│╲       h at p faces a–b; after the flip p, a, q is the triangle of h
 *      a───b      ⟶       a │ b      and q, b, p that of the corner across
 *       ╲ ╱                ╲│╱
 *        q                  q
 */
function flipEdge(mesh: CoarseMesh, placement: Placement, h: number, place: Float64Array): boolean {
  const { vertex, opposite, length, cornerAt, firstPoint } = mesh;
  const o = opposite[h];
  const base = length[h];
  const pa = length[previousCorner(h)];
  const pb = length[nextCorner(h)];
  const qa = length[nextCorner(o)];
  const qb = length[previousCorner(o)];
  const above = doubledAreaOf(base, pa, pb);
  const below = doubledAreaOf(base, qa, qb);
  // cot p + cot q, times both areas
  const sum = (pa * pa + pb * pb - base * base) * below + (qa * qa + qb * qb - base * base) * above;
  if (!(sum < WORTH * above * below)) return false;
  const p = vertex[h];
  const q = vertex[o];
  if (p === q || isEdge(mesh, p, q)) return false;
  layQuad(mesh, h, o, place, above, below);
  const left = doubledArea(place, 0, 1, 3);
  const right = doubledArea(place, 3, 2, 0);
  if (!(left > 0 && right > 0)) return false;

  const t = Math.floor(h / 3);
  const u = Math.floor(o / 3);
  placement.count = 0;
  gatherTurned(placement, t, h - 3 * t, place, 0, 1, 2, p);
  gatherTurned(placement, u, o - 3 * u, place, 3, 2, 1, p);
  if (!locatePoints(placement, CORNERS, 2, place)) return false;

  const a = vertex[nextCorner(h)];
  const b = vertex[previousCorner(h)];
  const sides = [opposite[previousCorner(h)], opposite[nextCorner(h)], opposite[nextCorner(o)], opposite[previousCorner(o)]];
  const x = place[6] - place[0];
  const y = place[7] - place[1];
  const diagonal = Math.sqrt(x * x + y * y);
  vertex.set([p, a, q], 3 * t);
  vertex.set([q, b, p], 3 * u);
  joinSide(mesh, 3 * t + 2, sides[0], pa);
  joinSide(mesh, 3 * t, sides[2], qa);
  joinSide(mesh, 3 * u, sides[1], pb);
  joinSide(mesh, 3 * u + 2, sides[3], qb);
  joinSide(mesh, 3 * t + 1, 3 * u + 1, diagonal);
  length[3 * u + 1] = diagonal;
  cornerAt[p] = 3 * t;
  cornerAt[a] = 3 * t + 1;
  cornerAt[q] = 3 * t + 2;
  cornerAt[b] = 3 * u + 1;
  firstPoint[t] = firstPoint[u] = -1;
  for (let n = 0; n < placement.count; n++) putPoint(placement, n, placement.target[n] === 0 ? t : u);
  return true;
}

/** Lays two triangles in one plane: p, a, b, q. */
function layQuad(
  { vertex, length, plane, isFlat }: CoarseMesh,
  h: number,
  o: number,
  place: Float64Array,
  above: number,
  below: number,
): void {
  const p = vertex[h];
  if (isFlat[p] === 1) {
    const others = [p, vertex[nextCorner(h)], vertex[previousCorner(h)], vertex[o]];
    for (let k = 0; k < 4; k++) {
      place[2 * k] = plane[2 * others[k]] - plane[2 * p];
      place[2 * k + 1] = plane[2 * others[k] + 1] - plane[2 * p + 1];
    }
    return;
  }
  const base = length[h];
  const pa = length[previousCorner(h)];
  const pb = length[nextCorner(h)];
  const qa = length[nextCorner(o)];
  const qb = length[previousCorner(o)];
  place[0] = (pa * pa + base * base - pb * pb) / (2 * base);
  place[1] = above / base;
  place[2] = place[3] = 0;
  place[4] = base;
  place[5] = 0;
  place[6] = (qa * qa + base * base - qb * qb) / (2 * base);
  place[7] = -below / base;
}
