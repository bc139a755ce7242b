import { type Collider, MEASURED, type Shape } from "../contact/shapes/collider.ts";
import type { InspectedBody } from "../inspect/penetration.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";

/**
 * The scene's bodies as the inspection of a state knows them, by their descriptions; `colliders` are the same bodies with their meshes
 * read, and perhaps others behind them.
 */
export function inspectedBodies(specs: readonly ColliderSpec[], colliders: readonly Collider[]): InspectedBody[] {
  return colliders.map(({ name, shape }, n) => {
    const spec = specs[n]?.shape;
    if (spec === undefined) return shape.surface === undefined ? { depth: sampleDepth(shape) } : { mesh: shape.surface };
    if (spec.kind === "own") return { depth: sampleDepth(shape) };
    if (spec.kind !== "mesh") return spec;
    if (shape.surface === undefined) throw new Error(`the mesh of the body ${name} has not been read`);
    return { mesh: shape.surface };
  });
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
