import { InputError } from "../core/errors.ts";
import { LARGEST_VALUE } from "../core/state.ts";

/** Refuses coordinates that a step would not take [m]: they would overflow when they are multiplied. */
export function checkReach(values: Float64Array, path: string): void {
  for (let c = 0; c < values.length; c++) {
    if (Math.abs(values[c]) <= LARGEST_VALUE) continue;
    const got = `${values[c]} in vertex ${Math.floor(c / 3)}`;
    throw new InputError(path, got, `keep coordinates within ${LARGEST_VALUE} [m]`);
  }
}
