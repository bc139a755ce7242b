import { readObject, readScalar } from "../core/read.ts";
import type { GarmentBody } from "./body.ts";
import type { Garment } from "./garment-mesh.ts";

/** An option of a garment as scene validation, studio panels and docs know it. */
export interface GarmentOption {
  readonly name: string;
  readonly summary: string;
  readonly kind: "number" | "integer" | "choice";
  /** Empty for pure numbers. */
  readonly unit: string;
  /** Absent where the body decides. */
  readonly default?: number | string;
  /** The default is for a body of 1.70 m, and grows with it. */
  readonly scales?: true;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
}

/** What each option came to; those without a value are left to the garment. */
export type GarmentValues = Readonly<Record<string, number | string | undefined>>;

/** An option as the garment itself knows it: what people read of it stands elsewhere. */
export type GarmentRule = Omit<GarmentOption, "summary" | "unit"> & { readonly unit?: string };

/** A kind of garment: what it takes, and how it is made. */
export interface GarmentPattern {
  readonly name: string;
  readonly options: readonly GarmentRule[];
  /** The names of its vertex groups. */
  readonly groups: readonly string[];
  /** Values are checked, the body too. `path` names the garment in errors. */
  create(values: GarmentValues, body: GarmentBody, path: string): Garment;
}

/** The same with words for people. */
export interface GarmentKind extends GarmentPattern {
  readonly summary: string;
  readonly options: readonly GarmentOption[];
}

export const EASE: GarmentRule = metres("ease", 0, 0.2, 0.012);

/** Mean distance between neighbours; each garment has its own default. */
export function spacingOption(value: number): GarmentRule {
  return metres("spacing", 0.004, 0.08, value);
}

export function lengthOption(value?: number): GarmentRule {
  return metres("length", 0.05, 3, value);
}

/** A length [m]; its default grows with the body. */
export function metres(name: string, min: number, max: number, value?: number): GarmentRule {
  return { name, kind: "number", unit: "m", min, max, ...(value === undefined ? {} : { default: value, scales: true }) };
}

/** How far cloth goes outward for each metre of its length. */
export function flareOption(value: number, max: number): GarmentRule {
  return { name: "flare", kind: "number", default: value, min: 0, max };
}

/** A number of vertices, in place of what spacing makes. */
export function countOption(name: string, min: number): GarmentRule {
  return { name, kind: "integer", min, max: 1000 };
}

/** Checks the options of a garment and fills in the defaults for a body of the given scale; `body` and `kind` are not options. */
export function readGarmentOptions(given: object, options: readonly GarmentRule[], scale: number, path: string): GarmentValues {
  const fields = readObject(given, path, [...options.map(({ name }) => name), "kind", "body"]);
  const values: Record<string, number | string | undefined> = {};
  for (const option of options) {
    const { name, default: value, scales } = option;
    const usual = typeof value === "number" && scales === true ? scale * value : value;
    values[name] = fields[name] === undefined ? usual : (readScalar(fields[name], `${path}.${name}`, option) as number | string);
  }
  return values;
}
