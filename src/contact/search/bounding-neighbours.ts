import { type Groups, groupByKey } from "../../core/group-by.ts";
import { createElementBoxes, type ElementBoxes } from "./bounding-boxes.ts";
import { addElementPairs } from "./bounding-elements.ts";
import { BODY_GROUP, type CollisionMesh, countOfCloths } from "./collision-mesh.ts";
import { type KeptElements, keepPairs } from "./kept-elements.ts";
import {
  addPair,
  createPairBuffer,
  createPairList,
  mergeLists,
  type PairBuffer,
  type PairList,
  reservePairs,
  sortPairs,
} from "./pair-list.ts";

/** Vertices of more triangles than this are left out, or the lists would grow with the square of that number. */
export const MOST_TRIANGLES = 24;

/**
 * Most pairs of triangles whose boxes meet are neighbours: they have a vertex in common, and stay the same. Their pairs of elements are
 * listed once; a step goes through the lists, and drops neighbours from the results of a search.
 */
export interface Neighbours {
  /** Corners of the triangles, packed by threes; a vertex of too many triangles has another number in each of them. */
  readonly links: Int32Array;
  /** All pairs of elements that neighbours own, wherever they are, in ascending order. */
  readonly pairs: PairList;
}

/** Without `self`, or for bodies, triangles of one group do not count as pairs. `everywhere` are boxes that all meet. */
export function findNeighbours(mesh: CollisionMesh, self: boolean, everywhere: ElementBoxes = createElementBoxes(mesh)): Neighbours {
  const around = listAround(mesh);
  const trianglePairs = createPairBuffer(around.members.length);
  const mark = new Uint32Array(mesh.groups.length);
  for (let t = 0; 3 * t < around.members.length; t++) addNeighboursOf(mesh, around, self, t, t + 1, mark, trianglePairs);
  return { links: linkCorners(mesh, around), pairs: listPairs(mesh, everywhere, trianglePairs) };
}

/** The triangles around each vertex of cloths; with bodies behind them, these are left out: theirs are no pairs. */
export function listAround(mesh: CollisionMesh): Groups {
  const { vertices, triangles } = countOfCloths(mesh);
  return groupByKey(mesh.triangles.subarray(0, 3 * triangles), vertices, 3);
}

function linkCorners({ vertexCount, triangles }: CollisionMesh, { start, members }: Groups): Int32Array {
  const links = Int32Array.from(triangles);
  for (let h = 0; h < members.length; h++) {
    const v = triangles[h];
    if (start[v + 1] - start[v] > MOST_TRIANGLES) links[h] = vertexCount + h;
  }
  return links;
}

/** Adds the pairs of triangle t and its neighbours from number `from` on, each once. */
function addNeighboursOf(
  { triangles, groups }: CollisionMesh,
  { start, members }: Groups,
  self: boolean,
  t: number,
  from: number,
  mark: Uint32Array,
  out: PairBuffer,
): void {
  const alone = groups[t] === BODY_GROUP || !self;
  for (let h = 3 * t; h < 3 * t + 3; h++) {
    const v = triangles[h];
    if (start[v + 1] - start[v] > MOST_TRIANGLES) continue;
    for (let s = start[v]; s < start[v + 1]; s++) {
      const other = members[s];
      if (other < from || other === t || mark[other] === t + 1 || (alone && groups[other] === groups[t])) continue;
      mark[other] = t + 1;
      addPair(out, t, other);
    }
  }
}

function listPairs(mesh: CollisionMesh, everywhere: ElementBoxes, trianglePairs: PairBuffer): PairList {
  const pairs = createPairList();
  addElementPairs(mesh, everywhere, trianglePairs, pairs);
  const histogram = new Uint32Array(Math.max(mesh.vertexCount, mesh.groups.length, mesh.edges.length / 2));
  sortPairs(pairs.pointTriangles, trianglePairs, histogram);
  sortPairs(pairs.edgeEdges, trianglePairs, histogram);
  return pairs;
}

/**
 * The neighbours after a cut has moved corners of triangles to other vertices. Only pairs around such vertices, old or new, are found anew;
 * the others take the new numbers of their edges.
 */
