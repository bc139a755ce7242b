import { computeMotion, type Motion } from "../../src/core/motion.ts";
import type { SceneInput, Vec3 } from "../../src/index.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { type InspectedBody, measurePenetration } from "../../src/inspect/penetration.ts";
import type { InlineMesh } from "./body-meshes.ts";

/** What is wrong with a state: pairs of triangles that cross, and the depth of the deepest vertex in a body without a mesh [m]. */
export interface Faults {
  readonly intersections: number;
  readonly penetration: number;
}

/** The colliders that the stress scenes use, as the scene format has them. */
export interface BodyInput {
  readonly plane?: { readonly point: Vec3; readonly normal?: Vec3 };
  readonly sphere?: { readonly center: Vec3; readonly radius: number };
  readonly mesh?: InlineMesh;
  /** Its axis has length 1. */
  readonly motion?: Motion;
  readonly [field: string]: unknown;
}

/**
 * The judge of a run. It knows the cloth's triangles and the scene's bodies, places the bodies by their motion, and shares nothing with the
 * contact of the simulation: it sees bodies that the simulation was not told of.
 */
export function createChecker(
  scene: SceneInput,
  clothTriangles: Uint32Array,
  particleCount: number,
): (x: Float64Array, time: number) => Faults {
  const bodies = (scene.colliders ?? []) as readonly BodyInput[];
  const triangles = Array.from(clothTriangles);
  const groups = new Array<number>(triangles.length / 3).fill(0);
  const analytic: BodyInput[] = [];
  const surfaces: { body: BodyInput; points: Float64Array; offset: number }[] = [];
  let vertexCount = particleCount;
  for (const body of bodies) {
    if (body.mesh === undefined) {
      analytic.push(body);
      continue;
    }
    const points = Float64Array.from(body.mesh.positions.flat());
    surfaces.push({ body, points, offset: 3 * vertexCount });
    for (const corners of body.mesh.triangles) {
      triangles.push(...corners.map((i) => vertexCount + i));
      groups.push(surfaces.length);
    }
    vertexCount += points.length / 3;
  }
  const positions = new Float64Array(3 * vertexCount);
  const corners = Uint32Array.from(triangles);

  return (x, time) => {
    positions.set(x);
    for (const { body, points, offset } of surfaces) positions.set(moved(body.motion, points, time), offset);
    const { count } = findIntersections(positions, corners, groups);
    const { maxPenetration } = measurePenetration(
      x,
      analytic.map((body) => bodyAt(body, time)),
    );
    return { intersections: count, penetration: maxPenetration };
  };
}

/** Points of a body where they are at a time [s]. */
function moved(motion: Motion | undefined, points: Float64Array, time: number): Float64Array {
  if (motion === undefined) return points;
  const out = new Float64Array(points.length);
  for (let i = 0; 3 * i < points.length; i++) computeMotion(motion, time, points, i, out);
  return out;
}

function bodyAt({ plane, sphere, motion }: BodyInput, time: number): InspectedBody {
  if (sphere !== undefined) {
    const [x, y, z] = moved(motion, Float64Array.from(sphere.center), time);
    return { kind: "sphere", center: [x, y, z], radius: sphere.radius };
  }
  if (plane !== undefined && motion === undefined) return { kind: "plane", normal: [0, 1, 0], ...plane };
  throw new Error("the checker does not know this kind of body");
}
