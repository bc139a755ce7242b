import type { StageClock } from "../core/profile.ts";
import type { Slices } from "../core/slices.ts";
import type { Proposal, State, StateArrays } from "../core/state.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Membrane } from "../forces/catalog.ts";
import type { Environment } from "../forces/wind.ts";
import type { BeforeCut, SweepRows } from "../kernels/blocks/sweep-rows.ts";
import type { KernelModule } from "../kernels/module.ts";
import type { Couplings } from "../linalg/couplings.ts";
import type { SymmetricMatrix } from "../linalg/symmetric-matrix.ts";

/** The particles a method must not move: their velocity for this step is given, and so is where they end. */
export interface Pins {
  /** 1 for a held particle. */
  readonly held: Uint8Array;
  /** The held particles, in the first `count` entries. */
  readonly indices: Uint32Array;
  count: number;
  /** Particles that slide on a body. A method that solves with 3×3 blocks keeps them on it; others may leave that to the correction. */
  readonly sliders?: Sliders;
  /**
   * Surfaces that touch: relative velocities that they should have after the step. A method that solves with a matrix of blocks by
   * iteration may tie them together, and then sets the stiffness of each; others leave them to the correction.
   */
  contacts?: Couplings | undefined;
}

/** Particles whose velocity along a normal is given for this step, in the first `count` entries: their indices and unit normals. */
export interface Sliders {
  readonly indices: Uint32Array;
  readonly normals: Float64Array;
  count: number;
  /** Whether the method keeps them; one that does says so when it is created. */
  areKept: boolean;
  /** The impulses along the normals that keep them [kg m/s], from a method that knows them, and whether it does: it says so when it is created. */
  readonly impulses: Float64Array;
  areTold: boolean;
  /**
   * For friction on those that have slid before, μN/|v_t| [kg/s], 0 for the others, and their velocities v_t along the surface at the
   * start [m/s].
   */
  readonly grips: Float64Array;
  readonly slips: Float64Array;
  /** Whether the method lets friction act on them; one that does says so when it is created. */
  areGripped: boolean;
  /** Whether what friction stops is decided by proposals, for all together; so say methods that start each step from x and v alone. */
  areWeighed: boolean;
}

/** What a method may see. */
export interface Problem {
  readonly cloth: Cloth;
  readonly environment: Environment;
  readonly pins: Pins;
  /** The scene's number of each particle, for methods whose result depends on the order. */
  readonly sceneIndex: Uint32Array;
  readonly clock: StageClock;
  /** Kernels in WebAssembly, where they are to be used; a method that has no use for them computes in TypeScript. */
  readonly kernels?: KernelModule | undefined;
  /** Where the cloth has just been cut. */
  readonly before?: BeforeCut | undefined;
}

/** A method made ready for one cloth, with its workspace. */
export interface Solver {
  /**
   * Proposes the state h seconds after `state`. Held particles arrive with the velocity prescribed for this step; they keep it
   * and move by h times it. Allocates nothing. Where it is asked `again`, `next` is what it proposed last for the same step, and what
   * has changed since are sliders with their velocities, ties between surfaces and the forces of contact: a method that iterates may start there.
   */
  propose(state: State, h: number, next: Proposal, report: SolveReport, again?: boolean): void;
  /**
   * What the next step depends on besides x and v; part of every snapshot. Empty for one-step methods. An array of 3 numbers a
   * particle holds one vector for each, one of 1 number a particle a number; others are the method's own.
   */
  readonly history: readonly Float64Array[];
  /** Those of them that are its own, whatever their length. */
  readonly ownHistory?: readonly Float64Array[];
  /** Arrays of 3 numbers a particle that it needs not copy, for state and proposal, and what it can do with them; plain ones without. */
  readonly arrays?: StateArrays;
  /**
   * Goes on with a cloth that has lost some springs (indices into the springs of the cloth the solver was created for) and is
   * otherwise the same. A solver without it is created anew.
   */
  follow?(cloth: Cloth, removedSprings: Uint32Array): void;
  /** Does what the first step of h seconds would have to do at first, in slices. */
  warm?(h: number): Slices<void>;
  /** What a solver for the cloth after a cut can go on with. */
  readonly rows?: SweepRows | undefined;
  /** The scalar matrix that x, y and z share, for a step of h seconds, held particles included; for methods that have one. */
  matrix?(h: number): SymmetricMatrix;
}

export interface SolveReport {
  /** Linear iterations or sweeps, summed over Newton steps. */
  iterations: number;
  /** ‖b − Ay‖/‖b‖ of the linear solve, or ‖residual‖/‖first residual‖ of Newton. */
  residual: number;
  converged: boolean;
}

/** A method as CLI help, scene validation, studio panels and docs know it. */
export interface MethodInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Key in docs/papers.bib, or empty for common knowledge. */
  readonly paper: string;
  readonly equations: string;
  /** Which momenta of a free body it keeps to rounding, with its default options and a solve to the end. */
  readonly conserves: readonly ("linear" | "angular")[];
  /** An undamped mode ω along a spring stays bounded while hω is below this: Infinity for any step, 0 for none. */
  readonly stepLimit: number;
  /** What resists stretch and shear: the springs, or the triangles instead of them. Springs where it is not said. */
  readonly membrane?: "springs" | "triangles";
  /** The spring law where the cloth does not choose one. */
  readonly springModel: "symmetric" | "asymmetric";
  readonly options: readonly OptionInfo[];
}

export interface Method extends MethodInfo {
  /** The forces of its membrane, where that is not the springs. */
  readonly membraneTerms?: Membrane;
  /** The order in which it would like a cloth's particles, old index of each new one, and its name as `Cloth.ordering`; any is fine without. */
  orderParticles?(cloth: Cloth, options: MethodOptions): { readonly order: Uint32Array; readonly name: string };
  create(problem: Problem, options: MethodOptions): Solver;
  /** The same in slices, for cloth that goes on meanwhile; absent where it takes no time. */
  prepare?(problem: Problem, options: MethodOptions): Slices<Solver>;
  /** For a method that stands for others: the one that takes its place in this cloth, before anything is created. */
  choose?(start: ClothStart, options: MethodOptions): Choice;
}

/** A cloth at its start, as a choice of method sees it. */
export interface ClothStart {
  readonly cloth: Cloth;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly environment: Environment;
  /** The particles that are held. */
  readonly held: Uint32Array;
  /** [s] */
  readonly timestep: number;
  /** Whether there are bodies or cloth that it can touch. */
  readonly touches: boolean;
}

/** A method with those of its options that differ from their defaults, the cost that is expected a step [ns] and the error, as a share of the motion. */
export interface Choice {
  readonly method: Method;
  readonly settings: Readonly<Record<string, OptionValue>>;
  readonly cost: number;
  readonly error: number;
}

export interface OptionInfo {
  readonly name: string;
  readonly summary: string;
  readonly kind: "number" | "integer" | "choice" | "boolean";
  readonly unit: string;
  readonly default: OptionValue;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** A slider should move in factors, not in equal steps. */
  readonly logarithmic?: boolean;
}

export type OptionValue = number | string | boolean;
/** Every option of the method, validated and with its defaults filled in. */
export type MethodOptions = Readonly<Record<string, OptionValue>>;
