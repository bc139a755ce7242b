import { InputError } from "./errors.ts";
import { type Field, vector } from "./field.ts";
import { refine } from "./read-field.ts";
import { dot3, length3, normalise3, type Vec3 } from "./vec3.ts";

/** A direction of any length, brought to length 1. */
export const DIRECTION: Field<Vec3> = refine(vector(), (direction, path) => {
  const length = length3(direction);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new InputError(path, `[${direction.join(", ")}]`, "give a direction of some length");
  }
  return normalise3(direction);
});

/** Directions are perpendicular when the cosine of their angle is below this. */
const SQUARE = 1e-6;

/** Refuses directions u and v of length 1 that are not perpendicular. */
export function checkSquare(u: Vec3, v: Vec3, path: string): void {
  if (Math.abs(dot3(u, v)) <= SQUARE) return;
  throw new InputError(`${path}.v`, `[${v.join(", ")}]`, "give a direction perpendicular to u");
}
