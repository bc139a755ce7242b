import type { Pins } from "../../core/constraints.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Forces } from "../../forces/catalog.ts";
import type { ForceTerm } from "../../forces/force-term.ts";
import type { BlockMatrix } from "../../linalg/block-matrix.ts";
import { prepareBlockMatrix } from "../../linalg/block-matrix.ts";
import { clearNormals } from "../../linalg/clear-normals.ts";
import { addCouplingImpulses, CONTACT_STIFFNESS, weighCouplings } from "../../linalg/couplings.ts";

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
  /** Takes back what was added to the matrix since `assemble`. */
  restore(): void;
  /**
   * Adds M. Apart from `assemble`, so that a product with the rest does not have to be told from M's by subtraction. Sliders are given
   * W n nᵀ besides, so much mass along their normal that nothing in the step moves them there.
   */
  addMass(): void;
  /**
   * Ties together what touches, `pins.contacts`, and adds the impulses w (target − Σβv) that this takes at the velocities v to b, where the
   * unknown is the change of velocity. After `addMass`; until the next `assemble` or `restore`.
   */
  addContacts(v: Float64Array, b: Float64Array): void;
  /**
   * Friction on sliders over s seconds, −μN v_t′/|v_t′| to first order in the change of velocity v_t′ − v_t: μN against v_t, and across it −μN/|v_t|
   * times the change. Adds the one to b, the other to the matrix. After `addMass`.
   */
  addFriction(s: number, b: Float64Array): void;
  /** Makes a change of velocity one that leaves held particles and, along their normals, sliders as they are. */
  constrain(deltaV: Float64Array): void;
  /**
   * What keeps the sliders where they are, into their impulses: n·(A₀Δv − b) with A₀ the matrix without W, from the change of velocity Δv
   * that was found and the residual r of the whole system, −W n·Δv − n·r. Unlike the forces at the start of the step it does not
   * hold what stiff springs give up within it. `scale` is that of a whole step over the effective one.
   */
  readImpulses(deltaV: Float64Array, residual: Float64Array, scale?: number): void;
}

/** W over the diagonal of the rest. */
const IMMOVABLE = 1e8;

/** `pins` where sliders are to be kept on their bodies. */
export function* prepareImplicitSystem(cloth: Cloth, forces: Forces, pins?: Pins): Slices<ImplicitSystem> {
  const { mass, particleCount } = cloth;
  const sliders = pins?.sliders;
  const sliderMass = new Float64Array(sliders === undefined ? 0 : particleCount);
  const terms: readonly ForceTerm[] = [...forces.elastic, ...forces.damping];
  const { matrix: symmetric, slots } = yield* prepareBlockMatrix(
    particleCount,
    terms.map((term) => term.pairs),
  );
  const { diagonal, offDiagonal, column } = symmetric;
  const skew = terms.some((term) => term.addSkew !== undefined) ? new Float64Array(3 * column.length) : undefined;
  const matrix: BlockMatrix = skew === undefined ? symmetric : { ...symmetric, skew };
  const assembledDiagonal = new Float64Array(diagonal.length);
  const constantDiagonal = new Float64Array(diagonal.length);
  const constantOffDiagonal = new Float64Array(offDiagonal.length);
  const impulse = new Float64Array(3);
  const shares = new Float64Array(pins === undefined ? 0 : particleCount);
  /** The mean of the diagonal of each row, without what keeps sliders. */
  const means = new Float64Array(shares.length);
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
      matrix.couplings = undefined;
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
      assembledDiagonal.set(diagonal);
    },
    restore() {
      matrix.couplings = undefined;
      diagonal.set(assembledDiagonal);
    },
    addMass() {
      // written out: a number handed to a call that is not inlined is allocated, here one a particle
      for (let i = 0; i < particleCount; i++) {
        const m = mass[i];
        diagonal[6 * i] += m;
        diagonal[6 * i + 3] += m;
        diagonal[6 * i + 5] += m;
      }
      if (pins?.contacts !== undefined) {
        for (let i = 0; i < particleCount; i++) {
          means[i] = (diagonal[6 * i] + diagonal[6 * i + 3] + diagonal[6 * i + 5]) / 3;
        }
      }
      if (sliders === undefined) return;
      const { indices, normals, count } = sliders;
      for (let k = 0; k < count; k++) {
        const o = 6 * indices[k];
        const nx = normals[3 * k];
        const ny = normals[3 * k + 1];
        const nz = normals[3 * k + 2];
        const w = IMMOVABLE * (diagonal[o] + diagonal[o + 3] + diagonal[o + 5]);
        sliderMass[k] = w;
        diagonal[o] += w * nx * nx;
        diagonal[o + 1] += w * nx * ny;
        diagonal[o + 2] += w * nx * nz;
        diagonal[o + 3] += w * ny * ny;
        diagonal[o + 4] += w * ny * nz;
        diagonal[o + 5] += w * nz * nz;
      }
    },
    addContacts(v, b) {
      const contacts = pins?.contacts;
      if (contacts === undefined || contacts.count === 0) return;
      weighCouplings(contacts, means, CONTACT_STIFFNESS, shares);
      addCouplingImpulses(contacts, v, b, impulse);
      matrix.couplings = contacts;
    },
    addFriction(s, b) {
      if (sliders === undefined) return;
      const { indices, normals, grips, slips, count } = sliders;
      for (let k = 0; k < count; k++) {
        const w = s * grips[k];
        if (w === 0) continue;
        const i = indices[k];
        let squared = 0;
        for (let c = 0; c < 3; c++) {
          squared += slips[3 * k + c] * slips[3 * k + c];
          b[3 * i + c] -= w * slips[3 * k + c];
        }
        // the direction across the normal and the way: n × v_t/|v_t|
        const r = 1 / Math.sqrt(squared);
        const x = r * (normals[3 * k + 1] * slips[3 * k + 2] - normals[3 * k + 2] * slips[3 * k + 1]);
        const y = r * (normals[3 * k + 2] * slips[3 * k] - normals[3 * k] * slips[3 * k + 2]);
        const z = r * (normals[3 * k] * slips[3 * k + 1] - normals[3 * k + 1] * slips[3 * k]);
        diagonal[6 * i] += w * x * x;
        diagonal[6 * i + 1] += w * x * y;
        diagonal[6 * i + 2] += w * x * z;
        diagonal[6 * i + 3] += w * y * y;
        diagonal[6 * i + 4] += w * y * z;
        diagonal[6 * i + 5] += w * z * z;
      }
    },
    constrain(deltaV) {
      if (pins === undefined) return;
      for (let k = 0; k < pins.count; k++) {
        for (let c = 3 * pins.indices[k]; c < 3 * pins.indices[k] + 3; c++) deltaV[c] = 0;
      }
      if (sliders !== undefined) clearNormals(sliders, deltaV, undefined);
    },
    readImpulses(deltaV, residual, scale = 1) {
      if (sliders === undefined) return;
      const { indices, normals, impulses, count } = sliders;
      for (let k = 0; k < count; k++) {
        const p = 3 * indices[k];
        let impulse = 0;
        for (let c = 0; c < 3; c++) impulse -= normals[3 * k + c] * (sliderMass[k] * deltaV[p + c] + residual[p + c]);
        impulses[k] = scale * impulse;
      }
    },
  };
}

export function createImplicitSystem(cloth: Cloth, forces: Forces, pins?: Pins): ImplicitSystem {
  return finish(prepareImplicitSystem(cloth, forces, pins));
}
