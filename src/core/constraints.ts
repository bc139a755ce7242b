/** The particles a method must not move: their velocity for this step is given, and so is where they end. */
export interface Pins {
  /** 1 for a held particle. */
  readonly held: Uint8Array;
  /** The held particles, in the first `count` entries. */
  readonly indices: Uint32Array;
  count: number;
  /** Particles that slide on a body. A method whose `ContactHandling` says so keeps them on it; others leave that to the correction. */
  readonly sliders?: Sliders;
  /** Whether any particle lies on something in this step. */
  touches?: boolean;
  /**
   * Surfaces that touch: relative velocities that they should have after the step. A method that solves with a matrix of blocks by
   * iteration may tie them together, and then sets the stiffness of each; others leave them to the correction.
   */
  contacts?: Couplings | undefined;
}

/** Particles whose velocity along a normal is given for this step, in the first `count` entries. */
export interface Sliders {
  readonly indices: Uint32Array;
  /** Unit normals of the bodies, three numbers each. */
  readonly normals: Float64Array;
  count: number;
  /** The impulses along the normals that keep them on their bodies [kg m/s], from a method that reports them. */
  readonly impulses: Float64Array;
  /** Friction on those that have slid before, μN/|v_t| [kg/s]; 0 for the others. */
  readonly grips: Float64Array;
  /** Their velocities v_t along the surface at the start [m/s], three numbers each. */
  readonly slips: Float64Array;
}

/** What a method does with sliders in its own solve. The correction after it does the rest. */
export interface ContactHandling {
  /** It keeps sliders on their bodies. */
  readonly keepsSliders: boolean;
  /** It writes the impulses that keep them there, `Sliders.impulses`. */
  readonly reportsImpulses: boolean;
  /** It lets friction act on them, by `Sliders.grips` and `Sliders.slips`. */
  readonly appliesFriction: boolean;
  /** It may propose again, with some sliders stopped by friction: for methods that start each step from x and v alone. */
  readonly weighsFriction: boolean;
}

/** All contact is left to the correction. */
export const LEAVES_CONTACT: ContactHandling = {
  keepsSliders: false,
  reportsImpulses: false,
  appliesFriction: false,
  weighsFriction: false,
};

/** All of it, as the one-step methods do that solve with a matrix of blocks. */
export const HANDLES_CONTACT: ContactHandling = { keepsSliders: true, reportsImpulses: true, appliesFriction: true, weighsFriction: true };

/** No pins and no sliders, with room for all of `particleCount` particles. */
export function createPins(particleCount: number): Pins {
  return {
    held: new Uint8Array(particleCount),
    indices: new Uint32Array(particleCount),
    count: 0,
    sliders: {
      indices: new Uint32Array(particleCount),
      normals: new Float64Array(3 * particleCount),
      count: 0,
      impulses: new Float64Array(particleCount),
      grips: new Float64Array(particleCount),
      slips: new Float64Array(3 * particleCount),
    },
  };
}

/**
 * Terms of a block matrix that come and go from step to step: each ties up to four rows by signed weights β, stiffly along a normal and less
 * or not at all across it,
 *
 *     A_ij += β_i β_j (w n nᵀ + w_t (I − n nᵀ)),     0 ≤ w_t ≤ w.
 *
 * They are no blocks of the matrix: the product goes through r = Σ β_i x_i.
 */
export interface Couplings {
  count: number;
  /** Four rows and weights each; a row with the weight 0 is none. */
  readonly rows: Uint32Array;
  readonly weights: Float64Array;
  /** Unit normals, three numbers each. */
  readonly normals: Float64Array;
  /** What r is to be [m/s], three numbers each. */
  readonly targets: Float64Array;
  /** w [kg], found by `weighCouplings`. */
  readonly stiffness: Float64Array;
  /** w_t [kg]: what it may be at most, up to infinity, until `weighCouplings` makes it no more than w. */
  readonly across: Float64Array;
}
