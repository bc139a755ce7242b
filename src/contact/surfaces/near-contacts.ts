import { lengthenArray } from "../../core/lengthen-array.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import type { PairList } from "../search/pair-list.ts";
import { CONTACT_DISTANCE, CONTACT_SIZE, closestEdgeEdge, closestPointTriangle, computeAlong } from "./closest-points.ts";
import { type ContactList, FRICTION, LIMIT } from "./contact-list.ts";
import { type ContactKind, type ContactMemory, EDGE_EDGE, FORCE_SHARE, POINT_TRIANGLE, SECONDS } from "./contact-memory.ts";
import type { Repulsion } from "./repulsion.ts";
import { computeFriction, computeGap, type Surfaces } from "./surfaces.ts";

/**
 * The contacts at the start of a step. Two features nearer than REACH gaps τ may close their distance d down to τ within the step, and no
 * further:
 *
 *     n·Σβv ≥ (τ − d)/h     d ≥ τ
 *     n·Σβv ≥ 0             d < τ, and the lack τ − d is made up for apart, by a shift that leaves no velocity, or by repulsion
 *
 * What is about to touch thus lands softly. Two features that come so fast that they touch within the step bounce by the restitution.
 */
export interface NearContacts {
  /** Fills `contacts`, and `lacks` without friction. Two `tangled` features are left out: their sides are unknown. */
  find(pairs: PairList, tangled: Uint8Array, x: Float64Array, v: Float64Array, h: number): void;
  /** The number of contacts of the last `find` that touch: they are about as close as the gap, or closer. */
  readonly touching: number;
}

/** The distance up to which contacts are looked for, in gaps. */
export const REACH = 2;
/** The share of a lack that one step makes up for, and its greatest speed [m/s]. */
const RECOVERY = 0.2;
const RECOVERY_SPEED = 0.5;
/** Up to this many gaps apart, two features touch. */
const TOUCHING_GAPS = 1.1;
/** A contact that opens pushes less and less, and nothing at this share of the gap. */
const OPEN = 0.3;
/** Smaller lacks than this share of the gap are left. */
const LEAST_LACK = 1e-3;
/** Two edges with a smaller squared sine are parallel: points and triangles have the same contact. */
const PARALLEL = 1e-6;
/** The relative difference below which two distances of a point, to one triangle and to the next, are the same. */
const SAME = 1e-9;

