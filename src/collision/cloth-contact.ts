import { type BroadPhaseKind, createBroadPhase } from "./broad-phase.ts";
import {
  CONTACT_DISTANCE,
  CONTACT_NORMAL,
  CONTACT_SIZE,
  closestEdgeEdge,
  closestPointTriangle,
} from "./closest-points.ts";
import type { CollisionMesh } from "./collision-mesh.ts";
import { createContactList } from "./contact-list.ts";
import { testEdgeEdge, testPointTriangle } from "./continuous-test.ts";
import { createImpactZones } from "./impact-zones.ts";
import { createPairList } from "./pair-list.ts";

/** How cloth touches cloth and mesh bodies. */
export interface ClothContactOptions {
  /** Distance that two surfaces keep [m]. */
  readonly thickness: number;
  readonly friction: number;
  /** Whether a cloth is tested against itself. */
  readonly self: boolean;
  readonly broadPhase: BroadPhaseKind;
}

/** Extra contacts of single vertices, with the bodies that have no mesh. */
export interface PointContacts {
  readonly count: number;
  readonly vertices: Uint32Array;
  /** Outward normals, packed by threes. */
  readonly normals: Float64Array;
}

export interface ClothContact {
  /**
   * Corrects the end of a step so that nothing passes through anything: `xe` and `v` of the vertices with an inverse mass. Vertices without
   * one end where they are said to. `xs` must be free of intersections; then so is `xe`.
   */
  correct(
    xs: Float64Array,
    xe: Float64Array,
    v: Float64Array,
    inverseMass: Float64Array,
    h: number,
    points?: PointContacts,
  ): void;
  /** Contacts of the last step, and vertices that had to move as one because nothing else would do. */
  readonly contactCount: number;
  readonly zoneCount: number;
}

/** Contacts are looked for up to this many thicknesses away, so that what is about to touch lands softly. */
const REACH = 2;
/** What is nearer than the thickness is pushed apart by this share of the lack in a step, at most this fast [m/s]. */
const RECOVERY = 0.2;
const RECOVERY_SPEED = 0.5;
/** Two features that would meet keep at least this share of their distance. */
const KEPT_GAP = 0.2;
const SWEEPS = 12;
const PASSES = 10;

/**
 * The contact of a step, by stages after Bridson, Fedkiw and Anderson [Bridson02], on the average velocities u = (x* − x)/h:
 *
 * 1. what is near at the start of the step becomes a contact: it may come as near as the thickness, no nearer
 * 2. all contacts are solved together, friction included (contact-list)
 * 3. what still meets on the way from x to x + h u, by the continuous test, becomes a contact as well, and again 2
 * 4. what cannot be resolved in a few rounds moves as one (impact-zones), which always ends
 *
 * and x* = x + h u, v* changes as u did. The tests see the very numbers that are committed.
 */
