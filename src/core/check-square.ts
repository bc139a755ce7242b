import { InputError } from "./errors.ts";
import { dot3, type Vec3 } from "./vec3.ts";

/** Directions are perpendicular when the cosine of their angle is below this. */
const SQUARE = 1e-6;

/** Refuses directions u and v of length 1 that are not perpendicular. */
export function checkSquare(u: Vec3, v: Vec3, path: string): void {
  if (Math.abs(dot3(u, v)) <= SQUARE) return;
  throw new InputError(`${path}.v`, `[${v.join(", ")}]`, "give a direction perpendicular to u");
}
