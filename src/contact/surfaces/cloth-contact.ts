import type { KernelModule } from "../../kernels/module.ts";
import { type BroadPhase, type BroadPhaseKind, createBroadPhase } from "../search/broad-phase.ts";
import { BODY_GROUP, type CollisionMesh } from "../search/collision-mesh.ts";
import type { StretchLimit } from "../stretch/stretch-limit.ts";
import type { PointContacts } from "./body-points.ts";
import { createBodyStops } from "./body-stops.ts";
import { type ContactList, createContactList } from "./contact-list.ts";
import { type ContactMemory, createContactMemory } from "./contact-memory.ts";
import { type ContactPairs, createContactPairs } from "./contact-pairs.ts";
import { activate, addChange, createCorrection, moveEnds } from "./correction.ts";
import { createImpactResponse } from "./impact-response.ts";
import { createNearContacts, REACH } from "./near-contacts.ts";
import { createRepulsion, type RepulsionSpec } from "./repulsion.ts";
import { createShortening } from "./shorten-threads.ts";
import type { Surfaces } from "./surfaces.ts";
import { createTangles, type Tangles } from "./tangles.ts";
import { createZoneResponse } from "./zone-response.ts";

/** How cloth touches cloth and mesh bodies. */
export interface ClothContactOptions {
  /** What is left of the speed of an impact [−]. */
  readonly restitution: number;
  /** Whether a cloth is tested against itself and other cloths. */
  readonly self: boolean;
  readonly broadPhase: BroadPhaseKind;
  /** How far threads of cloth may be stretched by what this corrects; absent where they stretch freely. */
  readonly stretch?: StretchLimit | undefined;
  /** In place of the shift by which a lack of thickness is made up for. */
  readonly repulsion?: RepulsionSpec;
  /** Kernels in WebAssembly, for the same answers. */
  readonly kernels?: KernelModule | undefined;
}

/**
 * The contact of a step between surfaces, after Bridson, Fedkiw and Anderson [Bridson02]. Before the method proposes:
 *
 * 1. features near each other at the start of the step become a contact (near-contacts), with the force of the last step
 *    (contact-memory), of which the method is told; a lack of thickness becomes a shift y of positions (or, after 2, an elastic repulsion), and so does what draws
 *    surfaces apart that have passed through each other (untangle)
 *
 * and afterwards, on the average velocities u = (x* − x)/h:
 *
 * 2. all contacts are solved together, friction included (contact-list)
 * 3. features that still meet on the way from x to x + h u, by the continuous test, become contacts as well, and again 2 (impact-response)
 * 4. vertices whose impacts are not resolved in a few rounds move as one (zone-response), which always ends
 *
 * and x* = x + h u, v* changes as u did. The tests see the very numbers that are committed. From step to step go the forces (contact-memory), the
 * pairs that may meet (contact-pairs) and whether there may be tangles (tangles).
 */
export interface ClothContact {
  /** Finds the contacts at xs, where vertices have the velocities v and those with the inverse mass 0 will not be moved by contact. */
  begin(xs: Float64Array, v: Float64Array, inverseMass: Float64Array, h: number): void;
  /** The forces [N] of the contacts found, as far as they are known from the last step. */
  addReactions(h: number, f: Float64Array): void;
  /** Where contacts lack thickness: how far vertices are to be moved in this step besides their motion [m]; false where nothing is to be. */
  addShift(inverseMass: Float64Array, h: number, y: Float64Array, outward?: Float64Array): boolean;
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
  /** Contacts that touched in the last step. */
  readonly contactCount: number;
  /** Says that what comes next may be tangled: it is not what the last step left. */
  suspect(): void;
  /** Goes on where the contact before a cut ended: `lips` have moved since by up to `way` [m], each, and nothing else has. */
  follow(former: ClothContact, lips: Uint8Array, way: number): void;
  /** Makes what untangling needs; else the first step that does makes it. */
  prepareUntangling(): void;
  /** What has passed through what at the start of the step. */
  readonly tangles: Pick<Tangles, "crossingCount">;
  /** What the contact after a cut goes on with. */
  readonly pairs: ContactPairs;
  readonly broadPhase: BroadPhase;
  /** Whether the next step looks for tangles. */
  readonly isSuspect: boolean;
}

const SHIFT_SWEEPS = 4;

