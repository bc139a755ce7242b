import { createSolidGauge, type SolidBody } from "./body-depth.ts";
import { createMeshGauge, type DepthGauge, type MeshBody } from "./mesh-depth.ts";

/** A body where it was put at first: a solid, a mesh, or a body of another kind with a depth of its own. */
export type InspectedBody = SolidBody | { readonly mesh: MeshBody } | { readonly depth: DepthGauge };

export interface Penetration {
  /** How far the deepest vertex lies below a surface [m]; 0 if none does. */
  readonly maxPenetration: number;
  /** That vertex, and the place of the body in the list; −1 if there is none. */
  readonly vertex: number;
  readonly body: number;
}

/**
 * Looks which vertex of `positions` (packed x, y, z [m]) lies deepest in one of the bodies, and how deep; the first of equals. `poses`
 * has twelve numbers a body, the rows of a rotation R and an offset t [m], which take a point p of the body to R p + t, at a time [s].
 */
export type PenetrationMeter = (positions: Float64Array, poses?: Float64Array, time?: number) => Penetration;

const AT_FIRST: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

/** A meter for bodies that move but keep their shapes: what takes time to prepare is prepared here. */
export function createPenetrationMeter(bodies: readonly InspectedBody[]): PenetrationMeter {
  const gauges = bodies.map(createGauge);
  return (positions, poses, time = 0) => {
    let maxPenetration = 0;
    let vertex = -1;
    let deepest = -1;
    for (let b = 0; b < gauges.length; b++) {
      const placed = poses === undefined ? undefined : placeBody(bodies[b], poses, time);
      const gauge = placed === undefined ? gauges[b] : createMeshGauge(placed);
      const [xx, xy, xz, yx, yy, yz, zx, zy, zz, tx, ty, tz] =
        placed === undefined ? (poses?.subarray(12 * b, 12 * b + 12) ?? AT_FIRST) : AT_FIRST;
      for (let i = 0; 3 * i < positions.length; i++) {
        // Rᵀ(x − t): the vertex as the body sees it
        const x = positions[3 * i] - tx;
        const y = positions[3 * i + 1] - ty;
        const z = positions[3 * i + 2] - tz;
        const px = xx * x + yx * y + zx * z;
        const py = xy * x + yy * y + zy * z;
        const pz = xz * x + yz * y + zz * z;
        const depth = gauge(px, py, pz, maxPenetration);
        if (depth <= maxPenetration) continue;
        maxPenetration = depth;
        vertex = i;
        deepest = b;
      }
    }
    return { maxPenetration, vertex, body: deepest };
  };
}

/** A body that changes its form, as it is in the world; undefined of others. */
function placeBody(body: InspectedBody, poses: Float64Array, time: number): MeshBody | undefined {
  if (!("mesh" in body) || body.mesh.place === undefined) return undefined;
  const positions = new Float64Array(body.mesh.positions.length);
  body.mesh.place(poses, positions, 0, time);
  return { positions, triangles: body.mesh.triangles };
}

/** The same, once, for bodies where they are. */
export function measurePenetration(positions: Float64Array, bodies: readonly InspectedBody[]): Penetration {
  return createPenetrationMeter(bodies)(positions);
}

function createGauge(body: InspectedBody): DepthGauge {
  if ("mesh" in body) return createMeshGauge(body.mesh);
  return "depth" in body ? body.depth : createSolidGauge(body);
}
