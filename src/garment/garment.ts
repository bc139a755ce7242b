import { InputError } from "../core/errors.ts";
import { readChoice } from "../core/read.ts";
import { checkBody, findLandmarks, type GarmentBody } from "./body.ts";
import { createClearance } from "./clearance.ts";
import { GARMENTS } from "./garment-catalog.ts";
import type { Garment } from "./garment-mesh.ts";
import { readGarmentOptions } from "./garment-options.ts";

export type { BodyBone, BodyCone, GarmentBody } from "./body.ts";
export type { Garment } from "./garment-mesh.ts";

/** A kind of garment and the numbers that may be given for it; `GARMENTS` has their units, defaults and ranges. */
type KindOptions<Kind extends string, Option extends string> = { readonly kind: Kind } & {
  readonly [Name in Option | "ease" | "spacing" | "length"]?: number;
};

/** A garment and the body it is made for: the bones of a figure in its rest pose. */
export type GarmentOptions = { readonly body: GarmentBody } & (
  | KindOptions<"cape", "columns" | "rows" | "width" | "flare">
  | KindOptions<"skirt", "columns" | "rows" | "flare" | "top">
  | KindOptions<"dress", "flare" | "top" | "strapWidth">
  | (KindOptions<"poncho", "hole"> & { readonly shape?: "round" | "square" })
  | KindOptions<"trousers", "flare">
  | KindOptions<"sleeves", "start" | "flare">
);

/** How far below the asked distance to the body a vertex may be by rounding [m]. */
const ROUNDING = 1e-9;

/**
 * A garment around a body in its rest pose (+Y up, facing +Z, its left at +X). It starts free of intersections, at least
 * `ease` away from every cone of the body. Closed tubes have no flat rest coordinates: where they start is their rest shape.
 */
export function createGarment(options: GarmentOptions, path: string = "garment"): Garment {
  const { body } = options;
  const names = GARMENTS.map(({ name }) => name);
  const garment = GARMENTS[names.indexOf(readChoice(options.kind, `${path}.kind`, names))];
  checkBody(body, path);
  const { scale } = findLandmarks(body, path);
  const values = readGarmentOptions(options, garment.options, scale, path);
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