export function createClothContact(
  mesh: CollisionMesh,
  surfaces: Surfaces,
  options: ClothContactOptions,
  broadPhase: BroadPhase = createBroadPhase(mesh, options.broadPhase, options, options.kernels),
  onWays?: (xe: Float64Array) => void,
  onTangles?: (tangles: Tangles) => void,
): ClothContact {
  const { vertexCount } = mesh;
  const { greatestGap } = surfaces;
  const contacts = createContactList();
  const lacks = createContactList();
  const memory = createContactMemory();
  const correction = createCorrection(vertexCount);
  const pairs = createContactPairs(mesh, surfaces, broadPhase, options.kernels, onWays);
  const tangles = createTangles(mesh, broadPhase, greatestGap, options);
  const repulsion = options.repulsion && createRepulsion(options.repulsion);
  const near = createNearContacts(mesh, surfaces, options.restitution, memory, contacts, lacks, repulsion);
  const { stretch } = options;
  const stops = createBodyStops(vertexCount, contacts, correction, stretch && createShortening(stretch, correction));
  const impacts = createImpactResponse(surfaces, tangles.vertices, pairs, contacts, stops, correction);
  const zones = createZoneResponse(mesh, tangles, pairs, correction, REACH * greatestGap);
  /** Before a correction these two are room to add up in. */
  const { velocity, before } = correction;
  let nearCount = 0;
  let contactCount = 0;

  return {
    contacts,
    memory,
    pairs,
    broadPhase,
    tangles,
    begin(xs, v, inverseMass, h) {
      pairs.begin(xs);
      tangles.begin(xs, pairs, inverseMass);
      if (tangles.crossingCount > 0) onTangles?.(tangles);
      near.find(pairs.list, tangles.vertices, xs, v, h);
      nearCount = contacts.count;
    },
    keep(h) {
      memory.keep(contacts, h);
    },
    addReactions(h, f) {
      const { count, vertices } = contacts;
      clearAt(contacts, before);
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
    addShift(inverseMass, h, y, outward) {
      const { count, vertices } = lacks;
      if (count === 0 && tangles.crossingCount === 0) return false;
      clearAt(lacks, velocity);
      lacks.solve(inverseMass, SHIFT_SWEEPS, velocity);
      for (let e = 0; e < 4 * count; e++) {
        const i = 3 * vertices[e];
        if (i >= y.length) continue;
        for (let c = i; c < i + 3; c++) {
          y[c] += h * velocity[c];
          velocity[c] = 0; // once
        }
      }
      if (tangles.crossingCount === 0) return true;
      before.fill(0);
      tangles.addShift(inverseMass, h, before, outward);
      for (let c = 0; c < y.length; c++) y[c] += before[c];
      return true;
    },
    correct(xs, xe, v, inverseMass, h, points, sticking) {
      correction.starts = xs;
      correction.ends = xe;
      correction.inverseMass = inverseMass;
      correction.sticking = sticking;
      correction.step[0] = h;
      correction.activeCount = 0;
      pairs.restart();
      stops.begin(points);
      zones.count = 0;
      if (nearCount > 0) {
        const { vertices } = contacts;
        for (let e = 0; e < 4 * nearCount; e++) activate(correction, vertices[e]);
        stops.addFrom(0);
        stops.solve();
        if (repulsion !== undefined) {
          repulsion.apply(contacts, nearCount, inverseMass, h, velocity);
          stops.keepOut();
        }
        moveEnds(correction);
      }
      const areMeeting = impacts.resolve();
      const isPushed = points !== undefined && contacts.count > 0;
      if (areMeeting || isPushed) zones.resolve(areMeeting, points);
      addChange(correction, v);
      stops.stop(v);
      tangles.stopReturn(inverseMass, v);
      contactCount = near.touching + impacts.count;
    },
    get contactCount() {
      return contactCount;
    },
    get isSuspect() {
      return tangles.isSuspect;
    },
    suspect() {
      tangles.suspect();
      pairs.restart();
      pairs.followCut(undefined);
    },
    follow(former, lips, way) {
      // two that have come to cross are no further from each other than they moved: the pairs hold them
      if (former.isSuspect || 2 * way > REACH * greatestGap) return;
      tangles.followCut(lips);
      // vertices of bodies have other numbers since
      if (!mesh.groups.includes(BODY_GROUP)) pairs.followCut(former.pairs);
    },
    prepareUntangling: tangles.prepare,
  };
}

/** Sets the values of all vertices of the contacts to 0. */
function clearAt({ count, vertices }: ContactList, values: Float64Array): void {
  for (let e = 0; e < 4 * count; e++) values.fill(0, 3 * vertices[e], 3 * vertices[e] + 3);
}
