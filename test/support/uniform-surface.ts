import type { ClothSurface } from "../../src/contact/shapes/surface-pair.ts";

/** A cloth of `count` particles with one friction [−] and one thickness [m]. */
export function uniformSurface(count: number, { friction, thickness }: { friction: number; thickness: number }): ClothSurface {
  return { friction: new Float64Array(count).fill(friction), thickness: new Float64Array(count).fill(thickness) };
}
