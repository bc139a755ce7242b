import { type BodyMotion, moves } from "../../core/body-motion.ts";
import type { Couplings } from "../../core/constraints.ts";
import type { Slices } from "../../core/slices.ts";
import type { Proposal } from "../../core/state.ts";
import type { Departure, StepContext } from "../../core/step-context.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { NearBodies } from "../bodies/near-bodies.ts";
import { prepareBroadPhase } from "../search/broad-phase.ts";
import { BODY_GROUP, type CollisionMesh, createCollisionMesh } from "../search/collision-mesh.ts";
import { findSheets } from "../search/sheets.ts";
import type { BodySurface, Collider } from "../shapes/collider.ts";
import { createBodyPlaces } from "./body-places.ts";
import { createBodyPoints } from "./body-points.ts";
import { type ClothContact, type ClothContactOptions, createClothContact } from "./cloth-contact.ts";
import { createContactCouplings } from "./contact-couplings.ts";
import type { ContactMemory } from "./contact-memory.ts";
import { createLetDown, type LetDown } from "./let-down.ts";
import { createSurfaces } from "./surfaces.ts";
import { createTangleLift, type TangleLift } from "./tangle-lift.ts";
import type { Tangles } from "./tangles.ts";

/** How cloth meets surfaces: itself, other cloth and bodies of triangles. */
export interface SurfaceContactSetup extends ClothContactOptions {
  readonly colliders: readonly Collider[];
  /** What starts inside a body is brought out at most this fast [m/s]. */
  readonly pushSpeed: number;
}

/** The contact of surfaces in the steps of one rig: the cloth's particles and the vertices of bodies in one list. */
export interface SurfaceContact {
  /** Before the solve: the forces of the contacts, and a shift of positions where they lack thickness, zero elsewhere; false if it is everywhere. */
  begin(from: Departure, held: Uint8Array, h: number, reactions: Float64Array, shift: Float64Array): boolean;
  /**
   * Compares the proposal with the known contacts. Where some still close too fast, the missing part is added to their forces, for another
   * proposal: the method of multipliers. False where none do, or the method ignores ties. With `again` there is another proposal anyway.
   */
  refine(next: Proposal, h: number, reactions: Float64Array, again: boolean): boolean;
  /** After the solve; `held` particles are not moved, `stuck` ones only where cloth would pass through itself or a body, and none into a body. */
  correct(next: Proposal, held: Uint8Array, stuck: Uint8Array, h: number): void;
  /** After `begin`: where the shift lifts cloth out of bodies, marks of the particles that these are not to meet. */
  readonly spared: Uint8Array | undefined;
  /** The ties of the contacts that `begin` found. */
  readonly couplings: Couplings;
  /** After `begin`: has the method hold what the shift has put in layers. */
  hold(step: StepContext): void;
  readonly memory: Pick<ContactMemory, "save" | "load">;
  readonly contact: ClothContact;
  /** The number of the body that a vertex behind the particles belongs to. */
  bodyOf(vertex: number): number;
  /** Goes on where the contact before a cut ended, as that of cloth does. */
  follow(former: SurfaceContact, lips: Uint8Array, way: number): void;
  /** After `correct`: cloth went where not all of the bodies was looked at. The step is to be taken back, and taken again. */
  readonly wentBeyond: boolean;
}

/** A body of triangles, or a part of one, and the body's number. */
export interface MeetingBody {
  readonly body: number;
  readonly surface: BodySurface;
  /** 1 for each vertex at which triangles of the body are left out; none are without. */
  readonly rims?: Uint8Array | undefined;
}

/** Where bodies are in motion, no more wrong contacts than this share of the particles are left to the correction. */
const FEW_CONTACTS = 0.005;

/** The mesh of the surfaces in the contact, beside it. */
export interface SurfaceMeeting extends SurfaceContact {
  readonly mesh: CollisionMesh;
}

/**
 * The contact of the cloth with itself and with these bodies. `start` are the positions of the scene's start; `former` is the contact before
 * a cut, with the same bodies; `onWays` is told of every place that vertices may go to in a step.
 */
