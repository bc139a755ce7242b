import { gridVertices } from "../scene/find-vertices.ts";
import type { WorldCloth, WorldClothInput } from "../world/world.ts";
import { changedFields } from "./same-value.ts";

type Fields = Partial<WorldClothInput>;

/** Sets those fields of a cloth that have changed; one that is missing now gets its default. Pins hold vertices where they are. */
export async function setCloth(cloth: WorldCloth, before: Fields, after: Fields): Promise<void> {
  const changed = changedFields(before, after);
  if (changed.length === 0) return;
  await cloth.set(Object.fromEntries(changed.map((field) => [field, after[field as never]])));
  if (!changed.includes("pins") || changed.includes("grid") || cloth.isRemoved) return;
  const [were, are] = [pinnedVertices(before, cloth.vertexCount), pinnedVertices(after, cloth.vertexCount)];
  cloth.unpin(were.filter((vertex) => !are.includes(vertex)));
  cloth.pin(are.filter((vertex) => !were.includes(vertex)));
}

/** The vertices that pins hold: numbers, and names of a grid. */
function pinnedVertices({ pins = [], grid }: Fields, vertexCount: number): readonly number[] {
  return pins.flatMap((pin, n) => {
    if (typeof pin === "number") return [pin];
    if (pin === "all") return Array.from({ length: vertexCount }, (_, vertex) => vertex);
    return typeof pin === "string" && grid !== undefined ? gridVertices(grid, pin, `cloth.pins[${n}]`) : [];
  });
}
