/** Particles, by index, with a unit normal each, in the first `count` entries. */
export interface Normals {
  readonly indices: Uint32Array;
  readonly normals: Float64Array;
  readonly count: number;
}

/** Takes from vectors, three numbers a particle, their component along the normals; minus that component goes to `taken`, one number a normal. */
export function clearNormals({ indices, normals, count }: Normals, values: Float64Array, taken: Float64Array | undefined): void {
  for (let k = 0; k < count; k++) {
    const p = 3 * indices[k];
    let along = 0;
    for (let c = 0; c < 3; c++) along += normals[3 * k + c] * values[p + c];
    for (let c = 0; c < 3; c++) values[p + c] -= along * normals[3 * k + c];
    if (taken !== undefined) taken[k] = -along;
  }
}
