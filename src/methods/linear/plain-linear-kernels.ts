import type { Pins } from "../../core/constraints.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { addForces, createForces, type ForceOptions, type Forces, findOtherTerms } from "../../forces/catalog.ts";
import { addHingeForces } from "../../forces/hinges.ts";
import type { Environment } from "../../forces/wind.ts";
import {
  FACTOR,
  type LinearKernels,
  type LinearStep,
  NUMBERS,
  RESULT,
  SECONDS,
  SQUARE,
  TIME,
  type VectorKernels,
} from "../../kernels/linear/linear-kernels.ts";
import type { FineSystem } from "./fine-system.ts";
import type { LinearMembrane, LinearModel } from "./linear-model.ts";

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
  readonly system: Pick<FineSystem, "solve" | "subtractProduct" | "planKernels">;
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
    computeRotatedResidual(step, earlier, weights, out) {
      membrane.computeRotatedTargets(step.x, earlier, weights);
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
    subtractProduct: system.subtractProduct && ((x, out) => system.subtractProduct?.(x as Float64Array, out as Float64Array)),
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
