import type { Vec3 } from "../../core/vec3.ts";

/** The anchored corner on the left of a cloth of so many particles a side as it is seen from the front, some spacings of cloth around it. */
export function cornerView(side: number): { readonly eye: Vec3; readonly target: Vec3 } {
  const [x, y, z] = [-(side - 1) / 2, side - 1, -(side - 1) / 2];
  return { eye: [x + 8, y + 4, z + 20], target: [x + 4.5, y - 4, z + 3] };
}
