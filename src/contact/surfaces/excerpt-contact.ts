import type { BodyMotion } from "../../core/body-motion.ts";
import { longestSide } from "../../core/longest-side.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { NearBodies } from "../bodies/near-bodies.ts";
import { NO_FORCES } from "../no-contact.ts";
import type { Collider } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import { createClothClusters } from "./cloth-clusters.ts";
import type { ContactForces } from "./contact-memory.ts";
import { SLACK } from "./contact-pairs.ts";
import { type Excerpt, type ExcerptedBody, excerptedBody } from "./excerpt.ts";
import { createExcerptNumbers, type ExcerptNumbers } from "./excerpt-numbers.ts";
import { REACH } from "./near-contacts.ts";
import {
  type MeetingBody,
  prepareSurfaceMeeting,
  type SurfaceContact,
  type SurfaceContactSetup,
  type SurfaceMeeting,
} from "./surface-meeting.ts";
import { createSurroundings } from "./surroundings.ts";

/** Bodies of more triangles than this are met by the part of them that is near. */
const LARGE = 4096;
/** Room around the cloth, of its largest extent [−], and at least [m]. */
const ROOM_SHARE = 0.1;
const LEAST_ROOM = 0.05;
/** A body of which this share of its triangles is near is taken whole: the rest would soon be asked for too. */
const MOST_SHARE = 0.75;
/** Steps after which a room that one fast step needed is given up. */
const TEMPORARY_STEPS = 60;

/** Whether excerpts are taken of a body: it has many triangles, and keeps its form. */
export function isLarge({ shape: { surface }, isScaled }: Collider): boolean {
  return surface !== undefined && surface.place === undefined && isScaled !== true && surface.triangles.length > 3 * LARGE;
}

/**
 * Contact with bodies of which only the parts near the cloth are looked at. While the cloth stays in its surroundings, all that it may meet is in
 * these parts, in the order of the whole bodies: the results are those of the whole bodies, bit for bit. When it leaves them, other
 * parts are taken; a step that goes beyond them is taken again with more.
 */
export function* prepareExcerptContact(
  setup: SurfaceContactSetup,
  meshes: readonly MeetingBody[],
  bodies: BodyMotion,
  near: NearBodies,
  cloth: Cloth,
  start: Float64Array,
  former?: SurfaceContact,
): Slices<SurfaceContact> {
  const { colliders } = setup;
  const large = meshes.filter(({ body }) => isLarge(colliders[body]));
  const sources = large.map(({ surface }) => excerptedBody(surface));
  yield;
  const clusters = createClothClusters(cloth.triangles, cloth.particleCount, start);
  const gap = greatestGap(
    cloth,
    meshes.map(({ body }) => colliders[body].thickness),
  );
  const surroundings = createSurroundings(
    clusters,
    bodies,
    large.map(({ body }) => body),
    (REACH + 4 * SLACK) * gap,
  );
  const ends = start.slice();
  let present: SurfaceMeeting | undefined;
  let numbers: ExcerptNumbers | undefined;
  let taken: readonly Excerpt[] = [];
  let wentBeyond = false;
  let temporary = 0;
  /** Twice as much room each time that the present step is taken back. */
  let widening = 1;

  function onWays(xe: Float64Array): void {
    if (wentBeyond || surroundings.hold(xe)) return;
    wentBeyond = true;
    for (let c = 0; c < ends.length; c++) ends[c] = xe[c];
  }

  /** Takes the parts of bodies around the cloth at x and on its way to `ends`, and goes on with the forces that are known. */
  function* take(x: Float64Array): Slices<SurfaceMeeting> {
    surroundings.choose(x, ends, widening * Math.max(LEAST_ROOM, ROOM_SHARE * longestSide(x)));
    const next = sources.map((source, n) => takeNear(source, large[n], surroundings.boxes[n]));
    if (present !== undefined && next.every((excerpt, n) => isSame(excerpt, taken[n]))) return present;
    yield;
    const parts = meshes.map((mesh) => {
      const excerpt = next[large.indexOf(mesh)];
      return { excerpt, vertexCount: mesh.surface.positions.length / 3, triangleCount: mesh.surface.triangles.length / 3 };
    });
    // what was there makes room for what comes
    const record = save();
    loaded = record;
    present = undefined;
    numbers = undefined;
    const meeting = yield* prepareSurfaceMeeting(
      setup,
      meshes.map((mesh, n) => ({ ...mesh, ...parts[n].excerpt })),
      bodies,
      near,
      cloth,
      start,
      undefined,
      onWays,
    );
    numbers = createExcerptNumbers(meeting.mesh, cloth.particleCount, cloth.triangles.length / 3, parts);
    if (record !== NO_FORCES) meeting.memory.load(numbers.toParts(record)); // else it starts
    taken = next;
    return meeting;
  }

  /** Forces that were loaded for the next step: parts of bodies that they are about may not be there yet. */
  let loaded: ContactForces | undefined;
  const save = (): ContactForces => loaded ?? (present && numbers ? numbers.toWhole(present.memory.save()) : NO_FORCES);
  if (former === undefined) present = yield* take(start);

  return {
    get couplings() {
      return meeting().couplings;
    },
    get contact() {
      return meeting().contact;
    },
    get wentBeyond() {
      return wentBeyond;
    },
    get spared() {
      return meeting().spared;
    },
    bodyOf: (vertex) => meeting().bodyOf(vertex),
    // other parts of the bodies may be near, and the numbers of their vertices are others
    follow: () => undefined,
    memory: {
      save,
      load(record) {
        loaded = record;
        if (present !== undefined && numbers !== undefined) present.memory.load(numbers.toParts(record));
      },
    },
    begin(from, held, h, reactions, shift) {
      widening = wentBeyond ? 2 * widening : 1;
      if (temporary > 0) temporary--;
      if (present === undefined || wentBeyond || temporary === 1 || !surroundings.hold(from.x)) {
        if (!wentBeyond) ends.set(from.x);
        present = reach(from.x);
        temporary = wentBeyond || surroundings.boxes.some(([low]) => low === Number.NEGATIVE_INFINITY) ? TEMPORARY_STEPS : 0;
      }
      wentBeyond = false;
      loaded = undefined;
      return meeting().begin(from, held, h, reactions, shift);
    },
    hold: (step) => meeting().hold(step),
    refine: (next, h, reactions, again) => meeting().refine(next, h, reactions, again),
    correct: (next, held, stuck, h) => meeting().correct(next, held, stuck, h),
  };

  function reach(x: Float64Array): SurfaceMeeting {
    return finish(take(x));
  }

  function meeting(): SurfaceMeeting {
    present ??= reach(start);
    return present;
  }
}

/** What of a body is near a room; of one that all but lies in it everything, and the room has no end then. */
function takeNear(source: ExcerptedBody, { surface }: MeetingBody, room: Float64Array): Excerpt {
  const count = surface.triangles.length / 3;
  const part = source.take(room, MOST_SHARE * count);
  if (part.triangles.length === count) {
    for (let c = 0; c < room.length; c++) room[c] = c % 6 < 3 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return part;
}

/** The most that cloth keeps from anything [m]. */
function greatestGap({ thickness }: Cloth, ofBodies: readonly number[]): number {
  let thickest = 0;
  for (let i = 0; i < thickness.length; i++) thickest = Math.max(thickest, thickness[i]);
  return Math.max(thickest, ...ofBodies.map((one) => pairGap(one, thickest)));
}

function isSame(a: Excerpt, b: Excerpt): boolean {
  return a.triangles.length === b.triangles.length && a.triangles.every((t, k) => t === b.triangles[k]);
}
