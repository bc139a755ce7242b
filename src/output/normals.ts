import { checkArray } from "../core/check-array.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { normalise } from "./normalise.ts";

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
