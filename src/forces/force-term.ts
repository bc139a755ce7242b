/**
 * One force on the cloth: its potential energy, its force and its 3×3 derivative blocks.
 *
 * - elastic:  f = −∂E/∂x; its matrix is the stiffness K = −∂f/∂x
 * - damping:  linear in v; its matrix is C = −∂f/∂v
 * - external: gravity, wind and pressure; never in a matrix (taken at the start of the step; by Verlet and RK4 at each of their stages)
 *
 * Matrices are symmetric in symmetric 3×3 blocks (six numbers, see core/mat3): one block a particle on the diagonal, and one
 * block for each pair in `pairs`, which the caller gives a slot in its own off-diagonal storage. A term whose off-diagonal blocks are
 * not symmetric has `addSkew` for the rest of them.
 */
export interface ForceTerm extends Force {
  /** True when the matrix does not depend on x. */
  readonly constantMatrix: boolean;
  /** The pairs of particles (two indices a pair, any order) that the matrix couples. */
  readonly pairs: Uint32Array;
  /** Adds scale × matrix at x: to `diagonal` by particle, to `offDiagonal` at `slots[p]` for pair p. */
  addMatrix(x: Float64Array, scale: number, slots: Uint32Array, diagonal: Float64Array, offDiagonal: Float64Array): void;
  /**
   * Adds scale × the antisymmetric part of the off-diagonal blocks at x: the axial vector s, B z = B_symmetric z + s × z, of the block
   * whose row is the lower index of pair p, to `skew` at `slots[p]`. Never constant.
   */
  addSkew?(x: Float64Array, scale: number, slots: Uint32Array, skew: Float64Array): void;
}

/** The same without its matrix. */
export interface Force {
  readonly name: string;
  readonly role: "elastic" | "damping" | "external";
  /** True when the force itself depends on nothing. */
  readonly isConstant?: boolean;
  /** True when there is no force at time t [s], whatever x and v: there is one without. */
  isIdle?(t: number): boolean;
  /** Potential energy [J] at x; 0 where the force has none. */
  energy(x: Float64Array): number;
  /** Adds the force [N] at (x, v, t) to f; an elastic term also its energy [J] to energy[0], where that is asked for. */
  addForce(x: Float64Array, v: Float64Array, t: number, f: Float64Array, energy?: Float64Array): void;
  /** The same on particle i alone, at velocities v, of a force that depends on nothing else. */
  addForceOn?(i: number, v: Float64Array, f: Float64Array): void;
}

/** Whether a force is idle at the time that `this` is. */
export function isIdleAt(this: number, term: Force): boolean {
  return term.isIdle?.(this) ?? false;
}

/** The energy of a term whose force computes it as well, for no more time; that force is thrown away. */
export function energyByForce(addForce: (x: Float64Array, f: Float64Array, energy: Float64Array) => void): ForceTerm["energy"] {
  const energy = new Float64Array(1);
  let unused = new Float64Array(0);
  return (x) => {
    if (unused.length < x.length) unused = new Float64Array(x.length);
    energy[0] = 0;
    addForce(x, unused, energy);
    return energy[0];
  };
}

export const NO_PAIRS: Uint32Array = new Uint32Array(0);

/** For terms that never enter a matrix. */
export function addNothing(): void {}

/** An external force: without an energy unless it has one, and never in a matrix. */
export function externalTerm(own: Pick<ForceTerm, "name" | "addForce"> & Partial<ForceTerm>): ForceTerm {
  return { role: "external", constantMatrix: true, pairs: NO_PAIRS, energy: () => 0, addMatrix: addNothing, ...own };
}
