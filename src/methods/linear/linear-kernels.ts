import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { addForces, createForces, type ForceOptions, type Forces, findOtherTerms } from "../../forces/catalog.ts";
import { addHingeForces } from "../../forces/hinges.ts";
import type { Environment } from "../../forces/wind.ts";
import type { Pins } from "../method.ts";
import type { ConstantSystem } from "./constant-system.ts";
import type { LinearMembrane, LinearModel } from "./linear-model.ts";

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
  /** y += factor x */
  addScaled(x: Vector, y: Vector): void;
  /** out = y + factor x */
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
  /** Takes over the numbers of the system's factor, in slices; else the first step does. */
  takeFactor?(): Slices<void>;
  /** The residual of the first step, towards targets along these positions; all further calls are about Δv = `from`. */
  computeFirstResidual(step: LinearStep, directions: Float64Array, out: Vector): void;
  /** The same towards targets that turn on as from `beforeX` to `previousX` to x. */
  computeRotatedResidual(step: LinearStep, previousX: Float64Array, beforeX: Float64Array, order: 1 | 2, out: Vector): void;
  /** r(Δv) into `out`, Φ into the result: after a first residual of the same step. */
  computeResidual(step: LinearStep, from: Vector, out: Vector): void;
  /** y = A⁻¹ b, which may be the same */
  solve(b: Vector, y: Vector): void;
  /** v* = v + Δv,   x* = predicted + s Δv, as the cloth numbers them; result = what no number of them is larger than, Infinity where that is not known */
  move(step: LinearStep, deltaV: Vector, nextV: Float64Array, nextX: Float64Array): void;
  /** Goes on with a cloth that has lost some springs. */
  follow(cloth: Cloth): void;
}

export const RESULT = 0;
export const FACTOR = 1;
export const TIME = 2;
export const SECONDS = 3;
export const SQUARE = 4;
export const NUMBERS = 5;

/** Vectors in double precision, as the cloth numbers them. */
export function createPlainVectors(particleCount: number, held: Uint8Array): VectorKernels {
  const size = 3 * particleCount;
  const numbers = new Float64Array(NUMBERS);
  return {
    numbers,
    particleCount,
    isNumberedAlike: true,
    createVector: () => new Float64Array(size),
    createVectors: (count) => ({
      vectors: Array.from({ length: count }, () => new Float64Array(size)),
      dots: new Float64Array(count),
      weights: new Float64Array(count),
    }),
    bitsOf: (vector) => vector as Float64Array,
    clearHeld(vector) {
      for (let i = 0; i < particleCount; i++) if (held[i] !== 0) vector.fill(0, 3 * i, 3 * i + 3);
    },
    computeDot(a, b) {
      let sum = 0;
      for (let c = 0; c < size; c++) sum += a[c] * b[c];
      numbers[RESULT] = sum;
    },
    computeLargest(a) {
      let most = 0;
      for (let c = 0; c < size; c++) most = Math.max(most, Math.abs(a[c]));
      numbers[RESULT] = most;
    },
    addScaled(x, y) {
      const factor = numbers[FACTOR];
      for (let c = 0; c < size; c++) y[c] += factor * x[c];
    },
    computeSum(x, y, out) {
      const factor = numbers[FACTOR];
      for (let c = 0; c < size; c++) out[c] = y[c] + factor * x[c];
    },
    takePair(from, to, before, after, step, fall) {
      let product = 0;
      let square = 0;
      for (let c = 0; c < size; c++) {
        step[c] = to[c] - from[c];
        fall[c] = before[c] - after[c];
        product += step[c] * fall[c];
        square += after[c] * after[c];
      }
      numbers[RESULT] = product;
      numbers[SQUARE] = square;
    },
    computeDots({ vectors, dots }, b) {
      for (let k = 0; k < vectors.length; k++) {
        const vector = vectors[k];
        let sum = 0;
        for (let c = 0; c < size; c++) sum += vector[c] * b[c];
        dots[k] = sum;
      }
    },
    combine({ vectors, weights }, y, out) {
      out.set(y);
      for (let k = 0; k < vectors.length; k++) {
        const vector = vectors[k];
        const weight = weights[k];
        for (let c = 0; c < size; c++) out[c] += weight * vector[c];
      }
    },
  };
}

export interface LinearKernelsSetup {
  readonly cloth: Cloth;
  readonly environment: Environment;
  readonly pins: Pins;
  readonly model: LinearModel;
  readonly forces: Forces;
  readonly forceOptions: ForceOptions;
  readonly bending: boolean;
  /** Repeated steps take their targets as the first does; else they follow the gradient of the energy. */
  readonly repeatsTargets: boolean;
  readonly system: ConstantSystem;
}

