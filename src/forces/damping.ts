import { addIdentity } from "../core/mat3.ts";
import type { Springs } from "../fabric/cloth.ts";
import { type ForceTerm, NO_PAIRS } from "./force-term.ts";
import { addToEnds } from "./spring-force.ts";

/** Viscous damping: f_i = −c_i v_i, C = c I on the diagonal   [Kang02, eq. 21]. */
export function viscousDampingTerm(coefficient: Float64Array): ForceTerm {
  return {
    name: "viscous damping",
    role: "damping",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy: () => 0,
    addForce(_x, v, _t, f) {
      for (let i = 0; i < coefficient.length; i++) for (let c = 3 * i; c < 3 * i + 3; c++) f[c] -= coefficient[i] * v[c];
    },
    addForceOn(i, v, f) {
      for (let c = 3 * i; c < 3 * i + 3; c++) f[c] -= coefficient[i] * v[c];
    },
    addMatrix(_x, scale, _slots, diagonal) {
      for (let i = 0; i < coefficient.length; i++) addIdentity(diagonal, 6 * i, scale * coefficient[i]);
    },
  };
}

/**
 * Relative damping along the springs: f_i = −c_s Σ_j (v_i − v_j), C = c_s Lap(I)   [Kang02, eq. 24 with its indices restored].
 * It keeps linear momentum and leaves a rigid translation alone; a rotation it slows down.
 */
export function relativeDampingTerm(springs: Springs): ForceTerm {
  const { count, ends, relativeDamping } = springs;
  return {
    name: "relative damping",
    role: "damping",
    constantMatrix: true,
    pairs: ends,
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
    addMatrix(_x, scale, slots, diagonal, offDiagonal) {
      for (let s = 0; s < count; s++) {
        const c = scale * relativeDamping[s];
        addIdentity(diagonal, 6 * ends[2 * s], c);
        addIdentity(diagonal, 6 * ends[2 * s + 1], c);
        addIdentity(offDiagonal, 6 * slots[s], -c);
      }
    },
  };
}
