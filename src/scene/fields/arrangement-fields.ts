import { choice, either, type Field, type FieldsOf, number, STRING, withDefault } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import { type MeshArrangement, UNITS } from "../../input/arrange-mesh.ts";

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
export const ARRANGEMENT_FIELDS: FieldsOf<WrittenArrangement> = {
  group: STRING,
  unit: withDefault(UNIT, 1),
  up: withDefault(choice<"y" | "z">(["y", "z"]), "y"),
  weld: number({ min: 0, max: 1, unit: "m" }),
};

export function arrangementOf({ unit: scale, up, group, weld }: WrittenArrangement): MeshArrangement {
  return { scale, up, ...(group === undefined ? {} : { group }), ...(weld === undefined ? {} : { weld }) };
}
