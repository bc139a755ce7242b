import { choice, type Field, required, type ScalarField, STRING } from "../../core/field.ts";
import { type Fields, joinPath, readAnyObject } from "../../core/read.ts";
import { readBy, readField } from "../../core/read-field.ts";
import { GARMENTS } from "../../garment/garment-catalog.ts";
import type { GarmentPattern } from "../../garment/garment-options.ts";

/** A garment for one of the scene's figures. */
export interface GarmentSpec {
  readonly kind: "garment";
  /** The figure it is made for; the first one without. */
  readonly figure?: string;
  /** Its kind and options; those that are left out follow from the body. */
  readonly options: Fields;
}

const KIND: Field<string> = choice(GARMENTS.map(({ name }) => name));

/** A garment of one kind, with the options of that. */
function garmentField({ name, options }: GarmentPattern): Field<Fields> {
  const own = Object.fromEntries(options.map(({ name: option, default: _, ...field }) => [option, field as ScalarField]));
  const fields: Readonly<Record<string, Field>> = { kind: required(choice([name])), figure: STRING, ...own };
  return { kind: "object", name: name[0].toUpperCase() + name.slice(1), fields };
}

/** `garment` of a cloth. */
export const GARMENT: Field<GarmentSpec> = readBy({ kind: "either", name: "Garment", of: GARMENTS.map(garmentField) }, (value, path) => {
  const kind = readField(readAnyObject(value, path).kind, joinPath(path, "kind"), KIND);
  const { figure, ...options } = readField(value, path, garmentField(GARMENTS.find(({ name }) => name === kind) as GarmentPattern));
  return { kind: "garment", options, ...(figure === undefined ? {} : { figure: figure as string }) };
});
