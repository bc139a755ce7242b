import { isColliderShape } from "../scene/collider-shape.ts";
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

export function applyChanges(description: Description, changes: readonly Change[]): Description {
  return changes.reduce(applyChange, description);
}

function applyChange(description: Description, change: Change): Description {
  const { settings, cloths, colliders } = description;
  switch (change.kind) {
    case "add-cloth":
      return { ...description, cloths: [...cloths, { id: change.id, input: change.input }] };
    case "set-cloth":
      return { ...description, cloths: cloths.map((entry) => changeEntry(entry, change, (field) => CLOTH_SHAPES.includes(field))) };
    case "remove-cloth":
      return { ...description, cloths: cloths.filter(({ id }) => id !== change.id) };
    case "add-collider":
      return { ...description, colliders: [...colliders, { id: change.id, input: change.input }] };
    case "set-collider":
      return { ...description, colliders: colliders.map((entry) => changeEntry(entry, change, isColliderShape)) };
    case "remove-collider":
      return removeCollider(description, change.id);
    case "set-world":
      return { ...description, settings: changeSettings(settings, change.settings) };
  }
}

/** What of `collision` is given, and the rest as it was; all else in place of what was. */
function changeSettings(settings: Description["settings"], { collision, ...changes }: WorldSettings): Description["settings"] {
  return { ...settings, ...changes, ...(collision !== undefined && { collision: { ...settings.collision, ...collision } }) };
}

/** The shapes of cloth. */
const CLOTH_SHAPES: readonly string[] = ["grid", "disk", "mesh", "garment", "network"];

/** With other fields in place of those that it had; another shape takes the place of the one that was there. */
function changeEntry<E extends { readonly id: number; readonly input: object }>(
  entry: E,
  { id, changes }: { readonly id: number; readonly changes: object },
  isShape: (field: string) => boolean,
): E {
  if (entry.id !== id) return entry;
  const isShaped = Object.keys(changes).some(isShape);
  const kept = Object.fromEntries(Object.entries(entry.input).filter(([field]) => !(isShaped && isShape(field))));
  return { ...entry, input: { ...kept, ...changes } };
}

/** What is attached to it comes free. */
function removeCollider(description: Description, id: number): Description {
  const gone = description.colliders.find((entry) => entry.id === id)?.input.name;
  const cloths = description.cloths.map((entry) => {
    const attachments = entry.input.attachments?.filter(({ to }) => to !== gone);
    return gone === undefined || attachments?.length === entry.input.attachments?.length
      ? entry
      : { ...entry, input: { ...entry.input, attachments } };
  });
  return { ...description, cloths, colliders: description.colliders.filter((entry) => entry.id !== id) };
}
