import { BOOLEAN, choice, either, type Field, type FieldsOf, number, STRING, withDefault } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import { type MeshArrangement, UNITS } from "../../input/arrange-mesh.ts";
import { given } from "../given.ts";

/** How a mesh is taken, as a scene writes it. */
export interface WrittenArrangement extends Omit<MeshArrangement, "scale"> {
  readonly unit: number;
}

/** Metres in the mesh's unit. */
const UNIT: Field<number> = refine(
  either(number({ above: 0, max: 1e6, unit: "m" }), choice(Object.keys(UNITS) as (keyof typeof UNITS)[])),
  (unit) => (typeof unit === "number" ? unit : UNITS[unit]),
);

/** The fields that say how a mesh is taken, whatever it comes from. */
export const ARRANGEMENT_FIELDS: FieldsOf<Omit<WrittenArrangement, "repair">> = {
  group: STRING,
  unit: withDefault(UNIT, 1),
  up: withDefault(choice<"y" | "z">(["y", "z"]), "y"),
  weld: number({ min: 0, max: 1, unit: "m" }),
};

/** The same of a cloth. */
export const CLOTH_ARRANGEMENT_FIELDS: FieldsOf<WrittenArrangement> = { ...ARRANGEMENT_FIELDS, repair: BOOLEAN };

export function arrangementOf({ unit: scale, up, group, weld, repair }: WrittenArrangement): MeshArrangement {
  return { scale, up, ...given({ group, weld, repair }) };
}
