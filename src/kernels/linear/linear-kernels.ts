import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";

/** Three numbers a particle as kernels keep them, in an order and precision of their own. */
export type Vector = Float64Array | Float32Array;

/** A step of a linear model begins here: positions, velocities, positions predicted without Δv, b₀ and F_ext, as the cloth numbers them. */
export interface LinearStep {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly predicted: Float64Array;
  readonly momentum: Float64Array;
  readonly force: Float64Array;
  /** Whether b₀ + s F_ext is what it was in the step before. */
  readonly isSteady: boolean;
}

/**
 * Arithmetic of vectors. Numbers go in and out through `numbers`, because one that is handed to a function that is not inlined is
 * allocated: kernels leave theirs in numbers[RESULT] and read a factor from numbers[FACTOR].
 */
export interface VectorKernels {
  readonly numbers: Float64Array;
  readonly particleCount: number;
  /** Whether vectors are numbered as the cloth is. */
  readonly isNumberedAlike: boolean;
  createVector(): Vector;
  createVectors(count: number): Vectors;
  /** The memory of a vector as doubles, to be copied and put back. */
  bitsOf(vector: Vector): Float64Array;
  clearHeld(vector: Vector): void;
  /** result = a · b */
  computeDot(a: Vector, b: Vector): void;
  /** result = the largest |a| of any number */
  computeLargest(a: Vector): void;
  /** out = y + factor x; they may be the same */
  computeSum(x: Vector, y: Vector, out: Vector): void;
  /** step = to − from,   fall = before − after,   result = step · fall,   numbers[SQUARE] = after · after */
  takePair(from: Vector, to: Vector, before: Vector, after: Vector, step: Vector, fall: Vector): void;
  /** Its dots: the products of all its vectors with b. */
  computeDots(of: Vectors, b: Vector): void;
  /** out = y + the sum of all its vectors by its weights */
  combine(of: Vectors, y: Vector, out: Vector): void;
}

/** Several vectors that are used together: they go through memory once for all. */
export interface Vectors {
  readonly vectors: readonly Vector[];
  readonly dots: Float64Array;
  readonly weights: Float64Array;
}

/** Arithmetic of arrays as the cloth numbers them, in double precision; they are quickest with arrays that they have created. */
export interface ArrayKernels {
  readonly numbers: Float64Array;
  createArray(): Float64Array;
  /** result = 1 where all numbers are equal, else 0 */
  compareArrays(a: Float64Array, b: Float64Array): void;
  /** out = y + factor x */
  computeArraySum(x: Float64Array, y: Float64Array, out: Float64Array): void;
  /** The same of velocities and positions with which a step is about to begin. */
  predict(v: Float64Array, x: Float64Array, out: Float64Array): void;
  copyArray(from: Float64Array, to: Float64Array): void;
  /** result = the largest |a| of any number, Infinity where one is none */
  computeArrayLargest(a: Float64Array): void;
}

/** What a linear model computes with. The time stands in numbers[TIME], the effective step s in numbers[SECONDS]. */
export interface LinearKernels extends VectorKernels, ArrayKernels {
  /** A change of Φ below this fraction of it is rounding error. */
  readonly level: number;
  /** Before a step: whoever helps is called. */
  call(): void;
  begin(step: LinearStep): void;
  /** Takes over the numbers of the system's matrix, in slices; else the first step does. */
  takeMatrix?(): Slices<void>;
  /** The residual of the first step, towards targets along these positions; all further calls are about Δv = `from`. */
  computeFirstResidual(step: LinearStep, directions: Float64Array, out: Vector): void;
  /** The same towards targets that turn on as they turned from the places before, newest first, with a weight for each turn. */
  computeRotatedResidual(step: LinearStep, earlier: readonly Float64Array[], weights: readonly number[], out: Vector): void;
  /** r(Δv) into `out`, Φ into the result: after a first residual of the same step. */
  computeResidual(step: LinearStep, from: Vector, out: Vector): void;
  /** y = A⁻¹ b, which may be the same; or B b, 0 < B ≤ A⁻¹, where there is `subtractProduct` */
  solve(b: Vector, y: Vector): void;
  /** out −= A x over the free particles; x does not move held ones. */
  readonly subtractProduct?: ((x: Vector, out: Vector) => void) | undefined;
  /** v* = v + Δv,   x* = predicted + s Δv, as the cloth numbers them; result = what no number of them is larger than, Infinity where that is not known */
  move(step: LinearStep, deltaV: Vector, nextV: Float64Array, nextX: Float64Array): void;
  /** Goes on with a cloth that has lost some springs. */
  follow(cloth: Cloth): void;
  /** The correction on coarse hats, where it was asked for. */
  readonly hats?: HatKernels | undefined;
}

/** The true Hessian H of the moment on coarse hats P, beside the constant matrix A (src/methods/two-level). */
export interface HatKernels {
  /** The part of the matrix on hats that no position changes, a number for each of its pairs of hats, for effective steps of s and substeps of h seconds. */
  prepare(constant: Float64Array, s: number, h: number): void;
  /** PᵀHP where the step's first residual was computed; result = the root mean square of the springs' strain there, weighed by kL². */
  assemble(step: LinearStep): void;
  /** The same result where positions were predicted last, and nothing else. */
  measure(step: LinearStep): void;
  /** r += (A − H) e, e = P (PᵀHP)⁻¹ Pᵀ r, of what was assembled; e = 0 where it is not positive definite. */
  correct(step: LinearStep, residual: Vector): void;
  /** e of the last correction. */
  readonly correction: Vector;
  /** out += (A − H) y where positions were predicted last, without held particles. */
  addExcess(step: LinearStep, y: Vector, out: Vector): void;
}

export const RESULT = 0;
export const FACTOR = 1;
export const TIME = 2;
export const SECONDS = 3;
export const SQUARE = 4;
export const NUMBERS = 5;
