import { either, type Field, number, object, STRING, withDefault } from "../../core/field.ts";
import { readString } from "../../core/read.ts";
import { readBy, refine } from "../../core/read-field.ts";
import { FABRIC_FIELDS, type Fabric, type FabricFieldName } from "../../fabric/fabric.ts";
import { FABRICS, findFabric } from "../../fabric/presets.ts";

/** A fabric, and those of its numbers that the scene itself writes. */
export interface WrittenFabric {
  readonly fabric: Fabric;
  readonly own: { readonly [K in FabricFieldName]?: number };
}

const PRESET: Field<Fabric> = readBy({ kind: "choice", name: "FabricName", choices: FABRICS.map(({ name }) => name) }, (value, path) =>
  findFabric(readString(value, path), path),
);

interface OwnFabric extends Partial<Record<FabricFieldName, number>> {
  readonly base: Fabric;
  readonly name: string;
}

const NUMBERS = Object.fromEntries(FABRIC_FIELDS.map(({ name, min, max, unit }) => [name, number({ min, max, unit })])) as Record<
  FabricFieldName,
  Field<number>
>;

const OWN_FABRIC: Field<WrittenFabric> = refine(
  object<OwnFabric>("Fabric", { base: withDefault(PRESET, FABRICS[0]), name: withDefault(STRING, "custom"), ...NUMBERS }),
  ({ base, name, ...own }) => ({ fabric: { ...base, ...own, name, title: name, source: "the scene", measured: false }, own }),
);

/** `fabric`: a preset's name, or an object: a preset as `base` with some fields set otherwise. */
export const FABRIC: Field<WrittenFabric> = either(
  refine(PRESET, (fabric) => ({ fabric, own: {} })),
  OWN_FABRIC,
);
