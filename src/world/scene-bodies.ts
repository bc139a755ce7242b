import { given } from "../scene/given.ts";
import type { ColliderInput } from "../scene/scene-input.ts";
import type { ColliderEntry, Description } from "./change.ts";

/**
 * Cloth keeps half of this from bodies of a world [m]: its vertices alone would touch, and a ball of 30 cm shows through triangles with legs of 5 cm, which cut
 * L²/(4R) = 4 mm deep into it.
 */
const BODY_THICKNESS = 0.01;

/** The name of a collider in the scenes of its groups. */
export function nameOf({ id, input }: ColliderEntry): string {
  return input.name ?? `collider ${id}`;
}

/** The thickness of a collider: its own, or that of worlds [m]. Undefined where its world says what bodies have. */
export function bodyThickness({ input }: ColliderEntry, { collision }: Description["settings"]): number | undefined {
  return input.thickness ?? (collision?.thickness === undefined ? BODY_THICKNESS : undefined);
}

/** Those colliders that a scene can describe. */
export function sceneColliders({ colliders, settings }: Description): ColliderInput[] {
  return colliders
    .filter(({ input }) => input.skin === undefined)
    .map((entry) => ({ ...entry.input, name: nameOf(entry), ...given({ thickness: bodyThickness(entry, settings) }) }));
}
