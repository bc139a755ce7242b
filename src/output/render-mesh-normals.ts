import { normalise } from "./normalise.ts";

/**
 * Vertex normals of a coarse mesh, as smooth drawing wants them: each corner of a triangle adds e × f / (|e|² |f|²) of its two sides
 * (Max's weights), which gives the exact normal wherever a vertex and its neighbours lie on a sphere, however uneven the triangles
 * are. A vertex without triangles of any area gets (0, 0, 1).
 */
export function computeSmoothNormals(
  positions: Float32Array | Float64Array,
  triangles: Uint32Array,
  normals: Float32Array | Float64Array,
): void {
  normals.fill(0);
  for (let q = 0; q < triangles.length; q += 3) {
    const a = 3 * triangles[q];
    const b = 3 * triangles[q + 1];
    const c = 3 * triangles[q + 2];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const bx = positions[b] - ax;
    const by = positions[b + 1] - ay;
    const bz = positions[b + 2] - az;
    const cx = positions[c] - ax;
    const cy = positions[c + 1] - ay;
    const cz = positions[c + 2] - az;
    const nx = by * cz - bz * cy;
    const ny = bz * cx - bx * cz;
    const nz = bx * cy - by * cx;
    const dx = cx - bx;
    const dy = cy - by;
    const dz = cz - bz;
    const bb = bx * bx + by * by + bz * bz;
    const cc = cx * cx + cy * cy + cz * cz;
    const dd = dx * dx + dy * dy + dz * dz;
    const all = bb * cc * dd;
    if (!(all > 0)) continue;
    // 1/(|e|²|f|²) at each corner, from one division
    const scale = 1 / all;
    const wa = dd * scale;
    const wb = cc * scale;
    const wc = bb * scale;
    normals[a] += wa * nx;
    normals[a + 1] += wa * ny;
    normals[a + 2] += wa * nz;
    normals[b] += wb * nx;
    normals[b + 1] += wb * ny;
    normals[b + 2] += wb * nz;
    normals[c] += wc * nx;
    normals[c + 1] += wc * ny;
    normals[c + 2] += wc * nz;
  }
  normalise(normals);
}
