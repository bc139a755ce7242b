import { describeValue, InputError, nearestWord } from "../core/errors.ts";
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

/** A kind of garment: how it describes itself, and how it is made. */
export interface GarmentKind {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly GarmentOption[];
  /** The names of its vertex groups. */
  readonly groups: readonly string[];
  /** Values are checked, the body too. `path` names the garment in errors. */
  create(values: GarmentValues, body: GarmentBody, path: string): Garment;
}

export const EASE: GarmentOption = {
  name: "ease",
  summary: "distance to the body at the start",
  kind: "number",
  unit: "m",
  default: 0.012,
  scales: true,
  min: 0,
  max: 0.2,
};

/** Mean distance between neighbours; each garment has its own default. */
export function spacingOption(value: number): GarmentOption {
  return {
    name: "spacing",
    summary: "distance between neighbouring vertices",
    kind: "number",
    unit: "m",
    default: value,
    scales: true,
    min: 0.004,
    max: 0.08,
  };
}

export function lengthOption(summary: string, value?: number): GarmentOption {
  return {
    name: "length",
    summary,
    kind: "number",
    unit: "m",
    min: 0.05,
    max: 3,
    ...(value === undefined ? {} : { default: value, scales: true }),
  };
}

/** Checks the options of a garment and fills in the defaults for a body of the given scale; `body` and `kind` are not options. */
export function readGarmentOptions(
  given: Readonly<Record<string, unknown>>,
  options: readonly GarmentOption[],
  scale: number,
  path: string,
): GarmentValues {
  const names = options.map((option) => option.name);
  for (const key of Object.keys(given)) {
    if (key === "kind" || key === "body" || names.includes(key)) continue;
    const near = nearestWord(key, names);
    const advice = near === undefined ? `known here: ${names.join(", ")}` : `did you mean ${near}?`;
    throw new InputError(`${path}.${key.slice(0, 40)}`, "an option that does not exist", advice);
  }
  const values: Record<string, number | string | undefined> = {};
  for (const option of options) {
    const value = Object.hasOwn(given, option.name) ? given[option.name] : undefined;
    values[option.name] = value === undefined ? defaultOf(option, scale) : readValue(value, option, `${path}.${option.name}`);
  }
  return values;
}

function defaultOf({ default: value, scales }: GarmentOption, scale: number): number | string | undefined {
  return typeof value === "number" && scales === true ? scale * value : value;
}

function readValue(value: unknown, option: GarmentOption, path: string): number | string {
  const { kind, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, choices = [], unit } = option;
  if (kind === "choice") {
    if (typeof value === "string" && choices.includes(value)) return value;
    throw new InputError(path, describeValue(value), `choose one of ${choices.join(", ")}`);
  }
  const isWhole = kind === "integer";
  if (typeof value === "number" && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  const range = `from ${min} to ${max}${unit === "" ? "" : ` ${unit}`}`;
  throw new InputError(path, describeValue(value), `give a ${isWhole ? "whole number" : "number"} ${range}`);
}
