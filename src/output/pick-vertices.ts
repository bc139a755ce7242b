/** The numbers of some vertices, `size` each. */
export function pickVertices(values: Float32Array, size: number, vertices: Uint32Array): Float32Array {
  const picked = new Float32Array(size * vertices.length);
  for (let n = 0; n < vertices.length; n++) {
    for (let c = 0; c < size; c++) picked[size * n + c] = values[size * vertices[n] + c];
  }
  return picked;
}
