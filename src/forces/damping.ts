import type { Springs } from "../fabric/cloth.ts";
import type { Force } from "./force-term.ts";
import { addToEnds } from "./spring-force.ts";

/** Viscous damping: f_i = −c_i v_i, C = c I on the diagonal   [Kang02, eq. 21]. */
export function viscousDamping(coefficient: Float64Array): Force {
  return {
    name: "viscous damping",
    role: "damping",
    energy: () => 0,
    addForce(_x, v, _t, f) {
      for (let i = 0; i < coefficient.length; i++) for (let c = 3 * i; c < 3 * i + 3; c++) f[c] -= coefficient[i] * v[c];
    },
    addForceOn(i, v, f) {
      for (let c = 3 * i; c < 3 * i + 3; c++) f[c] -= coefficient[i] * v[c];
    },
  };
}

/**
 * Relative damping along the springs: f_i = −c_s Σ_j (v_i − v_j), C = c_s Lap(I)   [Kang02, eq. 24 with its indices restored].
 * It keeps linear momentum and leaves a rigid translation alone; a rotation it slows down.
 */
export function relativeDamping(springs: Springs): Force {
  const { count, ends, relativeDamping } = springs;
  return {
    name: "relative damping",
    role: "damping",
    energy: () => 0,
    addForce(_x, v, _t, f) {
      for (let s = 0; s < count; s++) {
        const i = 3 * ends[2 * s];
        const j = 3 * ends[2 * s + 1];
        const c = relativeDamping[s];
        const fx = c * (v[j] - v[i]);
        const fy = c * (v[j + 1] - v[i + 1]);
        const fz = c * (v[j + 2] - v[i + 2]);
        addToEnds(f, i, j, fx, fy, fz);
      }
    },
  };
}