export function createNearContacts(
  mesh: CollisionMesh,
  surfaces: Surfaces,
  restitution: number,
  memory: ContactMemory,
  contacts: ContactList,
  lacks: ContactList,
  repulsion?: Repulsion,
): NearContacts {
  const { triangles, edges } = mesh;
  const feature = new Float64Array(CONTACT_SIZE);
  const terms = new Float64Array(2);
  const pairGap = new Float64Array(1);
  const speed = new Float64Array(1);
  /** How the memory is asked. */
  const asked = new Float64Array(2);
  const reach = REACH * surfaces.greatestGap;
  let velocity: Float64Array = feature;
  let touching = 0;
  /** The triangles near one point: their numbers, features, and which corners the closest point lies between, as bits. */
  let groupSize = 0;
  let group = new Uint32Array(32);
  let corners = new Uint8Array(32);
  let features = new Float64Array(32 * CONTACT_SIZE);

  /** The contact in `feature`, of elements `first` and `second` with these vertices. */
  function add(kind: ContactKind, first: number, second: number, a: number, b: number, c: number, d: number): void {
    const h = asked[SECONDS];
    computeGap(surfaces, a, d, pairGap);
    const gap = pairGap[0];
    const lack = gap - feature[CONTACT_DISTANCE];
    if (feature[CONTACT_DISTANCE] < TOUCHING_GAPS * gap) touching++;
    computeFriction(surfaces, a, d, terms);
    terms[LIMIT] = lack < 0 ? lack / h : 0;
    if (restitution > 0) bounce(a, b, c, d);
    contacts.add(a, b, c, d, feature, terms);
    asked[FORCE_SHARE] = Math.min(1, Math.max(0, 1 + lack / (OPEN * gap)));
    memory.recall(kind, first, second, asked, contacts);
    if (repulsion !== undefined) {
      repulsion.lack[0] = lack;
      repulsion.note(contacts.count - 1);
      return;
    }
    if (lack <= LEAST_LACK * gap) return;
    terms[FRICTION] = 0;
    terms[LIMIT] = Math.min((RECOVERY * lack) / h, RECOVERY_SPEED);
    lacks.add(a, b, c, d, feature, terms);
  }

  /** A contact that would touch within the step leaves with the restitution's share of the speed with which it comes. */
  function bounce(a: number, b: number, c: number, d: number): void {
    computeAlong(feature, velocity, a, b, c, d, speed);
    if (speed[0] < terms[LIMIT]) terms[LIMIT] = -restitution * speed[0];
  }

  function gather(p: number, t: number, tangled: Uint8Array, x: Float64Array): void {
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    if ((tangled[p] & (tangled[a] | tangled[b] | tangled[c])) !== 0) return;
    closestPointTriangle(x, p, a, b, c, feature);
    computeGap(surfaces, a, p, pairGap);
    const distance = feature[CONTACT_DISTANCE];
    if (!(distance > 0 && distance < REACH * pairGap[0])) return;
    if (groupSize === group.length) {
      group = lengthenArray(group, 2 * groupSize);
      corners = lengthenArray(corners, 2 * groupSize);
      features = lengthenArray(features, 2 * groupSize * CONTACT_SIZE);
    }
    group[groupSize] = t;
    corners[groupSize] = (feature[0] < 0 ? 1 : 0) | (feature[1] < 0 ? 2 : 0) | (feature[2] < 0 ? 4 : 0);
    for (let k = 0; k < CONTACT_SIZE; k++) features[groupSize * CONTACT_SIZE + k] = feature[k];
    groupSize++;
  }

  /**
   * Whether triangle k of the group can be left out. Near its border the triangle beyond has the better contact; at a ridge both have the
   * same one, and one is enough.
   */
  function isCoveredByNext(k: number): boolean {
    if (corners[k] === 7) return false;
    const distance = features[k * CONTACT_SIZE + CONTACT_DISTANCE];
    for (let other = 0; other < groupSize; other++) {
      if (other === k) continue;
      const theirs = features[other * CONTACT_SIZE + CONTACT_DISTANCE];
      if (theirs > distance * (1 + SAME)) continue;
      if (theirs >= distance * (1 - SAME) && other > k && corners[other] !== 7) continue;
      if (hasCorners(triangles, group[other], group[k], corners[k])) return true;
    }
    return false;
  }

  function finishPoint(p: number): void {
    for (let k = 0; k < groupSize; k++) {
      if (groupSize > 1 && isCoveredByNext(k)) continue;
      const t = group[k];
      for (let c = 0; c < CONTACT_SIZE; c++) feature[c] = features[k * CONTACT_SIZE + c];
      add(POINT_TRIANGLE, p, t, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2], p);
    }
    groupSize = 0;
  }

  return {
    get touching() {
      return touching;
    },
    find({ pointTriangles, edgeEdges }, tangled, x, v, h) {
      touching = 0;
      asked[SECONDS] = h;
      velocity = v;
      contacts.clear();
      lacks.clear();
      memory.begin();
      groupSize = 0;
      for (let k = 0; k < pointTriangles.count; k++) {
        const p = pointTriangles.data[2 * k];
        if (k > 0 && groupSize > 0 && pointTriangles.data[2 * k - 2] !== p) finishPoint(pointTriangles.data[2 * k - 2]);
        gather(p, pointTriangles.data[2 * k + 1], tangled, x);
      }
      if (groupSize > 0) finishPoint(pointTriangles.data[2 * pointTriangles.count - 2]);
      for (let k = 0; k < edgeEdges.count; k++) {
        const e = edgeEdges.data[2 * k];
        const f = edgeEdges.data[2 * k + 1];
        const a = edges[2 * e];
        const b = edges[2 * e + 1];
        const c = edges[2 * f];
        const d = edges[2 * f + 1];
        if (((tangled[a] | tangled[b]) & (tangled[c] | tangled[d])) !== 0) continue;
        if (areApart(x, a, b, c, d, reach)) continue;
        closestEdgeEdge(x, a, b, c, d, feature);
        computeGap(surfaces, a, d, pairGap);
        const distance = feature[CONTACT_DISTANCE];
        if (!(distance > 0 && distance < REACH * pairGap[0])) continue;
        if (isInside(feature) && !areParallel(x, a, b, c, d)) add(EDGE_EDGE, e, f, a, b, c, d);
      }
    },
  };
}

/** Whether the boxes of two edges are farther apart than `reach` [m], as of most pairs at the start of a step. */
function areApart(x: Float64Array, a: number, b: number, c: number, d: number, reach: number): boolean {
  for (let k = 0; k < 3; k++) {
    const a0 = x[3 * a + k];
    const b0 = x[3 * b + k];
    const c0 = x[3 * c + k];
    const d0 = x[3 * d + k];
    if (Math.max(Math.min(a0, b0) - Math.max(c0, d0), Math.min(c0, d0) - Math.max(a0, b0)) > reach) return true;
  }
  return false;
}

/** Whether triangle `other` has those corners of triangle t that are given as bits. */
function hasCorners(triangles: Uint32Array, other: number, t: number, bits: number): boolean {
  for (let k = 0; k < 3; k++) {
    if ((bits & (1 << k)) === 0) continue;
    const vertex = triangles[3 * t + k];
    const o = 3 * other;
    if (triangles[o] !== vertex && triangles[o + 1] !== vertex && triangles[o + 2] !== vertex) return false;
  }
  return true;
}

/** Whether the closest points of two edges are no ends: at an end, a point and a triangle or another pair have the same contact. */
function isInside(feature: Float64Array): boolean {
  return feature[0] < 0 && feature[1] < 0 && feature[2] > 0 && feature[3] > 0;
}

function areParallel(x: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * d] - x[3 * c];
  const vy = x[3 * d + 1] - x[3 * c + 1];
  const vz = x[3 * d + 2] - x[3 * c + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const lengths = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  return nx * nx + ny * ny + nz * nz < PARALLEL * lengths;
}
