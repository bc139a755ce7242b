import type { Cloth } from "../fabric/cloth.ts";
import type { Forces } from "../forces/catalog.ts";
import type { ForceTerm } from "../forces/force-term.ts";
import type { BlockMatrix } from "../linalg/block-matrix.ts";
import { buildBlockMatrix } from "../linalg/block-matrix.ts";

/**
 * The matrix behind every implicit method: A = M + σ_C C + σ_K K, where C is the damping and K the stiffness of the forces.
 * Backward Euler has σ_C = h and σ_K = h²   [Oh04, eq. 3] [Kang02, eq. 8] [Choi13, eq. 1.8 times M, symmetric for any masses].
 */
export interface ImplicitSystem {
  readonly matrix: BlockMatrix;
  /**
   * Fills the matrix with σ_C C + σ_K K at x, or with the mean of K(x) and K(otherX) where that is given. What does not depend on x
   * is kept from the last call while the two factors stay the same.
   */
  assemble(x: Float64Array, dampingScale: number, stiffnessScale: number, otherX?: Float64Array): void;
  /** Adds M. Apart from `assemble`, so that a product with the rest does not have to be told from M's by subtraction. */
  addMass(): void;
}

export function createImplicitSystem(cloth: Cloth, forces: Forces): ImplicitSystem {
  const { mass, particleCount } = cloth;
  const terms: readonly ForceTerm[] = [...forces.elastic, ...forces.damping];
  const { matrix: symmetric, slots } = buildBlockMatrix(
    particleCount,
    terms.map((term) => term.pairs),
  );
  const { diagonal, offDiagonal, column } = symmetric;
  const skew = terms.some((term) => term.addSkew !== undefined) ? new Float64Array(3 * column.length) : undefined;
  const matrix: BlockMatrix = skew === undefined ? symmetric : { ...symmetric, skew };
  const constantDiagonal = new Float64Array(diagonal.length);
  const constantOffDiagonal = new Float64Array(offDiagonal.length);
  let keptDampingScale = Number.NaN;
  let keptStiffnessScale = Number.NaN;

  function addTerms(x: Float64Array, dampingScale: number, stiffnessScale: number, constant: boolean): void {
    const d = constant ? constantDiagonal : diagonal;
    const o = constant ? constantOffDiagonal : offDiagonal;
    for (let n = 0; n < terms.length; n++) {
      const term = terms[n];
      if (term.constantMatrix !== constant) continue;
      term.addMatrix(x, term.role === "damping" ? dampingScale : stiffnessScale, slots[n], d, o);
      if (skew !== undefined) term.addSkew?.(x, stiffnessScale, slots[n], skew);
    }
  }

  return {
    matrix,
    assemble(x, dampingScale, stiffnessScale, otherX) {
      if (dampingScale !== keptDampingScale || stiffnessScale !== keptStiffnessScale) {
        constantDiagonal.fill(0);
        constantOffDiagonal.fill(0);
        addTerms(x, dampingScale, stiffnessScale, true);
        keptDampingScale = dampingScale;
        keptStiffnessScale = stiffnessScale;
      }
      diagonal.set(constantDiagonal);
      offDiagonal.set(constantOffDiagonal);
      skew?.fill(0);
      if (otherX === undefined) {
        addTerms(x, dampingScale, stiffnessScale, false);
      } else {
        addTerms(x, dampingScale, 0.5 * stiffnessScale, false);
        addTerms(otherX, dampingScale, 0.5 * stiffnessScale, false);
      }
    },
    addMass() {
      // written out: a number handed to a call that is not inlined is allocated, here one a particle
      for (let i = 0; i < particleCount; i++) {
        const m = mass[i];
        diagonal[6 * i] += m;
        diagonal[6 * i + 3] += m;
        diagonal[6 * i + 5] += m;
      }
    },
  };
}
