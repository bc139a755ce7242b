import { enlarge } from "../../core/enlarge.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { type BroadPhase, type BroadPhaseKind, createBroadPhase } from "../search/broad-phase.ts";
import { BODY_GROUP, type CollisionMesh } from "../search/collision-mesh.ts";
import { createPairKernels } from "../search/pair-kernels.ts";
import { createPairList, type PairList } from "../search/pair-list.ts";
import { crossesAtLips } from "../untangle/crossing-list.ts";
import { createUntangling, type Untangling } from "../untangle/untangle.ts";
import { CONTACT_NORMAL, CONTACT_SIZE } from "./closest-points.ts";
import { type ContactList, createContactList, FRICTION, LIMIT } from "./contact-list.ts";
import { type ContactMemory, createContactMemory } from "./contact-memory.ts";
import { createImpactZones } from "./impact-zones.ts";
import { findImpacts, type OnImpact } from "./impacts.ts";
import { createNearContacts, REACH } from "./near-contacts.ts";
import type { PointContacts } from "./point-contacts.ts";
import { frictionBetween, gapBetween, type Surfaces } from "./surfaces.ts";

/** How cloth touches cloth and mesh bodies. */
export interface ClothContactOptions {
  /** What is left of the speed of an impact [−]. */
  readonly restitution: number;
  /** Whether a cloth is tested against itself and other cloths. */
  readonly self: boolean;
  readonly broadPhase: BroadPhaseKind;
  /** Kernels in WebAssembly, for the same answers. */
  readonly kernels?: KernelModule | undefined;
}

/**
 * The contact of a step between surfaces, after Bridson, Fedkiw and Anderson [Bridson02]. Before the method proposes:
 *
 * 1. what is near at the start of the step becomes a contact (near-contacts), and has the force that it had in the last step
 *    (contact-memory), of which the method is told; a lack of thickness becomes a shift y of positions, and so does what draws
 *    surfaces apart that have passed through each other (untangle)
 *
 * and afterwards, on the average velocities u = (x* − x)/h:
 *
 * 2. all contacts are solved together, friction included (contact-list)
 * 3. what still meets on the way from x to x + h u, by the continuous test, becomes a contact as well, and again 2
 * 4. what cannot be resolved in a few rounds moves as one (impact-zones), which always ends
 *
 * and x* = x + h u, v* changes as u did. The tests see the very numbers that are committed.
 */
export interface ClothContact {
  /** Finds the contacts at xs, where vertices have the velocities v and those with the inverse mass 0 will not be moved by contact. */
  begin(xs: Float64Array, v: Float64Array, inverseMass: Float64Array, h: number): void;
  /** The forces [N] of the contacts found, as far as they are known from the last step. */
  addReactions(h: number, f: Float64Array): void;
  /** Where contacts lack thickness: how far vertices are to be moved in this step besides their motion [m]; false where nothing is to be. */
  addShift(inverseMass: Float64Array, h: number, y: Float64Array): boolean;
  /**
   * Corrects the end of a step so that nothing passes through anything: `xe` and `v` of the vertices with an inverse mass. Vertices without
   * one end where they are said to, but those of them that `sticking` has an inverse mass for, which friction holds: it gives way where they
   * would pass through each other or be carried into a body. Where `xs`, as `begin` saw it, is free of intersections, so is `xe`.
   */
  correct(
    xs: Float64Array,
    xe: Float64Array,
    v: Float64Array,
    inverseMass: Float64Array,
    h: number,
    points?: PointContacts,
    sticking?: Float64Array,
  ): void;
  /** Remembers the forces of a step that is committed. */
  keep(h: number): void;
  /** What `begin` found, with the impulses of the last step. */
  readonly contacts: ContactList;
  /** The forces that the next step begins with. */
  readonly memory: ContactMemory;
  /** Contacts that touched in the last step, impacts among them that were not foreseen, and vertices that had to move as one. */
  readonly contactCount: number;
  readonly impactCount: number;
  readonly zoneCount: number;
  /** Edges that passed through triangles at the start of the last step. */
  readonly crossingCount: number;
  /** Says that what comes next may be tangled: it is not what the last step left. */
  suspect(): void;
  /** Goes on where the contact before a cut ended: `lips` have moved since by up to `way` [m], each, and nothing else has. */
  follow(former: ClothContact, lips: Uint8Array, way: number): void;
  /** Makes what untangling needs; else the first step that does makes it. */
  prepareUntangling(): void;
  /** What may be near at xs, where the last step ended but for what has moved since; undefined where there was none. */
  findNear(xs: Float64Array): PairList | undefined;
  readonly broadPhase: BroadPhase;
  /** Whether what the last step left may be tangled. */
  readonly isSuspect: boolean;
}

