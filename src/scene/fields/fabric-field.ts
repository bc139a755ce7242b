import { either, type Field, number, object, STRING, withDefault } from "../../core/field.ts";
import { readString } from "../../core/read.ts";
import { readBy, refine } from "../../core/read-field.ts";
import { FABRIC_RANGES, type FabricFieldName, type PlainFabric } from "../../fabric/fabric.ts";
import { findPreset, PRESETS } from "../../fabric/presets.ts";

/** A fabric, and those of its numbers that the scene itself writes. */
export interface WrittenFabric {
  readonly fabric: PlainFabric;
  readonly own: { readonly [K in FabricFieldName]?: number };
}

const PRESET: Field<PlainFabric> = readBy({ kind: "choice", name: "FabricName", choices: PRESETS.map(({ name }) => name) }, (value, path) =>
  findPreset(readString(value, path), path),
);

interface OwnFabric extends Partial<Record<FabricFieldName, number>> {
  readonly base: PlainFabric;
  readonly name: string;
}

const NUMBERS = Object.fromEntries(FABRIC_RANGES.map(({ name, min, max, unit }) => [name, number({ min, max, unit })])) as Record<
  FabricFieldName,
  Field<number>
>;

const OWN_FABRIC: Field<WrittenFabric> = refine(
  object<OwnFabric>("Fabric", { base: withDefault(PRESET, PRESETS[0]), name: withDefault(STRING, "custom"), ...NUMBERS }),
  ({ base, name, ...own }) => ({ fabric: { ...base, ...own, name }, own }),
);

/** `fabric`: a preset's name, or an object: a preset as `base` with some fields set otherwise. */
export const FABRIC: Field<WrittenFabric> = either(
  refine(PRESET, (fabric) => ({ fabric, own: {} })),
  OWN_FABRIC,
);
