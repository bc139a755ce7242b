import { writeRotation } from "../../core/blend-pose.ts";
import { identities } from "../../core/body-motion.ts";
import { add3, cross3, length3, scale3, subtract3, type Vec3 } from "../../core/vec3.ts";
import type { BodyShape } from "./collider-catalog.ts";

/**
 * The own frame of a body, as a pose that takes its own coordinates to those in which the scene places it:
 *
 *     kind              origin                              axes
 *     plane             its point                           +y is its normal
 *     sphere            its centre                          those of the scene
 *     capsule, cone     the middle between its two ends     +y goes from the first to the second
 *     box               its middle                          x, y, z are u, v, u × v
 *     heightField       its origin                          x is u, z is v, heights go along +y
 *     cones             the middle of the box around it     those of the scene
 *     mesh, own         that of the scene                   those of the scene
 */
export function bodyFrame(spec: { readonly kind: string }): Float64Array {
  const shape = spec as BodyShape;
  switch (shape.kind) {
    case "plane":
      return frameAlong(shape.point, shape.normal);
    case "sphere":
      return frameAt(shape.center);
    case "capsule":
    case "cone":
      return frameAlong(scale3(add3(shape.from, shape.to), 0.5), subtract3(shape.to, shape.from));
    case "box":
      return frameAt(shape.center, shape.u, shape.v, cross3(shape.u, shape.v));
    case "heightField":
      return frameAt(shape.origin, shape.u, cross3(shape.v, shape.u), shape.v);
    case "cones":
      return frameAt(middleOf(shape.cones));
    default:
      return identities(1);
  }
}

/** A frame by its origin and its axes. */
function frameAt(origin: Vec3, x: Vec3 = [1, 0, 0], y: Vec3 = [0, 1, 0], z: Vec3 = [0, 0, 1]): Float64Array {
  return Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2], ...origin);
}

/** A frame whose +y points along a direction of any length: turned the shortest way, not at all where there is none. */
function frameAlong(origin: Vec3, direction: Vec3): Float64Array {
  const frame = frameAt(origin);
  const length = length3(direction);
  if (!(length > 0)) return frame;
  const [x, y, z] = scale3(direction, 1 / length);
  writeRotation(1 + y > LEAST_TURN ? [z, 0, -x, 1 + y] : [1, 0, 0, 0], frame, 0);
  return frame;
}

/** A direction closer to −y than this is −y: the shortest way is no longer defined. */
const LEAST_TURN = 1e-9;

function middleOf(cones: readonly { readonly from: Vec3; readonly to: Vec3; readonly radii: readonly [number, number] }[]): Vec3 {
  const middle = (c: 0 | 1 | 2): number => {
    const low = cones.map(({ from, to, radii }) => Math.min(from[c] - radii[0], to[c] - radii[1]));
    const high = cones.map(({ from, to, radii }) => Math.max(from[c] + radii[0], to[c] + radii[1]));
    return (Math.min(...low) + Math.max(...high)) / 2;
  };
  return [middle(0), middle(1), middle(2)];
}
