/**
 * Tangents for normal maps: along u, at right angles to the normal, four numbers a vertex, the last of them 1 or −1 as the bitangent is n × t or its
 * opposite. A vertex without texture coordinates gets any tangent.
 */
export function computeTangents(
  positions: Float32Array,
  normals: Float32Array,
  uv: Float32Array,
  triangles: Uint32Array,
  tangents: Float32Array,
): void {
  const count = positions.length / 3;
  tangents.fill(0);
  const hasUv = uv.length >= 2 * count;
  for (let q = 0; hasUv && q < triangles.length; q += 3) addTriangle(positions, uv, triangles, q, tangents);
  for (let i = 0; i < count; i++) finish(normals, tangents, i);
}

/** Σ of dx/du over the triangles, by area; the sign of the area in the texture goes to the fourth number. */
function addTriangle(x: Float32Array, uv: Float32Array, triangles: Uint32Array, q: number, tangents: Float32Array): void {
  const [a, b, c] = [triangles[q], triangles[q + 1], triangles[q + 2]];
  const u1 = uv[2 * b] - uv[2 * a];
  const v1 = uv[2 * b + 1] - uv[2 * a + 1];
  const u2 = uv[2 * c] - uv[2 * a];
  const v2 = uv[2 * c + 1] - uv[2 * a + 1];
  const area = u1 * v2 - u2 * v1;
  if (area === 0) return;
  const sign = area > 0 ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    const along = sign * (v2 * (x[3 * b + k] - x[3 * a + k]) - v1 * (x[3 * c + k] - x[3 * a + k]));
    tangents[4 * a + k] += along;
    tangents[4 * b + k] += along;
    tangents[4 * c + k] += along;
  }
  tangents[4 * a + 3] += area;
  tangents[4 * b + 3] += area;
  tangents[4 * c + 3] += area;
}

/** t − (t·n) n, of length 1. */
function finish(n: Float32Array, t: Float32Array, i: number): void {
  const along = t[4 * i] * n[3 * i] + t[4 * i + 1] * n[3 * i + 1] + t[4 * i + 2] * n[3 * i + 2];
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    t[4 * i + k] -= along * n[3 * i + k];
    squared += t[4 * i + k] * t[4 * i + k];
  }
  t[4 * i + 3] = t[4 * i + 3] < 0 ? -1 : 1;
  if (squared > 0) {
    const scale = 1 / Math.sqrt(squared);
    for (let k = 0; k < 3; k++) t[4 * i + k] *= scale;
    return;
  }
  // (n_z, 0, −n_x) or, where that is nothing, (1, 0, 0)
  const across = Math.sqrt(n[3 * i] * n[3 * i] + n[3 * i + 2] * n[3 * i + 2]);
  t[4 * i] = across > 0 ? n[3 * i + 2] / across : 1;
  t[4 * i + 1] = 0;
  t[4 * i + 2] = across > 0 ? -n[3 * i] / across : 0;
}
