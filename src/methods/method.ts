import type { ContactHandling, Pins } from "../core/constraints.ts";
import type { StageClock } from "../core/profile.ts";
import type { Slices } from "../core/slices.ts";
import type { StateArrays } from "../core/state.ts";
import type { StepContext } from "../core/step-context.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Membrane } from "../forces/catalog.ts";
import type { Environment } from "../forces/wind.ts";
import type { BeforeCut, SweepRows } from "../kernels/blocks/sweep-rows.ts";
import type { KernelModule } from "../kernels/module.ts";
import type { SymmetricMatrix } from "../linalg/symmetric-matrix.ts";

/** What a method may see. */
export interface Problem {
  readonly cloth: Cloth;
  readonly environment: Environment;
  readonly pins: Pins;
  /** Where the particles start [m]. */
  readonly start: Float64Array;
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
   * Proposes the state `step.h` seconds after `step.from`, into `step.next`, and writes nothing else of the step. Held particles have the
   * velocity prescribed for this step; they keep it and move by h times it. Allocates nothing. Where it is asked `again`, `next` is its last
   * proposal for the same step; sliders with their velocities, ties between surfaces and the forces of contact have changed since. A method that
   * iterates may start there.
   */
  propose(step: StepContext, report: SolveReport, again?: boolean): void;
  /**
   * What the next step depends on besides x and v; part of every snapshot. Empty for one-step methods. An array of 3 numbers a
   * particle holds one vector for each, one of 1 number a particle a number; others are the method's own.
   */
  readonly history: readonly Float64Array[];
  /** Those of them that are its own, whatever their length. */
  readonly ownHistory?: readonly Float64Array[];
  /**
   * It divides its steps of h seconds by itself. Where cloth can touch something it has these parts taken instead, for contact to look at each; the report is about all of them in the end.
   */
  divide?(report: SolveReport, h: number, take: (part: number) => void): void;
  /** Arrays of 3 numbers a particle that it needs not copy, for state and proposal, and what it can do with them; plain ones without. */
  readonly arrays?: StateArrays;
  /**
   * Goes on with a cloth that has lost some springs (indices into the springs of the cloth the solver was created for) and is
   * otherwise the same. A solver without it is created anew.
   */
  follow?(cloth: Cloth, removedSprings: Uint32Array): void;
  /** Whether kernels in WebAssembly take all steps of h seconds, where no surfaces meet and nothing is corrected inside the step. */
  staysInKernels?(h: number): boolean;
  /** Why steps of h seconds are taken in TypeScript though there are kernels that may be used; undefined where they are not. */
  leavesKernels?(h: number): string | undefined;
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
  /** Conjugate gradients ended because they came no further: the residual is as small as rounding lets it be. */
  stagnated: boolean;
  /** Substeps that a safety net caught (src/methods/two-level). */
  caught?: number;
  /** Threads that pins and bodies have left longer than their fabric's limit of strain allows; absent where there is no limit. */
  overstretched?: number;
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

/** What people read of a method, its options apart. */
export type MethodWords = Pick<MethodInfo, "title" | "summary" | "paper" | "equations">;

/** A method as scenes and steps know it. What people read of Drape's own is apart (method-words.ts): few pages show it. */
export interface Method extends Partial<MethodWords>, Omit<MethodInfo, keyof MethodWords | "options"> {
  readonly options: readonly OptionRule[];
  /** What it does with contacts in its own solve; without, it leaves them to the correction. */
  readonly contact?: ContactHandling;
  /** It takes Baraff's position correction, `StepContext.correction`, into its own solve. */
  readonly takesCorrection?: true;
  /** The forces of its membrane, where that is not the springs. */
  readonly membraneTerms?: Membrane;
  /** The order in which it would like a cloth's particles, old index of each new one, and its name as `Cloth.ordering`; any is fine without, or where it gives none. */
  orderParticles?(cloth: Cloth, options: MethodOptions): { readonly order: Uint32Array; readonly name: string } | undefined;
  create(problem: Problem, options: MethodOptions): Solver;
  /** The same in slices, for cloth that goes on meanwhile; absent where it takes no time. */
  prepare?(problem: Problem, options: MethodOptions): Slices<Solver>;
  /** For a method that stands for others: the one that takes its place in this cloth, before anything is created. */
  choose?(start: ClothStart, options: MethodOptions): Choice;
  /** The same, where the code of the one it chooses is loaded then. */
  loadChoice?(start: ClothStart, options: MethodOptions): Promise<Choice>;
  /** Loads the code of steps that kernels do not take, where that is not there from the start. */
  loadFallback?(): Promise<void>;
  /** Where it needs some of the kernels only, and so a page need not load all: those of conjugate gradients on blocks of springs, all with blocks, or those of linear models. */
  readonly kernels?: "springs" | "blocks" | "linear";
  /** The number of particles from which on its option `kernels: "auto"` means WebAssembly, where that is not the usual one. */
  readonly wasmFrom?: number;
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
  /** How often a method proposes a step at most; as often as contact asks for it where this is absent. */
  readonly proposals?: number | undefined;
  /** What gave way to a budget, in words; nothing did where this is absent. */
  readonly given?: string | undefined;
}

export interface OptionInfo {
  readonly name: string;
  readonly summary: string;
  readonly kind: "number" | "integer" | "choice" | "boolean" | "list";
  readonly unit: string;
  readonly default: OptionValue;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** A slider should move in factors, not in equal steps. */
  readonly logarithmic?: boolean;
  /** Of a list: what its entries are, what they are called together, and how many there may be. */
  readonly of?: { readonly kind: "number"; readonly min: number; readonly max: number };
  readonly things?: string;
  readonly most?: number;
}

/** An option as a method declares it: what people read of it may stand elsewhere. */
export type OptionRule = Omit<OptionInfo, "summary" | "unit"> & Partial<OptionInfo>;

export type OptionValue = number | string | boolean | readonly number[];
/** Every option of the method, validated and with its defaults filled in. */
export type MethodOptions = Readonly<Record<string, OptionValue>>;
