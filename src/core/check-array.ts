import { describeValue, InputError } from "./errors.ts";

/**
 * Refuses what is no Float32Array or Float64Array of this length; `each` says what the numbers are, such as "three a vertex". Arrays of
 * other pages and frames are arrays too.
 */
export function checkArray(value: Float32Array | Float64Array, length: number, each: string, path: string = "out"): void {
  if (!/^Float(32|64)Array$/.test((value as { readonly [Symbol.toStringTag]?: string } | undefined | null)?.[Symbol.toStringTag] ?? "")) {
    throw new InputError(path, describeValue(value), `give a Float32Array or Float64Array of ${length}, ${each}`);
  }
  if (value.length !== length) throw new InputError(path, `${value.length} numbers`, `give an array of ${length}, ${each}`);
}
