/** Gives every vector the length 1, and to those that have none (0, 0, 1). */
export function normalise(vectors: Float32Array | Float64Array): void {
  for (let o = 0; o < vectors.length; o += 3) {
    const squared = vectors[o] * vectors[o] + vectors[o + 1] * vectors[o + 1] + vectors[o + 2] * vectors[o + 2];
    const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
    vectors[o] *= scale;
    vectors[o + 1] *= scale;
    vectors[o + 2] = scale > 0 ? vectors[o + 2] * scale : 1;
  }
}
