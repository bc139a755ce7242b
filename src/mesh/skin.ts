/** A pose is the rows of a 3×3 matrix and then an offset. */
const POSE_SIZE = 12;

/** Bones that a vertex of the skin follows. */
export const INFLUENCES = 4;

/**
 * Linear blend skinning: each vertex goes to the weighted mean of the places where its bones take it, x = Σ w (R x₀ + t). The greatest
 * weight comes first, and a weight of 0 ends the list.
 */
export function computeSkin(rest: Float64Array, bones: Uint16Array, weights: Float64Array, poses: Float64Array, out: Float64Array): void {
  for (let i = 0, at = 0; i < rest.length; i += 3, at += INFLUENCES) {
    const x = rest[i];
    const y = rest[i + 1];
    const z = rest[i + 2];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let k = at; k < at + INFLUENCES; k++) {
      const w = weights[k];
      if (w === 0) break;
      const p = POSE_SIZE * bones[k];
      px += w * (poses[p] * x + poses[p + 1] * y + poses[p + 2] * z + poses[p + 9]);
      py += w * (poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z + poses[p + 10]);
      pz += w * (poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z + poses[p + 11]);
    }
    out[i] = px;
    out[i + 1] = py;
    out[i + 2] = pz;
  }
}
