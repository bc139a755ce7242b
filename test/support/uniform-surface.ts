import type { ClothParticles } from "../../src/contact/bodies/near-bodies.ts";

/** A cloth of `count` particles of 1 kg with one friction [−] and one thickness [m]. */
export function uniformSurface(count: number, { friction, thickness }: { friction: number; thickness: number }): ClothParticles {
  const each = (value: number): Float64Array => new Float64Array(count).fill(value);
  return { friction: each(friction), thickness: each(thickness), mass: each(1) };
}