export function* prepareSurfaceMeeting(
  setup: SurfaceContactSetup,
  meshes: readonly MeetingBody[],
  bodies: BodyMotion,
  near: NearBodies,
  cloth: Cloth,
  start: Float64Array,
  former?: ClothContact,
  onWays?: (xe: Float64Array) => void,
): Slices<SurfaceMeeting> {
  const { particleCount, mass } = cloth;
  const { triangles, groups, vertexCount } = joinSurfaces(cloth, meshes);
  const mesh = { ...createCollisionMesh(vertexCount, triangles, groups), ...joinRims(meshes, particleCount, vertexCount) };
  yield;
  const xs = new Float64Array(3 * vertexCount);
  const xe = new Float64Array(3 * vertexCount);
  const v = new Float64Array(3 * vertexCount);
  const size = 3 * particleCount;
  const places = createBodyPlaces(meshes, bodies, xs, xe, v, size);
  const sheets = setup.self && setup.kernels && meshes.length === 0 ? findSheets(cloth) : undefined;
  const options = { self: setup.self, standing: places, sheets };
  const broadPhase = yield* prepareBroadPhase(mesh, setup.broadPhase, options, setup.kernels, former?.broadPhase);
  yield;
  const surfaces = createSurfaces(
    mesh,
    cloth,
    meshes.map(({ body, surface }) => ({ ...setup.colliders[body], vertexCount: surface.positions.length / 3 })),
    start,
  );
  yield;
  let lift: TangleLift | undefined;
  let spared: Uint8Array | undefined;
  const letDown = createLetDown(cloth);
  /** Cloths that cross each other in a body or on it have another way out. */
  function onTangles(tangles: Tangles): void {
    if (setup.colliders.length > 0) prepareLift().find(xs, inverseMass, tangles);
  }

  function prepareLift(): TangleLift {
    lift ??= createTangleLift(near, cloth, setup.pushSpeed, letDown, { mesh, start });
    return lift;
  }
  const contact = createClothContact(mesh, surfaces, setup, broadPhase, onWays, onTangles);
  if (former !== undefined) {
    yield;
    contact.prepareUntangling(); // lips may cross where they are parted
    yield;
  }
  const ties = createContactCouplings(particleCount);
  const inverse = mass.map((m) => 1 / m);
  const inverseMass = new Float64Array(vertexCount);
  const sticking = new Float64Array(vertexCount);
  const points = createBodyPoints(near);
  /** The particles' part of `xe` and `v`. */
  const ends = xe.subarray(0, size);
  const velocities = v.subarray(0, size);

  function prepare(h: number, reactions: Float64Array): void {
    ties.tie(contact.contacts, v);
    reactions.fill(0);
    contact.addReactions(h, reactions);
  }

  return {
    get couplings() {
      return ties.couplings;
    },
    get spared() {
      return spared;
    },
    memory: joinMemories(contact.memory, letDown),
    contact,
    mesh,
    wentBeyond: false,
    bodyOf(vertex) {
      let end = particleCount;
      for (const { body, surface } of meshes) {
        end += surface.positions.length / 3;
        if (vertex < end) return body;
      }
      return -1;
    },
    follow(before, lips, way) {
      contact.follow(before.contact, lips, way);
      letDown.load(before.memory.save().letDown);
    },
    begin({ x, v: velocity }, held, h, reactions, shift) {
      places.place(h);
      xs.set(x);
      v.set(velocity);
      for (let i = 0; i < particleCount; i++) inverseMass[i] = held[i] === 0 ? inverse[i] : 0;
      contact.begin(xs, v, inverseMass, h);
      contact.contacts.weigh(inverseMass, v);
      prepare(h, reactions);
      if (letDown.isSoft) prepareLift().lower(x, velocity, held, h, places.drift);
      shift.fill(0);
      spared = undefined;
      const { crossingCount } = contact.tangles;
      if (crossingCount === 0 && letDown.isStart && setup.colliders.length > 0) prepareLift().find(xs, inverseMass);
      if (lift === undefined || !lift.isNear || (crossingCount === 0 && !letDown.isStart)) {
        letDown.endStart();
        return contact.addShift(inverseMass, h, shift);
      }
      contact.addShift(inverseMass, h, shift, lift.outward);
      lift.apply(velocity, held, h, shift);
      spared = lift.spared;
      return true;
    },
    hold(step) {
      if (spared !== undefined) lift?.hold(step);
    },
    refine(next, h, reactions, again) {
      if (contact.contacts.count === 0) return false;
      ties.untie(next.v, contact.contacts);
      v.set(next.v);
      const few = anyMoves(bodies) ? FEW_CONTACTS * particleCount : 0;
      if (!again && !(ties.areUsed && ties.countFaults(contact.contacts, v) > few)) return false;
      contact.contacts.unsettle();
      prepare(h, reactions);
      return true;
    },

    correct(next, held, stuck, h) {
      for (let i = 0; i < particleCount; i++) {
        const isHeld = held[i] !== 0;
        inverseMass[i] = isHeld || stuck[i] !== 0 ? 0 : inverse[i];
        sticking[i] = isHeld || stuck[i] === 0 ? 0 : inverse[i];
      }
      xe.set(next.x);
      v.set(next.v);
      ties.untie(next.v, contact.contacts);
      contact.correct(xs, xe, v, inverseMass, h, points, sticking);
      next.x.set(ends);
      next.v.set(velocities);
    },
  };
}

/** What snapshots keep of a contact. */
function joinMemories(memory: ContactMemory, letDown: LetDown): SurfaceContact["memory"] {
  return {
    save() {
      const seconds = letDown.save();
      return { ...memory.save(), ...(seconds && { letDown: seconds }) };
    },
    load(record) {
      memory.load(record);
      letDown.load(record.letDown);
    },
  };
}

/** The cloth's triangles, then those of the bodies, which are numbered behind the particles. */
function joinSurfaces(
  { triangles, particleCount }: Cloth,
  meshes: readonly { surface: BodySurface }[],
): { triangles: Uint32Array; groups: Uint32Array; vertexCount: number } {
  const corners = meshes.reduce((sum, { surface }) => sum + surface.triangles.length, triangles.length);
  const joined = new Uint32Array(corners);
  const groups = new Uint32Array(corners / 3).fill(BODY_GROUP);
  joined.set(triangles);
  groups.fill(BODY_GROUP + 1, 0, triangles.length / 3);
  let at = triangles.length;
  let vertexCount = particleCount;
  for (const { surface } of meshes) {
    for (const corner of surface.triangles) joined[at++] = vertexCount + corner;
    vertexCount += surface.positions.length / 3;
  }
  return { triangles: joined, groups, vertexCount };
}

/** The rims of all bodies, where some have them. */
function joinRims(meshes: readonly MeetingBody[], particleCount: number, vertexCount: number): Pick<CollisionMesh, "rims"> {
  if (meshes.every(({ rims }) => rims === undefined)) return {};
  const joined = new Uint8Array(vertexCount);
  let at = particleCount;
  for (const { surface, rims } of meshes) {
    if (rims !== undefined) joined.set(rims, at);
    at += surface.positions.length / 3;
  }
  return { rims: joined };
}

/** Whether any body is elsewhere at the end of the step. */
function anyMoves(bodies: BodyMotion): boolean {
  for (let b = 0; b < bodies.count; b++) if (moves(bodies, b)) return true;
  return false;
}
