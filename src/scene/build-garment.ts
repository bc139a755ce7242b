import { InputError } from "../core/errors.ts";
import { createGarment, type Garment, type GarmentOptions } from "../garment/garment.ts";
import type { GarmentSpec } from "./fields/garment-field.ts";
import type { FigureSpec } from "./make-figure.ts";

/** A garment for the figure that it names, or the first. */
export function buildGarment({ figure: name, options }: GarmentSpec, figures: readonly FigureSpec[], path: string): Garment {
  const wearer = name === undefined ? figures[0] : figures.find((figure) => figure.name === name);
  if (wearer === undefined) {
    const names = figures.map((figure) => JSON.stringify(figure.name)).join(", ");
    const advice = figures.length === 0 ? "give the scene a list of figures" : `give one of ${names}`;
    throw new InputError(`${path}.figure`, name === undefined ? "no figure to wear it" : JSON.stringify(name), advice);
  }
  return createGarment({ ...options, body: wearer.figure.bones } as unknown as GarmentOptions, path);
}
