import type { ColliderInput } from "../scene/scene-input.ts";
import type { ColliderEntry } from "./change.ts";

/** The name of a collider in the scenes of its groups. */
export function nameOf({ id, input }: ColliderEntry): string {
  return input.name ?? `collider ${id}`;
}

/** Those colliders that a scene can describe. */
export function sceneColliders(entries: readonly ColliderEntry[]): ColliderInput[] {
  return entries.filter(({ input }) => input.skin === undefined).map((entry) => ({ ...entry.input, name: nameOf(entry) }));
}