/** Two features that are closer than the thickness keep at least this share of their distance in a step; those that would not are left the other. */
const LEAST_GAP = 0.25;
const KEPT_GAP = 0.4;
const SWEEPS = 12;
const SHIFT_SWEEPS = 4;
const PASSES = 10;
/** Vertices deeper in a body than they may be by this much [m] are brought out, in at most so many rounds. */
const SINKING = 1e-7;
const BODY_ROUNDS = 6;
/** Zones that still grow after so many rounds take in all that is close to them at once, and not only what they meet. */
const SLOW_ROUNDS = 12;
/** Vertices may end elsewhere by this share of the thickness before what they may meet is looked for again. */
export const SLACK = 0.25;
/** Surfaces that have passed through each other are drawn apart so fast [m/s]. */
const UNTANGLING_SPEED = 0.5;

export function createClothContact(
  mesh: CollisionMesh,
  surfaces: Surfaces,
  options: ClothContactOptions,
  broadPhase: BroadPhase = createBroadPhase(mesh, options.broadPhase, options, options.kernels),
): ClothContact {
  const { vertexCount } = mesh;
  const { leastGap, greatestGap } = surfaces;
  const pairs = createPairList();
  const pairKernels = options.kernels && createPairKernels(mesh, options.kernels);
  /** Whether `pairs` are those of the step so far; before it, those of the last step. */
  let isFollowed = false;
  const contacts = createContactList();
  const lacks = createContactList();
  const memory = createContactMemory();
  const near = createNearContacts(mesh, surfaces, options.restitution, memory, contacts, lacks);
  const zones = createImpactZones(vertexCount);
  const tangledVertices = new Uint8Array(vertexCount);
  let untangling: Untangling | undefined;
  const feature = new Float64Array(CONTACT_SIZE);
  const kept = Float64Array.of(LEAST_GAP, leastGap); // KEPT_SHARE, KEPT_OF
  const terms = new Float64Array(2);
  /**
   * The vertices that contacts, points and zones of a correction have to do with, few of all: average velocities, as they are and as they were proposed, and where the proposal ends.
   * Others end where it does.
   */
  const active = new Uint32Array(vertexCount);
  const isActive = new Uint8Array(vertexCount);
  let activeCount = 0;
  const velocity = new Float64Array(3 * vertexCount);
  const before = new Float64Array(3 * vertexCount);
  const proposed = new Float64Array(3 * vertexCount);
  const moved = new Uint8Array(vertexCount);
  const involved = new Uint8Array(vertexCount);
  const fresh = new Uint8Array(vertexCount);
  const step = new Float64Array(1);
  let starts: Float64Array = velocity;
  let ends: Float64Array = velocity;
  /** The inverse masses of a correction, and of what friction holds. */
  let movable: Float64Array = velocity;
  let sticks: Float64Array | undefined;
  /** Whether immovable vertices meet, which no contact keeps apart. */
  let areForced = false;
  let nearCount = 0;
  /** Where points at bodies are looked for, which of the contacts they are, and which of them lay on their body as the method proposed. */
  let bodyPoints: PointContacts | undefined;
  let pointCount = 0;
  let points = new Uint32Array(64);
  let stopped = new Uint8Array(64);
  let contactCount = 0;
  let impactCount = 0;
  let zoneCount = 0;
  let crossingCount = 0;
  let isSuspect = true;
  /** Of a cut since the last step, which was free of tangles. */
  let lips: Uint8Array | undefined;
  /** What the contact before it found. */
  let formerPairs: ClothContact["findNear"] | undefined;

  function takeUntangling(): Untangling {
    const { self, kernels } = options;
    untangling ??= createUntangling(mesh, { self, speed: UNTANGLING_SPEED, kernels }, tangledVertices);
    return untangling;
  }

  /**
   * Looks for what may come near on the way to xe, at first of all, then of what has come to end elsewhere. The next step begins where this one ends, so
   * its contacts are among these pairs.
   */
  function followPairs(xs: Float64Array, xe: Float64Array): void {
    if (isFollowed) broadPhase.addMeeting(xe, pairs);
    else broadPhase.findMeeting(xs, xe, REACH * greatestGap, SLACK * greatestGap, pairs);
    isFollowed = true;
  }

  /** The same at the start of a step. */
  function findNear(xs: Float64Array): PairList | undefined {
    if (!isFollowed) return undefined;
    broadPhase.addMeeting(xs.subarray(0, 3 * vertexCount), pairs); // a cut has added some at the end
    return pairs;
  }

  /** Tells of what meets on the way to xe, of pairs with a vertex that moved. */
  function testPairs(xs: Float64Array, xe: Float64Array, onImpact: OnImpact): void {
    const left: PairList = pairKernels?.keepMeeting(pairs, xs, xe, moved, kept) ?? pairs;
    findImpacts(mesh, left, xs, xe, moved, tangledVertices, feature, kept, onImpact);
  }

  /** Of two features that meet, so much of the gap along the normal of the impact must be left at the end. */
  function addImpact(a: number, b: number, c: number, d: number): void {
    if (isFixed(a, b, c, d)) {
      areForced = true;
      return;
    }
    activateAll(a, b, c, d);
    const h = step[0];
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      const offset =
        feature[0] * starts[3 * a + k] + feature[1] * starts[3 * b + k] + feature[2] * starts[3 * c + k] + feature[3] * starts[3 * d + k];
      gap += feature[CONTACT_NORMAL + k] * offset;
    }
    terms[LIMIT] = -((1 - KEPT_GAP) * Math.max(0, Math.min(gap, gapBetween(surfaces, a, d)))) / h;
    terms[FRICTION] = frictionBetween(surfaces, a, d);
    contacts.add(a, b, c, d, feature, terms);
  }

  /** What meets moves as one. What meets although it does is forced to: by friction, which gives way, or by pins and bodies, and the next step looks for tangles. */
  function joinZone(a: number, b: number, c: number, d: number): void {
    activateAll(a, b, c, d);
    const isJoined = zones.join(a, b, c, d);
    if ((isJoined && !isFixed(a, b, c, d)) || letGo(a)) zoneCount++;
    else isSuspect = true;
  }

  function isFixed(a: number, b: number, c: number, d: number): boolean {
    return movable[a] === 0 && movable[b] === 0 && movable[c] === 0 && movable[d] === 0;
  }

  /** Friction gives way in the zone of a vertex; false where it holds nothing there. */
  function letGo(i: number): boolean {
    return sticks !== undefined && zones.free(i, sticks, movable);
  }

  /** What may come near a zone becomes part of it. */
  function joinNeighbours(): void {
    const { pointTriangles, edgeEdges } = pairs;
    const { triangles, edges } = mesh;
    for (let k = 0; k < pointTriangles.count; k++) {
      const p = pointTriangles.data[2 * k];
      const t = 3 * pointTriangles.data[2 * k + 1];
      joinNeighbour(triangles[t], triangles[t + 1], triangles[t + 2], p);
    }
    for (let k = 0; k < edgeEdges.count; k++) {
      const e = 2 * edgeEdges.data[2 * k];
      const f = 2 * edgeEdges.data[2 * k + 1];
      joinNeighbour(edges[e], edges[e + 1], edges[f], edges[f + 1]);
    }
  }

  function joinNeighbour(a: number, b: number, c: number, d: number): void {
    const isNear = zones.includes(a) || zones.includes(b) || zones.includes(c) || zones.includes(d);
    if (!isNear) return;
    activateAll(a, b, c, d);
    if (zones.join(a, b, c, d)) zoneCount++;
  }

  function activate(i: number): void {
    if (isActive[i] !== 0) return;
    isActive[i] = 1;
    active[activeCount++] = i;
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      velocity[c] = (ends[c] - starts[c]) / step[0];
      before[c] = velocity[c];
      proposed[c] = ends[c];
    }
  }

  function activateAll(a: number, b: number, c: number, d: number): void {
    activate(a);
    activate(b);
    activate(c);
    activate(d);
  }

  /** v changes as the velocities of the proposal did. */
  function addChange(inverseMass: Float64Array, v: Float64Array): void {
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      isActive[i] = 0;
      if (inverseMass[i] > 0) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] += velocity[c] - before[c];
    }
  }

  /** xe from the velocities; where these have not changed, the proposal to the bit. Notes which vertices moved by that. */
  function moveEnds(xs: Float64Array, inverseMass: Float64Array, h: number, xe: Float64Array): void {
    moved.fill(0);
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      if (inverseMass[i] === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        const end = velocity[c] === before[c] ? proposed[c] : xs[c] + h * velocity[c];
        if (end !== xe[c]) moved[i] = 1;
        xe[c] = end;
      }
    }
  }

  /** Adds the points at bodies of vertices that contacts from number `from` on are the first to push. */
  function addPointsOf(from: number, xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number): void {
    if (bodyPoints === undefined) return;
    const { vertices } = contacts;
    fresh.fill(0);
    for (let e = 4 * from; e < 4 * contacts.count; e++) {
      const i = vertices[e];
      if (involved[i] === 0) fresh[i] = 1;
      involved[i] = 1;
    }
    bodyPoints.find(xs, xe, inverseMass, h, fresh);
    addPoints(bodyPoints);
  }

  /** Involved is what goes elsewhere than was proposed, and zones. */
  function markChanged(): void {
    involved.fill(0);
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      const c = 3 * i;
      const isChanged = velocity[c] !== before[c] || velocity[c + 1] !== before[c + 1] || velocity[c + 2] !== before[c + 2];
      if (isChanged || zones.includes(i)) involved[i] = 1;
    }
  }

  function addPoints({ count, vertices, normals, limits, touching }: PointContacts): void {
    feature.fill(0);
    feature[3] = 1;
    terms[FRICTION] = 0;
    if (points.length < pointCount + count) {
      points = enlarge(points, 2 * (pointCount + count));
      stopped = enlarge(stopped, 2 * (pointCount + count));
    }
    for (let k = 0; k < count; k++) {
      const i = vertices[k];
      terms[LIMIT] = limits[k];
      for (let c = 0; c < 3; c++) feature[CONTACT_NORMAL + c] = normals[3 * k + c];
      points[pointCount] = contacts.count;
      stopped[pointCount++] = touching[k];
      contacts.add(i, i, i, i, feature, terms);
    }
  }

  /** Solves the contacts; then no vertex goes into a body, whatever pushes it. */
  function solveContacts(inverseMass: Float64Array): void {
    contacts.solve(inverseMass, SWEEPS, velocity);
    const { vertices, normals, scalars } = contacts;
    for (let p = 0; p < pointCount; p++) {
      const k = points[p];
      const i = 3 * vertices[4 * k];
      const n = 3 * k;
      const speed = normals[n] * velocity[i] + normals[n + 1] * velocity[i + 1] + normals[n + 2] * velocity[i + 2];
      const lack = scalars[n] - speed;
      if (lack > 0) for (let c = 0; c < 3; c++) velocity[i + c] += lack * normals[n + c];
    }
  }

  /** What a body has stopped already, at the place of the proposal, and cloth then moves elsewhere has the velocity that leads there. */
  function stopAtBodies(v: Float64Array): void {
    const { vertices } = contacts;
    for (let k = 0; k < pointCount; k++) {
      const i = 3 * vertices[4 * points[k]];
      const isMoved = velocity[i] !== before[i] || velocity[i + 1] !== before[i + 1] || velocity[i + 2] !== before[i + 2];
      if (stopped[k] !== 0 && isMoved) for (let c = i; c < i + 3; c++) v[c] = velocity[c];
    }
  }

  /** Puts vertices that have got into a body into zones, which bodies push out; false where there are none. */
  function gatherSunk({ count, vertices, normals, limits }: PointContacts): boolean {
    let areSome = false;
    for (let k = 0; k < count; k++) {
      const i = vertices[k];
      activate(i);
      let speed = 0;
      for (let c = 0; c < 3; c++) speed += normals[3 * k + c] * velocity[3 * i + c];
      if ((limits[k] - speed) * step[0] <= SINKING) continue;
      zones.include(i);
      letGo(i);
      areSome = true;
    }
    return areSome;
  }

  /** Step 3; true where something may meet still. */
  function resolveImpacts(xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number): boolean {
    areForced = false;
    moved.fill(1);
    for (let pass = 0; pass < PASSES; pass++) {
      followPairs(xs, xe);
      const known = contacts.count;
      testPairs(xs, xe, addImpact);
      if (contacts.count === known) return areForced;
      impactCount += contacts.count - known;
      addPointsOf(known, xs, xe, inverseMass, h);
      solveContacts(inverseMass);
      moveEnds(xs, inverseMass, h, xe);
    }
    return true;
  }

  /** Step 4. That nothing passes through anything comes before what bodies ask for, which they do a few times only. */
  function moveAsOne(xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number, areMeeting: boolean): void {
    moved.fill(areMeeting ? 1 : 0);
    zones.clear();
    for (let round = 0; ; round++) {
      const joined = zoneCount;
      if (round > 0 || areMeeting) {
        followPairs(xs, xe);
        testPairs(xs, xe, joinZone);
        if (zoneCount > joined && round >= SLOW_ROUNDS) joinNeighbours();
      }
      markChanged();
      bodyPoints?.find(xs, xe, inverseMass, h, involved);
      const areSunk = bodyPoints !== undefined && round < BODY_ROUNDS && gatherSunk(bodyPoints);
      if (zoneCount === joined && !areSunk) return;
      zones.move(xs, inverseMass, velocity, bodyPoints);
      moveEnds(xs, inverseMass, h, xe);
    }
  }

  return {
    contacts,
    memory,
    begin(xs, v, inverseMass, h) {
      const former = formerPairs?.(xs);
      formerPairs = undefined;
      isFollowed ||= former !== undefined && broadPhase.followMeeting(former, xs, REACH * greatestGap, SLACK * greatestGap, pairs);
      followPairs(xs, xs);
      starts = xs;
      step[0] = h;
      if (lips !== undefined) isSuspect = crossesAtLips(mesh, lips, pairs, xs);
      lips = undefined;
      if (isSuspect) {
        broadPhase.updateTriangles(xs, REACH * greatestGap);
        isFollowed = false;
        crossingCount = takeUntangling().find(xs, broadPhase, inverseMass);
      }
      isSuspect = crossingCount > 0;
      near.find(pairs, tangledVertices, xs, v, h);
      nearCount = contacts.count;
    },
    keep(h) {
      memory.keep(contacts, h);
    },

    addReactions(h, f) {
      const { count, vertices } = contacts;
      for (let e = 0; e < 4 * count; e++) before.fill(0, 3 * vertices[e], 3 * vertices[e] + 3);
      contacts.addImpulses(before);
      for (let e = 0; e < 4 * count; e++) {
        const i = 3 * vertices[e];
        if (i >= f.length) continue;
        for (let c = i; c < i + 3; c++) {
          f[c] += before[c] / h;
          before[c] = 0; // once
        }
      }
    },
    addShift(inverseMass, h, y) {
      const { count, vertices } = lacks;
      if (count === 0 && crossingCount === 0) return false;
      for (let e = 0; e < 4 * count; e++) velocity.fill(0, 3 * vertices[e], 3 * vertices[e] + 3);
      lacks.solve(inverseMass, SHIFT_SWEEPS, velocity);
      for (let e = 0; e < 4 * count; e++) {
        const i = 3 * vertices[e];
        if (i >= y.length) continue;
        for (let c = i; c < i + 3; c++) {
          y[c] += h * velocity[c];
          velocity[c] = 0; // once
        }
      }
      if (crossingCount === 0) return true;
      before.fill(0);
      untangling?.addShift(inverseMass, h, before);
      for (let c = 0; c < y.length; c++) y[c] += before[c];
      return true;
    },
    correct(xs, xe, v, inverseMass, h, atBodies, sticking) {
      movable = inverseMass;
      sticks = sticking;
      starts = xs;
      ends = xe;
      step[0] = h;
      activeCount = 0;
      isFollowed = false;
      impactCount = 0;
      zoneCount = 0;
      pointCount = 0;
      bodyPoints = atBodies;
      involved.fill(0);
      if (nearCount > 0) {
        const { vertices } = contacts;
        for (let e = 0; e < 4 * nearCount; e++) activate(vertices[e]);
        addPointsOf(0, xs, xe, inverseMass, h);
        solveContacts(inverseMass);
        moveEnds(xs, inverseMass, h, xe);
      }
      const areMeeting = resolveImpacts(xs, xe, inverseMass, h);
      const isChanged = bodyPoints !== undefined && contacts.count > 0;
      if (areMeeting || isChanged) moveAsOne(xs, xe, inverseMass, h, areMeeting);
      addChange(inverseMass, v);
      stopAtBodies(v);
      if (crossingCount > 0) untangling?.stopReturn(inverseMass, v);
      contactCount = near.touching + impactCount;
    },
    get contactCount() {
      return contactCount;
    },
    get impactCount() {
      return impactCount;
    },
    get zoneCount() {
      return zoneCount;
    },
    get crossingCount() {
      return crossingCount;
    },
    suspect() {
      isSuspect = true;
      isFollowed = false;
      lips = undefined;
      formerPairs = undefined;
    },
    follow(former, moved, way) {
      // two that have come to cross are no further from each other than they moved: the pairs hold them
      if (former.isSuspect || 2 * way > REACH * greatestGap) return;
      lips = new Uint8Array(vertexCount);
      lips.set(moved);
      // vertices of bodies have other numbers since
      if (!mesh.groups.includes(BODY_GROUP)) formerPairs = former.findNear;
    },
    prepareUntangling: () => void takeUntangling(),
    findNear,
    broadPhase,
    get isSuspect() {
      return isSuspect;
    },
  };
}
