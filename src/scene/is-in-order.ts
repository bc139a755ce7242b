import type { ClothSpec } from "./fields/cloth-field.ts";

/** Columns for each row of the widest grid that is surely in order: the order that brings neighbours nearest would bring them nearer by less than half, even so. */
const WIDEST = 1.5;

/** Whether a cloth is a grid whose neighbours are about as near in memory as they can be, row by row: `chooseParticleOrder` would leave its particles as they are. */
export function isInOrder({ shape }: ClothSpec): boolean {
  return shape.kind === "grid" && shape.options.columns <= WIDEST * shape.options.rows;
}