export function followNeighbours(
  former: Neighbours,
  kept: KeptElements,
  mesh: CollisionMesh,
  self: boolean,
  everywhere: ElementBoxes,
): Neighbours {
  const { isNew } = kept;
  const around = listAround(mesh);
  const trianglePairs = createPairBuffer();
  const mark = new Uint32Array(isNew.length);
  for (let t = 0; 3 * t < around.members.length; t++) {
    if (isNew[t] === 0) continue;
    addNeighboursOf(mesh, around, self, t, 0, mark, trianglePairs);
  }
  dropRepeats(isNew, trianglePairs);
  const fresh = listPairs(mesh, everywhere, trianglePairs);
  const pairs = createPairList();
  keepPairs(former.pairs, kept, pairs);
  mergeLists(fresh, pairs, trianglePairs);
  return { links: linkCorners(mesh, around), pairs };
}

/** Two new triangles have found each other: the pair of the lower one stays. */
function dropRepeats(isNew: Uint8Array, pairs: PairBuffer): void {
  const { data, count } = pairs;
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const t = data[2 * n];
    const other = data[2 * n + 1];
    if (isNew[other] !== 0 && other < t) continue;
    data[2 * kept] = t;
    data[2 * kept++ + 1] = other;
  }
  pairs.count = kept;
}

/** Adds the listed pairs whose boxes meet. */
export function addNeighbourPairs(neighbours: Neighbours, boxes: ElementBoxes, out: PairList): void {
  addMeetingPairs(neighbours.pairs.pointTriangles, boxes.points, boxes.triangles, out.pointTriangles);
  addMeetingPairs(neighbours.pairs.edgeEdges, boxes.edges, boxes.edges, out.edgeEdges);
}

/** Every pair is written, then kept or not: a branch would be unpredictable. */
function addMeetingPairs(pairs: PairBuffer, boxesA: Float64Array, boxesB: Float64Array, out: PairBuffer): void {
  const { data: source, count: sourceCount } = pairs;
  const target = reservePairs(out, out.count + sourceCount + 1);
  let { count } = out;
  for (let n = 0; n < sourceCount; ) {
    const i = source[2 * n] | 0;
    const a = Math.imul(6, i);
    const x0 = boxesA[a];
    const y0 = boxesA[a + 1];
    const z0 = boxesA[a + 2];
    const x1 = boxesA[a + 3];
    const y1 = boxesA[a + 4];
    const z1 = boxesA[a + 5];
    for (; n < sourceCount && (source[2 * n] | 0) === i; n++) {
      const j = source[2 * n + 1] | 0;
      const b = Math.imul(6, j);
      const apartX = Math.max(x0 - boxesB[b + 3], boxesB[b] - x1);
      const apartY = Math.max(y0 - boxesB[b + 4], boxesB[b + 1] - y1);
      const apartZ = Math.max(z0 - boxesB[b + 5], boxesB[b + 2] - z1);
      target[2 * count] = i;
      target[2 * count + 1] = j;
      count = (count + +(Math.max(apartX, apartY, apartZ) <= 0)) | 0;
    }
  }
  out.count = count;
}

/** Drops the pairs of triangles that have a link in common. */
export function dropNeighbours(links: Int32Array, trianglePairs: PairBuffer): void {
  const { data, count } = trianglePairs;
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const i = data[2 * n] | 0;
    const j = data[2 * n + 1] | 0;
    const a = Math.imul(3, i);
    const b = Math.imul(3, j);
    const a0 = links[a];
    const a1 = links[a + 1];
    const a2 = links[a + 2];
    const b0 = links[b];
    const b1 = links[b + 1];
    const b2 = links[b + 2];
    const share0 = +(a0 === b0) | +(a0 === b1) | +(a0 === b2);
    const share1 = +(a1 === b0) | +(a1 === b1) | +(a1 === b2);
    const share2 = +(a2 === b0) | +(a2 === b1) | +(a2 === b2);
    data[2 * kept] = i;
    data[2 * kept + 1] = j;
    kept = (kept + 1 - (share0 | share1 | share2)) | 0;
  }
  trianglePairs.count = kept;
}
