import { type Collider, MEASURED, type Shape } from "../contact/shapes/collider.ts";
import type { RoundedCone } from "../contact/shapes/rounded-cone.ts";
import { cross3 } from "../core/vec3.ts";
import type { RoundedConeBody } from "../inspect/body-depth.ts";
import type { InspectedBody } from "../inspect/penetration.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";

/** The scene's bodies as the inspection of a state knows them; `colliders` are the same bodies with their meshes read. */
export function inspectedBodies(specs: readonly ColliderSpec[], colliders: readonly Collider[]): InspectedBody[] {
  return specs.map(({ shape }, n) => inspectedBody(shape, colliders[n]));
}

function inspectedBody(spec: ColliderSpec["shape"], { name, shape }: Collider): InspectedBody {
  switch (spec.kind) {
    case "plane":
      return { plane: spec };
    case "sphere":
      return { sphere: { centre: spec.center, radius: spec.radius } };
    case "capsule":
      return { capsule: spec };
    case "cone":
      return { cone: coneBody(spec) };
    case "cones":
      return { cones: { cones: spec.cones.map(coneBody), blend: spec.blend } };
    case "box": {
      const { center: centre, halfSizes: halfSize, u, v, rounding } = spec;
      return { box: { centre, halfSize, axes: [u, v, cross3(u, v)], rounding } };
    }
    case "heightField":
      return { heightField: spec };
    case "mesh":
      if (shape.surface === undefined) throw new Error(`the mesh of the body ${name} has not been read`);
      return { mesh: shape.surface };
    case "own":
      return { depth: sampleDepth(shape) };
  }
}

/** How deep a point lies in a shape of somebody's own, by its φ: the judge knows no other formula. */
function sampleDepth(shape: Shape): (x: number, y: number, z: number) => number {
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  return (x, y, z) => {
    point[0] = x;
    point[1] = y;
    point[2] = z;
    shape.measure(point, measured);
    return -measured[0] / (measured[4] > 0 ? measured[4] : 1);
  };
}

function coneBody({ from, to, radii }: RoundedCone): RoundedConeBody {
  return { from, to, fromRadius: radii[0], toRadius: radii[1] };
}
