/** Normals of the vertices, of the triangles around them by area, not of length 1; 0 where there are none. */
export function vertexNormals(triangles: Uint32Array, x: Float64Array): Float64Array {
  const normals = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const bx = x[b] - x[a];
    const by = x[b + 1] - x[a + 1];
    const bz = x[b + 2] - x[a + 2];
    const cx = x[c] - x[a];
    const cy = x[c + 1] - x[a + 1];
    const cz = x[c + 2] - x[a + 2];
    addToCorners(normals, a, b, c, by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx);
  }
  return normals;
}

/** Adds a vector to those of three corners, which begin at a, b and c. */
export function addToCorners(out: Float64Array, a: number, b: number, c: number, x: number, y: number, z: number): void {
  out[a] += x;
  out[a + 1] += y;
  out[a + 2] += z;
  out[b] += x;
  out[b + 1] += y;
  out[b + 2] += z;
  out[c] += x;
  out[c + 1] += y;
  out[c + 2] += z;
}
