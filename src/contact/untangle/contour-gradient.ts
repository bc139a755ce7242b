import type { CollisionMesh } from "../search/collision-mesh.ts";
import type { EdgeTopology } from "./edge-topology.ts";

/** The longest gradient, for edges that all but lie in the triangle they cross. */
const LONGEST = 2;

/**
 * How an edge and the triangle it crosses should move against each other for the contour of the intersection to get shorter
 * [Volino06]. The edge has the direction e, the triangle the normal n, and they meet at P; from there the contour goes on with unit
 * directions r into the triangles at the edge, R = Σ r. If the edge moves by a and the triangle by b, P moves by
 * a − e ((a − b)·n)/(e·n), and the length of the contour changes by −R times that. For a = d/2 and b = −d/2 it gets shorter fastest
 * along
 *
 *     d = R − 2 (e·R)/(e·n) n
 *
 * Writes d, which has no unit, of edge e and triangle t, or 0 where there is none. `normals` are those of all triangles.
 */
export function computeContourGradient(
  x: Float64Array,
  { triangles, edges }: CollisionMesh,
  { edgeTriangleStart, edgeTriangles }: EdgeTopology,
  normals: Float64Array,
  e: number,
  t: number,
  d: Float64Array,
): void {
  const p = 3 * edges[2 * e];
  const q = 3 * edges[2 * e + 1];
  const nx = normals[3 * t];
  const ny = normals[3 * t + 1];
  const nz = normals[3 * t + 2];
  const ex = x[q] - x[p];
  const ey = x[q + 1] - x[p + 1];
  const ez = x[q + 2] - x[p + 2];
  let Rx = 0;
  let Ry = 0;
  let Rz = 0;
  for (let s = edgeTriangleStart[e]; s < edgeTriangleStart[e + 1]; s++) {
    const f = 3 * edgeTriangles[s];
    const fx = normals[f];
    const fy = normals[f + 1];
    const fz = normals[f + 2];
    const rx = fy * nz - fz * ny;
    const ry = fz * nx - fx * nz;
    const rz = fx * ny - fy * nx;
    // i = f × e lies in the triangle's plane across the edge; r must lead to the same side of it as the third corner o.
    const ix = fy * ez - fz * ey;
    const iy = fz * ex - fx * ez;
    const iz = fx * ey - fy * ex;
    let o = 3 * triangles[f];
    for (let c = f + 1; c < f + 3 && (o === p || o === q); c++) o = 3 * triangles[c];
    const corner = ix * (x[o] - x[p]) + iy * (x[o + 1] - x[p + 1]) + iz * (x[o + 2] - x[p + 2]);
    const inwards = (ix * rx + iy * ry + iz * rz) * corner;
    const length = Math.sqrt(rx * rx + ry * ry + rz * rz);
    if (!(length > 0) || inwards === 0) continue;
    const scale = inwards > 0 ? 1 / length : -1 / length;
    Rx += scale * rx;
    Ry += scale * ry;
    Rz += scale * rz;
  }
  const twice = (2 * (ex * Rx + ey * Ry + ez * Rz)) / (ex * nx + ey * ny + ez * nz);
  const dx = Rx - twice * nx;
  const dy = Ry - twice * ny;
  const dz = Rz - twice * nz;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const scale = length <= LONGEST ? 1 : length < Number.POSITIVE_INFINITY ? LONGEST / length : 0;
  d[0] = scale > 0 ? scale * dx : 0;
  d[1] = scale > 0 ? scale * dy : 0;
  d[2] = scale > 0 ? scale * dz : 0;
}
