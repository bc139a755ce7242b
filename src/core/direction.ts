import { InputError } from "./errors.ts";
import { type Field, vector } from "./field.ts";
import { refine } from "./read-field.ts";
import { length3, normalise3, type Vec3 } from "./vec3.ts";

/** A direction of any length, brought to length 1. */
export const DIRECTION: Field<Vec3> = refine(vector(), (direction, path) => {
  const length = length3(direction);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new InputError(path, `[${direction.join(", ")}]`, "give a direction of some length");
  }
  return normalise3(direction);
});