/** The kernels in TypeScript and double precision: what others are measured by. */
export function createPlainLinearKernels(setup: LinearKernelsSetup): LinearKernels {
  const { environment, pins, model, forceOptions, bending, repeatsTargets, system } = setup;
  let { cloth, forces } = setup;
  let others = findOtherTerms(forces).elastic;
  let membrane: LinearMembrane = model.createMembrane(cloth);
  const { particleCount } = cloth;
  const size = 3 * particleCount;
  const vectors = createPlainVectors(particleCount, pins.held);
  const { numbers } = vectors;
  const point = new Float64Array(size);
  const pointV = new Float64Array(size);
  const damping = new Float64Array(size);
  const potential = new Float64Array(1);
  const impulse = new Float64Array(size); // b₀ + s F_ext

  /** f ← b₀ + s (f + F_ext), and 0 on held particles. */
  function addImpulse(f: Float64Array): void {
    const s = numbers[SECONDS];
    for (let i = 0; i < particleCount; i++) {
      const free = pins.held[i] === 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) f[c] = free ? s * f[c] + impulse[c] : 0;
    }
  }

  function addFirstForces(step: LinearStep, out: Float64Array): void {
    out.fill(0);
    membrane.addForce(step.predicted, out);
    if (bending) addHingeForces(cloth.hinges, step.predicted, out);
    addForces(others, step.predicted, step.v, numbers[TIME], out);
    addForces(forces.damping, step.x, step.v, numbers[TIME], out);
    addImpulse(out);
  }

  function computeArraySum(x: Float64Array, y: Float64Array, out: Float64Array): void {
    const factor = numbers[FACTOR];
    for (let c = 0; c < size; c++) out[c] = y[c] + factor * x[c];
  }

  return {
    ...vectors,
    level: 1e-12,
    createArray: () => new Float64Array(size),
    compareArrays(a, b) {
      let c = 0;
      while (c < size && a[c] === b[c]) c++;
      numbers[RESULT] = c === size ? 1 : 0;
    },
    computeArraySum,
    predict: computeArraySum,
    copyArray: (from, to) => to.set(from),
    computeArrayLargest(a) {
      let most = 0;
      for (let c = 0; c < size; c++) {
        most = Math.max(most, Number.isNaN(a[c]) ? Number.POSITIVE_INFINITY : Math.abs(a[c]));
      }
      numbers[RESULT] = most;
    },
    call() {},
    begin({ momentum, force, isSteady }) {
      if (isSteady) return;
      const s = numbers[SECONDS];
      for (let c = 0; c < size; c++) impulse[c] = momentum[c] + s * force[c];
    },
    computeFirstResidual(step, directions, out) {
      membrane.computeTargets(directions);
      addFirstForces(step, out as Float64Array);
    },
    computeRotatedResidual(step, previousX, beforeX, order, out) {
      membrane.computeRotatedTargets(step.x, previousX, beforeX, order);
      addFirstForces(step, out as Float64Array);
    },
    computeResidual(step, vector, residual) {
      const from = vector as Float64Array;
      const out = residual as Float64Array;
      const { v, predicted } = step;
      const { mass } = cloth;
      const s = numbers[SECONDS];
      for (let c = 0; c < size; c++) {
        point[c] = predicted[c] + s * from[c];
        pointV[c] = v[c] + from[c];
      }
      out.fill(0);
      damping.fill(0);
      potential[0] = 0;
      if (repeatsTargets) {
        membrane.computeTargets(point);
        membrane.addForce(point, out);
        if (bending) addHingeForces(cloth.hinges, point, out);
        addForces(others, point, pointV, numbers[TIME], out);
      } else addForces(forces.elastic, point, pointV, numbers[TIME], out, potential);
      addForces(forces.damping, point, pointV, numbers[TIME], damping);
      let phi = potential[0];
      for (let i = 0; i < particleCount; i++) {
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          phi += from[c] * (0.5 * mass[i] * from[c] - impulse[c]) - 0.5 * s * pointV[c] * damping[c];
          out[c] += damping[c];
        }
      }
      addImpulse(out);
      for (let i = 0; i < particleCount; i++) {
        for (let c = 3 * i; c < 3 * i + 3; c++) out[c] -= mass[i] * from[c];
      }
      numbers[RESULT] = phi;
    },
    solve(b, y) {
      system.solve(b as Float64Array, y as Float64Array);
    },
    move({ v, predicted }, deltaV, nextV, nextX) {
      const s = numbers[SECONDS];
      for (let c = 0; c < size; c++) {
        nextV[c] = v[c] + deltaV[c];
        nextX[c] = predicted[c] + s * deltaV[c];
      }
      numbers[RESULT] = Number.POSITIVE_INFINITY;
    },
    follow(changed) {
      cloth = changed;
      forces = createForces(cloth, environment, forceOptions);
      others = findOtherTerms(forces).elastic;
      membrane = model.createMembrane(cloth);
    },
  };
}
