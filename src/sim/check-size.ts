import { InputError } from "../core/errors.ts";

/** Refuses an array to write into that has another length; `each` says what the numbers are, such as "three a vertex". */
export function checkSize(out: Float32Array | Float64Array, length: number, each: string): void {
  if (out?.length !== length) throw new InputError("out", `${out?.length} numbers`, `give an array of ${length}, ${each}`);
}
