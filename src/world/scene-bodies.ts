import { given } from "../scene/given.ts";
import type { ColliderInput } from "../scene/scene-input.ts";
import type { ColliderEntry, SceneSettings } from "./change.ts";

/**
 * Cloth keeps half of this from bodies of a world [m]: its vertices alone would touch, and a ball of 30 cm shows through triangles with legs of 5 cm, which cut
 * L²/(4R) = 4 mm deep into it.
 */
const BODY_THICKNESS = 0.01;

/** The name of a collider in the scenes of its groups. */
export function nameOf({ id, input }: ColliderEntry): string {
  return input.name ?? `collider ${id}`;
}

/** The thickness of bodies that have none of their own [m]; undefined where it is the scene's: a scene runs to the same bits in a world as everywhere. */
export function bodyThickness({ drape, collision }: SceneSettings, together: boolean): number | undefined {
  const isScene = drape !== undefined || together;
  return isScene || collision?.thickness !== undefined ? undefined : BODY_THICKNESS;
}

/** Those colliders that a scene can describe. */
export function sceneColliders(entries: readonly ColliderEntry[], thickness: number | undefined): ColliderInput[] {
  return entries
    .filter(({ input }) => input.skin === undefined)
    .map((entry) => ({ ...entry.input, name: nameOf(entry), ...given({ thickness: entry.input.thickness ?? thickness }) }));
}
