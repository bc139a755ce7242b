import { InputError } from "../core/errors.ts";
import type { PinScript } from "../sim/drive.ts";

/**
 * Where the vertices of a cloth are at time 0 [m]: where its `positions` say, in place of where its shape puts them. A vertex that goes with a body
 * exactly is where the shape has it even so: that is the point by which the body takes it along. `attached` numbers vertices from `first`.
 */
export function startPositions(
  path: string,
  positions: Float64Array,
  shape: Float64Array,
  first: number,
  attached: readonly PinScript[],
): Float64Array {
  if (positions.length !== shape.length) {
    const advice = `give ${shape.length}, three for each of the cloth's ${shape.length / 3} vertices, or leave them out`;
    throw new InputError(`${path}.positions`, `${positions.length} numbers`, advice);
  }
  const start = positions.slice();
  for (const { vertex } of attached) {
    for (let c = 3 * (vertex - first); c < 3 * (vertex - first) + 3; c++) start[c] = shape[c];
  }
  return start;
}
