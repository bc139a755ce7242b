import { BEND, type Springs } from "./cloth.ts";

/** What all the springs of a cloth share. */
export interface SpringTraits {
  /** True: type-1 springs (stretch and shear) do not push back when compressed [Kim06, eq. 6]. */
  readonly asymmetric: boolean;
  /** Relative damping c_s of each spring [kg/s] [Kang02, eq. 24]. */
  readonly relativeDamping: number;
}

/** Collects springs while a cloth is built. */
export interface SpringList {
  /** Adds a spring; `kind` is STRETCH, SHEAR or BEND. */
  push(i: number, j: number, restLength: number, stiffness: number, kind: number): void;
  /** Those that push back, and without damping, where nothing else is said. */
  finish(traits?: Partial<SpringTraits>): Springs;
}

export function createSpringList(): SpringList {
  const ends: number[] = [];
  const restLength: number[] = [];
  const stiffness: number[] = [];
  const kind: number[] = [];
  return {
    push(i, j, length, k, springKind) {
      ends.push(i, j);
      restLength.push(length);
      stiffness.push(k);
      kind.push(springKind);
    },
    finish({ asymmetric = false, relativeDamping = 0 } = {}) {
      const count = kind.length;
      return {
        count,
        ends: Uint32Array.from(ends),
        restLength: Float64Array.from(restLength),
        stiffness: Float64Array.from(stiffness),
        kind: Uint8Array.from(kind),
        asymmetric: Uint8Array.from(kind, (one) => (asymmetric && one !== BEND ? 1 : 0)),
        relativeDamping: new Float64Array(count).fill(relativeDamping),
      };
    },
  };
}
