/** Rows of `stride` numbers, taken from the rows `origin`. */
export function gather<Values extends Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array>(
  values: Values,
  stride: number,
  origin: Uint32Array,
): Values {
  const out = new (values.constructor as new (length: number) => Values)(stride * origin.length);
  for (let i = 0; i < origin.length; i++) {
    for (let c = 0; c < stride; c++) out[stride * i + c] = values[stride * origin[i] + c];
  }
  return out;
}
