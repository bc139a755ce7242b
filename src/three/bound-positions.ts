import type { Box3, Sphere } from "three";

/** The box of packed positions, and the sphere about it: a little wide, in one pass and without allocation. */
export function boundPositions(positions: Float32Array, box: Box3, sphere: Sphere): void {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let z0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  let z1 = x1;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  box.min.set(x0, y0, z0);
  box.max.set(x1, y1, z1);
  box.getBoundingSphere(sphere);
}
