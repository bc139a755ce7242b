import { isColliderShape } from "../scene/collider-shape.ts";
import { addTo, type Change, type Description } from "./change.ts";
import type { WorldSettings } from "./world.ts";

/** The description with these changes made, one after another. */
export function applyChanges(description: Description, changes: readonly Change[]): Description {
  return changes.reduce(applyChange, description);
}

function applyChange(description: Description, change: Change): Description {
  const { settings, cloths, colliders } = description;
  switch (change.kind) {
    case "set-cloth":
      return { ...description, cloths: cloths.map((entry) => changeEntry(entry, change, (field) => CLOTH_SHAPES.includes(field))) };
    case "remove-cloth":
      return { ...description, cloths: cloths.filter(({ id }) => id !== change.id) };
    case "set-collider":
      return { ...description, colliders: colliders.map((entry) => changeEntry(entry, change, isColliderShape)) };
    case "remove-collider":
      return removeCollider(description, change.id);
    case "set-world":
      return { ...description, settings: changeSettings(settings, change.settings) };
    default:
      return addTo(description, [change]);
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
