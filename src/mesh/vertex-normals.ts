/** Normals of the vertices, of the triangles around them by area, not of length 1; 0 where there are none. */
export function vertexNormals(triangles: Uint32Array, x: Float64Array): Float64Array {
  const normals = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let k = 0; k < 3; k++) {
      const [u, w] = [(k + 1) % 3, (k + 2) % 3];
      const area = (x[b + u] - x[a + u]) * (x[c + w] - x[a + w]) - (x[b + w] - x[a + w]) * (x[c + u] - x[a + u]);
      for (const corner of [a, b, c]) normals[corner + k] += area;
    }
  }
  return normals;
}
