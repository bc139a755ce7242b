import { describeValue, InputError, nearestWord } from "../core/errors.ts";
import { checkBody, findLandmarks, type GarmentBody } from "./body.ts";
import type { CapeOptions } from "./cape.ts";
import { createClearance } from "./clearance.ts";
import type { DressOptions } from "./dress.ts";
import { GARMENTS } from "./garment-catalog.ts";
import type { Garment } from "./garment-mesh.ts";
import { readGarmentOptions } from "./garment-options.ts";
import type { PonchoOptions } from "./poncho.ts";
import type { SkirtOptions } from "./skirt.ts";
import type { SleevesOptions } from "./sleeves.ts";
import type { TrousersOptions } from "./trousers.ts";

export type { BodyBone, BodyCone, GarmentBody } from "./body.ts";
export type { Garment } from "./garment-mesh.ts";

/** A garment and the body it is made for: the bones of a figure in its rest pose. */
export type GarmentOptions = { readonly body: GarmentBody } & (
  | ({ readonly kind: "cape" } & CapeOptions)
  | ({ readonly kind: "skirt" } & SkirtOptions)
  | ({ readonly kind: "dress" } & DressOptions)
  | ({ readonly kind: "poncho" } & PonchoOptions)
  | ({ readonly kind: "trousers" } & TrousersOptions)
  | ({ readonly kind: "sleeves" } & SleevesOptions)
);

/** How far below the asked distance to the body a vertex may be by rounding [m]. */
const ROUNDING = 1e-9;

/**
 * A garment around a body in its rest pose (+Y up, facing +Z, its left at +X). It starts free of intersections, at least
 * `ease` away from every cone of the body. Closed tubes have no flat rest coordinates: where they start is their rest shape.
 */
export function createGarment(options: GarmentOptions, path: string = "garment"): Garment {
  const { kind, body } = options;
  const garment = GARMENTS.find((candidate) => candidate.name === kind);
  if (garment === undefined) {
    const names = GARMENTS.map((candidate) => candidate.name);
    const near = typeof kind === "string" ? nearestWord(kind, names) : undefined;
    const list = `choose one of ${names.join(", ")}`;
    throw new InputError(`${path}.kind`, describeValue(kind), near === undefined ? list : `did you mean "${near}"? ${list}`);
  }
  checkBody(body, path);
  const { scale } = findLandmarks(body, path);
  const given = options as unknown as Readonly<Record<string, unknown>>;
  const values = readGarmentOptions(given, garment.options, scale, path);
  const made = garment.create(values, body, path);
  checkClear(made, body, values.ease as number, path);
  return made;
}

/** Refuses a garment that would start in the body or too near to it: with such options there is no place for it. */
function checkClear({ positions }: Garment, body: GarmentBody, ease: number, path: string): void {
  for (const bone of body) {
    const clearance = createClearance(bone.cones);
    for (let i = 0; i < positions.length; i += 3) {
      const distance = clearance(positions[i], positions[i + 1], positions[i + 2]);
      if (distance >= ease - ROUNDING) continue;
      const got = `options that put vertex ${i / 3} ${(1000 * distance).toFixed(1)} mm from the ${bone.name}`;
      throw new InputError(path, got, "use less ease or flare, or other lengths");
    }
  }
}
