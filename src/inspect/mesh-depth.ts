import { classifySurface } from "./closed-surface.ts";
import { orient3d } from "./orientation.ts";
import { columnAt, createColumns, facingOnLine, type TriangleColumns } from "./triangle-columns.ts";
import { squaredTriangleDistance } from "./triangle-distance.ts";

/** A surface of triangles, whichever way they face. If it is closed it has an inside, if it is open it has none. */
export interface MeshBody {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Of one that changes its form with the poses of all bodies (12 numbers each) or with time [s]: its vertices in the world, into out[at..]. */
  place?(poses: Float64Array, out: Float64Array, at: number, time: number): void;
}

/** Depth at a point [m]: exact where it is more than `beyond`, otherwise anything that is not more. */
export type DepthGauge = (x: number, y: number, z: number, beyond: number) => number;

/**
 * The distance to the nearest triangle of a point inside, 0 outside and for an open surface. The triangle that ended the search
 * for one point begins that for the next: when only the deepest point is asked for, most searches end with it.
 */
export function createMeshGauge(mesh: MeshBody): DepthGauge {
  const { triangles } = mesh;
  const closure = classifySurface(mesh);
  if (closure === "open") return () => 0;
  const columns = createColumns(mesh.positions, triangles, 2);
  const p = mesh.positions.length / 3; // the point in question takes a place behind the vertices
  const x = new Float64Array(mesh.positions.length + 3);
  x.set(mesh.positions);
  let near = 0;
  return (px, py, pz, beyond) => {
    x[3 * p] = px;
    x[3 * p + 1] = py;
    x[3 * p + 2] = pz;
    const winding = windingNumber(x, triangles, columns, p);
    if (closure === "oriented" ? winding === 0 : winding % 2 === 0) return 0;
    let least = squaredTriangleDistance(x, triangles[near], triangles[near + 1], triangles[near + 2], px, py, pz);
    for (let t = 0; t < triangles.length && least > beyond * beyond; t += 3) {
      const squared = squaredTriangleDistance(x, triangles[t], triangles[t + 1], triangles[t + 2], px, py, pz);
      if (squared >= least) continue;
      least = squared;
      near = t;
    }
    return Math.sqrt(least);
  };
}

/**
 * How often a closed surface winds about the vertex p: what a ray along the columns' axis leaves through, less what it
 * enters through. Exact; 0 for a point of the surface itself.
 */
function windingNumber(x: Float64Array, triangles: Uint32Array, columns: TriangleColumns, p: number): number {
  const { u, v, start, members } = columns;
  const column = columnAt(columns, x[3 * p + u], x[3 * p + v]);
  if (column < 0) return 0;
  let winding = 0;
  for (let m = start[column]; m < start[column + 1]; m++) {
    const a = triangles[3 * members[m]];
    const b = triangles[3 * members[m] + 1];
    const c = triangles[3 * members[m] + 2];
    const facing = facingOnLine(x, a, b, c, p, u, v);
    if (facing === 0) continue;
    const side = orient3d(x, a, b, c, p);
    if (side === 0) return 0;
    if (side > 0 !== facing > 0) winding += facing;
  }
  return winding;
}
