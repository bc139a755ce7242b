import {
  type BoxBody,
  boxDepth,
  type PlaneBody,
  planeDepth,
  type RoundedConeBody,
  roundedConeDepth,
  type SphereBody,
  sphereDepth,
} from "./body-depth.ts";
import { orient3d } from "./orientation.ts";
import { columnAt, createColumns, facingOnLine, type TriangleColumns } from "./triangle-columns.ts";
import { squaredTriangleDistance } from "./triangle-distance.ts";

/** A closed surface; a point is inside if the surface winds about it, whichever way its triangles face. */
export interface MeshBody {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A body as it stands at one moment, in one of its shapes. A capsule is a cone with equal radii. */
export type InspectedBody =
  | { readonly sphere: SphereBody }
  | { readonly plane: PlaneBody }
  | { readonly cone: RoundedConeBody }
  | {
      readonly capsule: {
        readonly from: RoundedConeBody["from"];
        readonly to: RoundedConeBody["to"];
        readonly radius: number;
      };
    }
  | { readonly box: BoxBody }
  | { readonly mesh: MeshBody };

export interface Penetration {
  /** How far the deepest vertex lies below a surface [m]; 0 if none does. */
  readonly maxPenetration: number;
  /** That vertex, and the place of the body in the list; −1 if there is none. */
  readonly vertex: number;
  readonly body: number;
}

/** Which vertex of `positions` (packed x, y, z [m]) lies deepest in one of the bodies, and how deep; the first of equals. */
export function measurePenetration(positions: Float64Array, bodies: readonly InspectedBody[]): Penetration {
  let maxPenetration = 0;
  let vertex = -1;
  let deepest = -1;
  for (let b = 0; b < bodies.length; b++) {
    const depthAt = depthFunction(bodies[b]);
    for (let i = 0; 3 * i < positions.length; i++) {
      const depth = depthAt(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      if (depth <= maxPenetration) continue;
      maxPenetration = depth;
      vertex = i;
      deepest = b;
    }
  }
  return { maxPenetration, vertex, body: deepest };
}

/** Depth at a point [m]; of a mesh, 0 everywhere outside. */
type Depth = (x: number, y: number, z: number) => number;

function depthFunction(body: InspectedBody): Depth {
  if ("sphere" in body) return (x, y, z) => sphereDepth(body.sphere, x, y, z);
  if ("plane" in body) return (x, y, z) => planeDepth(body.plane, x, y, z);
  if ("cone" in body) return (x, y, z) => roundedConeDepth(body.cone, x, y, z);
  if ("box" in body) return (x, y, z) => boxDepth(body.box, x, y, z);
  if ("mesh" in body) return meshDepth(body.mesh);
  const { from, to, radius } = body.capsule;
  const cone: RoundedConeBody = { from, to, fromRadius: radius, toRadius: radius };
  return (x, y, z) => roundedConeDepth(cone, x, y, z);
}

function meshDepth(mesh: MeshBody): Depth {
  const { triangles } = mesh;
  const columns = createColumns(mesh.positions, triangles, 2);
  const p = mesh.positions.length / 3; // the point in question takes a place behind the vertices
  const x = new Float64Array(mesh.positions.length + 3);
  x.set(mesh.positions);
  return (px, py, pz) => {
    x[3 * p] = px;
    x[3 * p + 1] = py;
    x[3 * p + 2] = pz;
    if (windingNumber(x, triangles, columns, p) === 0) return 0;
    let least = Infinity;
    for (let t = 0; t < triangles.length; t += 3) {
      const squared = squaredTriangleDistance(x, triangles[t], triangles[t + 1], triangles[t + 2], px, py, pz);
      least = Math.min(least, squared);
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
