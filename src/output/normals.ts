import { checkArray } from "../core/check-array.ts";
import { describeValue, InputError } from "../core/errors.ts";

/** Vertex normals, area-weighted over the triangles; a vertex without triangles gets (0, 0, 1). For drawing, not for physics. */
export function computeNormals(positions: Float32Array, triangles: Uint32Array, normals: Float32Array): void {
  if (!ArrayBuffer.isView(triangles))
    throw new InputError("triangles", describeValue(triangles), "give a Uint32Array, three corners a triangle");
  if (!ArrayBuffer.isView(positions))
    throw new InputError("positions", describeValue(positions), "give a Float32Array, three numbers a vertex");
  checkArray(normals, positions.length, "three a vertex", "normals");
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
    // written out: a loop over the corners takes a third longer
    normals[a] += nx;
    normals[a + 1] += ny;
    normals[a + 2] += nz;
    normals[b] += nx;
    normals[b + 1] += ny;
    normals[b + 2] += nz;
    normals[c] += nx;
    normals[c + 1] += ny;
    normals[c + 2] += nz;
  }
  normalise(normals);
}

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
