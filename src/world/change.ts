import type { SceneInput } from "../scene/scene-input.ts";
import type { WorldClothInput, WorldColliderInput, WorldSettings } from "./world.ts";

/** What a world is made of besides its state: plain data, which a worker can be sent. Each cloth and collider has a number for life. */
export interface Description {
  readonly settings: SceneSettings;
  readonly cloths: readonly ClothEntry[];
  readonly colliders: readonly ColliderEntry[];
}

/** What of a scene is neither cloth nor collider, and matters to it. `drape` tells a scene file, whose bodies have the thickness of scenes. */
export type SceneSettings = WorldSettings &
  Pick<SceneInput, "seed" | "figures" | "events"> & { readonly drape?: SceneInput["drape"] | undefined };

export interface ClothEntry {
  readonly id: number;
  readonly input: WorldClothInput;
}

export interface ColliderEntry {
  readonly id: number;
  readonly input: WorldColliderInput;
}

/** One change of a world. */
export type Change =
  | { readonly kind: "add-cloth"; readonly id: number; readonly input: WorldClothInput }
  | { readonly kind: "set-cloth"; readonly id: number; readonly changes: Partial<WorldClothInput> }
  | { readonly kind: "remove-cloth"; readonly id: number }
  | { readonly kind: "add-collider"; readonly id: number; readonly input: WorldColliderInput }
  | { readonly kind: "set-collider"; readonly id: number; readonly changes: Partial<WorldColliderInput> }
  | { readonly kind: "remove-collider"; readonly id: number }
  | { readonly kind: "set-world"; readonly settings: WorldSettings };

export type Addition = Extract<Change, { kind: "add-cloth" | "add-collider" }>;

/** Whether a change adds something, as those that a world begins with do. */
export function isAddition(change: Change): change is Addition {
  return change.kind === "add-cloth" || change.kind === "add-collider";
}

/** Lists to which nothing is added stay the same: groups see by that what has changed. */
export function addTo(description: Description, additions: readonly Addition[]): Description {
  return additions.reduce(addOne, description);
}

function addOne(description: Description, { kind, id, input }: Addition): Description {
  return kind === "add-cloth"
    ? { ...description, cloths: [...description.cloths, { id, input }] }
    : { ...description, colliders: [...description.colliders, { id, input }] };
}
