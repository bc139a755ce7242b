import type { PartSource } from "../sim/transplant.ts";
import type { Group } from "./group.ts";
import type { WorldClothInput } from "./world.ts";

/** The group where a cloth has been, and whether other vertices were held there; undefined for one that is new. */
export function findSource(cloth: number, { pins, attachments }: WorldClothInput, former: readonly Group[]): PartSource | undefined {
  const source = former.find(({ ids }) => ids.includes(cloth));
  if (source === undefined) return undefined;
  const before = source.inputOf(cloth);
  const isPinnedAnew = !isSame(before.pins, pins) || before.attachments?.length !== attachments?.length;
  return { run: source.run, part: source.ids.indexOf(cloth), isPinnedAnew };
}

/** Whether pins are described alike. */
function isSame(a: WorldClothInput["pins"], b: WorldClothInput["pins"]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
