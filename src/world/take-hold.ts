import { describeValue, InputError } from "../core/errors.ts";
import { readNumber, readObject } from "../core/read.ts";
import { type KeptCloth, readPoint } from "./cloth-handle.ts";
import type { Host } from "./host.ts";
import type { DragOptions, Hand, Hit } from "./world.ts";
import { idOf } from "./world-parts.ts";

let hands = 0;

/** A hand takes hold of a cloth where a ray has met it. */
export function takeHold(host: Host, cloths: ReadonlyMap<number, KeptCloth>, hit: Hit, options: DragOptions = {}): Hand {
  const kept = cloths.get(idOf.get(hit?.cloth ?? {}) ?? -1);
  if (kept === undefined) throw new InputError("hit", describeValue(hit), "give what pick of this world gave");
  const { vertex } = hit;
  if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < kept.handle.vertexCount)) {
    throw new InputError("hit.vertex", describeValue(vertex), `give a whole number from 0 to ${kept.handle.vertexCount - 1}`);
  }
  const { frequency = 8, maxStrain = 0.2 } = readObject(options, "options", ["frequency", "maxStrain"]);
  const { id: cloth } = kept;
  const hand = ++hands;
  host.tell({
    kind: "take",
    cloth,
    hand,
    vertex,
    point: readPoint(hit.point, "hit.point"),
    frequency: readNumber(frequency, "options.frequency", { above: 0, max: 1000, unit: "1/s" }),
    maxStrain: readNumber(maxStrain, "options.maxStrain", { min: 0, max: 100 }),
  });
  return {
    cloth: kept.handle,
    vertex,
    moveTo: (point) => host.tell({ kind: "aim", cloth, hand, point: readPoint(point, "point") }),
    release: () => host.tell({ kind: "drop", cloth, hand }),
  };
}
