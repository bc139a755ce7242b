import type { BodyMotion } from "../../core/body-motion.ts";
import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { NearBodies } from "../bodies/near-bodies.ts";
import { isLarge, prepareExcerptContact } from "./excerpt-contact.ts";
import { type MeetingBody, prepareSurfaceMeeting, type SurfaceContact, type SurfaceContactSetup } from "./surface-meeting.ts";

/** Undefined where there are no surfaces to meet. `start` are the positions of the scene's start; `former` is the contact before a cut. */
export function* prepareSurfaceContact(
  setup: SurfaceContactSetup,
  bodies: BodyMotion,
  near: NearBodies,
  cloth: Cloth,
  start: Float64Array,
  former?: SurfaceContact,
): Slices<SurfaceContact | undefined> {
  const meshes: MeetingBody[] = [];
  setup.colliders.forEach(({ shape }, body) => {
    if (shape.surface !== undefined) meshes.push({ body, surface: shape.surface });
  });
  if ((!setup.self && meshes.length === 0) || cloth.triangles.length === 0) return undefined;
  if (meshes.some(({ body }) => isLarge(setup.colliders[body]))) {
    return yield* prepareExcerptContact(setup, meshes, bodies, near, cloth, start, former);
  }
  return yield* prepareSurfaceMeeting(setup, meshes, bodies, near, cloth, start, former?.contact);
}
