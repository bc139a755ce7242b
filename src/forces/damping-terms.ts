import { addIdentity } from "../core/mat3.ts";
import type { Springs } from "../fabric/cloth.ts";
import { relativeDamping, viscousDamping } from "./damping.ts";
import { type ForceTerm, NO_PAIRS } from "./force-term.ts";

/** Viscous damping as a force term. */
export function viscousDampingTerm(coefficient: Float64Array): ForceTerm {
  return {
    ...viscousDamping(coefficient),
    constantMatrix: true,
    pairs: NO_PAIRS,
    addMatrix(_x, scale, _slots, diagonal) {
      for (let i = 0; i < coefficient.length; i++) addIdentity(diagonal, 6 * i, scale * coefficient[i]);
    },
  };
}

/** Relative damping along the springs as a force term. */
export function relativeDampingTerm(springs: Springs): ForceTerm {
  const { count, ends, relativeDamping: coefficient } = springs;
  return {
    ...relativeDamping(springs),
    constantMatrix: true,
    pairs: ends,
    addMatrix(_x, scale, slots, diagonal, offDiagonal) {
      for (let s = 0; s < count; s++) {
        const c = scale * coefficient[s];
        addIdentity(diagonal, 6 * ends[2 * s], c);
        addIdentity(diagonal, 6 * ends[2 * s + 1], c);
        addIdentity(offDiagonal, 6 * slots[s], -c);
      }
    },
  };
}