export function createClothContact(mesh: CollisionMesh, options: ClothContactOptions): ClothContact {
  const { triangles, edges, vertexCount } = mesh;
  const { thickness, friction } = options;
  const broadPhase = createBroadPhase(mesh, options.broadPhase, { self: options.self });
  const pairs = createPairList();
  const contacts = createContactList();
  const zones = createImpactZones(vertexCount);
  const feature = new Float64Array(CONTACT_SIZE);
  const velocity = new Float64Array(3 * vertexCount);
  const before = new Float64Array(3 * vertexCount);
  const proposed = new Float64Array(3 * vertexCount);
  let zoneCount = 0;

  /** The least relative normal velocity of two features so far apart: they may close the gap down to the thickness. */
  function nearLimit(distance: number, h: number): number {
    const lack = thickness - distance;
    return lack <= 0 ? lack / h : Math.min((RECOVERY * lack) / h, RECOVERY_SPEED);
  }

  function findNear(xs: Float64Array, h: number): void {
    const { pointTriangles, edgeEdges } = pairs;
    const reach = REACH * thickness;
    for (let k = 0; k < pointTriangles.count; k++) {
      const p = pointTriangles.data[2 * k];
      const t = 3 * pointTriangles.data[2 * k + 1];
      const a = triangles[t];
      const b = triangles[t + 1];
      const c = triangles[t + 2];
      closestPointTriangle(xs, p, a, b, c, feature);
      const distance = feature[CONTACT_DISTANCE];
      if (distance < reach && distance > 0) contacts.add(a, b, c, p, feature, nearLimit(distance, h), friction);
    }
    for (let k = 0; k < edgeEdges.count; k++) {
      const e = 2 * edgeEdges.data[2 * k];
      const f = 2 * edgeEdges.data[2 * k + 1];
      closestEdgeEdge(xs, edges[e], edges[e + 1], edges[f], edges[f + 1], feature);
      const distance = feature[CONTACT_DISTANCE];
      if (distance < reach && distance > 0 && isInside(feature)) {
        contacts.add(edges[e], edges[e + 1], edges[f], edges[f + 1], feature, nearLimit(distance, h), friction);
      }
    }
  }

  /** Adds what meets on the way as contacts, or joins it in zones; returns how many there were. */
  function findImpacts(xs: Float64Array, xe: Float64Array, h: number, join: boolean): number {
    const { pointTriangles, edgeEdges } = pairs;
    let found = 0;
    for (let k = 0; k < pointTriangles.count; k++) {
      const p = pointTriangles.data[2 * k];
      const t = 3 * pointTriangles.data[2 * k + 1];
      const a = triangles[t];
      const b = triangles[t + 1];
      const c = triangles[t + 2];
      if (!testPointTriangle(xs, xe, p, a, b, c, 0, feature)) continue;
      if (join) {
        if (zones.join(a, b, c, p)) found++;
      } else {
        found++;
        contacts.add(a, b, c, p, feature, impactLimit(xs, a, b, c, p, h), friction);
      }
    }
    for (let k = 0; k < edgeEdges.count; k++) {
      const e = 2 * edgeEdges.data[2 * k];
      const f = 2 * edgeEdges.data[2 * k + 1];
      const a = edges[e];
      const b = edges[e + 1];
      const c = edges[f];
      const d = edges[f + 1];
      if (!testEdgeEdge(xs, xe, a, b, c, d, 0, feature)) continue;
      if (join) {
        if (zones.join(a, b, c, d)) found++;
      } else {
        found++;
        contacts.add(a, b, c, d, feature, impactLimit(xs, a, b, c, d, h), friction);
      }
    }
    return found;
  }

  /** Of two features that meet, so much of the gap along the normal of the impact must be left at the end. */
  function impactLimit(xs: Float64Array, a: number, b: number, c: number, d: number, h: number): number {
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      const offset =
        feature[0] * xs[3 * a + k] +
        feature[1] * xs[3 * b + k] +
        feature[2] * xs[3 * c + k] +
        feature[3] * xs[3 * d + k];
      gap += feature[CONTACT_NORMAL + k] * offset;
    }
    return -((1 - KEPT_GAP) * Math.max(0, Math.min(gap, thickness))) / h;
  }

  /** xe from the velocities; where these have not changed, the proposal to the bit. */
  function moveEnds(xs: Float64Array, inverseMass: Float64Array, h: number, xe: Float64Array): void {
    for (let i = 0; i < vertexCount; i++) {
      if (inverseMass[i] === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        xe[c] = velocity[c] === before[c] ? proposed[c] : xs[c] + h * velocity[c];
      }
    }
  }

  return {
    correct(xs, xe, v, inverseMass, h, points) {
      for (let c = 0; c < velocity.length; c++) {
        velocity[c] = (xe[c] - xs[c]) / h;
        before[c] = velocity[c];
        proposed[c] = xe[c];
      }
      zoneCount = 0;
      contacts.clear();
      broadPhase.update(xs, xe, REACH * thickness);
      broadPhase.findPairs(pairs);
      findNear(xs, h);
      if (points !== undefined) addPointContacts(points, velocity, feature, contacts.add);
      if (contacts.count > (points?.count ?? 0)) contacts.solve(inverseMass, SWEEPS, velocity);
      moveEnds(xs, inverseMass, h, xe);

      let impacts = 1;
      for (let pass = 0; pass < PASSES && impacts > 0; pass++) {
        broadPhase.update(xs, xe, 0);
        broadPhase.findPairs(pairs);
        impacts = findImpacts(xs, xe, h, false);
        if (impacts === 0) break;
        contacts.solve(inverseMass, SWEEPS, velocity);
        moveEnds(xs, inverseMass, h, xe);
      }
      if (impacts > 0) {
        zones.clear();
        while (true) {
          broadPhase.update(xs, xe, 0);
          broadPhase.findPairs(pairs);
          const joined = findImpacts(xs, xe, h, true);
          if (joined === 0) break;
          zoneCount += joined;
          zones.move(xs, inverseMass, velocity);
          moveEnds(xs, inverseMass, h, xe);
        }
      }
      for (let i = 0; i < vertexCount; i++) {
        if (inverseMass[i] > 0) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] += velocity[c] - before[c];
      }
    },
    get contactCount() {
      return contacts.count;
    },
    get zoneCount() {
      return zoneCount;
    },
  };
}

/** True when the closest points of two edges are no ends: at an end, a point–triangle or another pair tells the same. */
function isInside(feature: Float64Array): boolean {
  return feature[0] < 0 && feature[1] < 0 && feature[2] > 0 && feature[3] > 0;
}

/** A vertex that touches a body moves no further into it than it does. */
function addPointContacts(
  { count, vertices, normals }: PointContacts,
  velocity: Float64Array,
  feature: Float64Array,
  add: (a: number, b: number, c: number, d: number, feature: Float64Array, limit: number, friction: number) => void,
): void {
  feature.fill(0);
  feature[3] = 1;
  for (let k = 0; k < count; k++) {
    const i = vertices[k];
    let limit = 0;
    for (let c = 0; c < 3; c++) {
      feature[CONTACT_NORMAL + c] = normals[3 * k + c];
      limit += normals[3 * k + c] * velocity[3 * i + c];
    }
    add(i, i, i, i, feature, limit, 0);
  }
}
