import { type Field, integer, number, object, required, withDefault } from "../../core/field.ts";
import { packed } from "../../core/packed-field.ts";
import type { RawSpringStiffness } from "../../fabric/raw-springs.ts";
import type { DiskOptions } from "../../mesh/disk.ts";
import { MAX_VERTICES } from "../../mesh/limits.ts";
import { type DampingSpec, FRAME, LENGTH } from "./cloth-field.ts";

export const DISK: Field<DiskOptions> = object("Disk", {
  rings: required(integer({ min: 1 })),
  radius: required(LENGTH),
  sides: withDefault(integer({ min: 1, max: 2 }) as Field<1 | 2>, 1),
  ...FRAME,
});

const STIFFNESS: Field<number> = number({ min: 0, unit: "N/m" });
export const SPRINGS: Field<RawSpringStiffness> = object("Springs", {
  stretch: withDefault(STIFFNESS, 0),
  shear: withDefault(STIFFNESS, 0),
  bend: withDefault(STIFFNESS, 0),
  bendDiagonal: withDefault(STIFFNESS, 0),
});

export const POSITIONS: Field<Float64Array> = packed(1, { kind: "number" }, 3 * MAX_VERTICES, { things: "numbers", unit: "m" });

const DRAG: Field<number> = number({ min: 0, unit: "kg/s" });
export const DAMPING: Field<DampingSpec> = object("Damping", { viscous: DRAG, relative: DRAG });
