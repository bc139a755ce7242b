import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { createConstantSystem } from "../../src/solvers/constant-system.ts";
import { EDGE_MODEL } from "../../src/solvers/linear-edge.ts";
import {
  createPlainLinearKernels,
  FACTOR,
  type LinearKernels,
  type LinearKernelsSetup,
  type LinearStep,
  RESULT,
  SECONDS,
  type Vector,
} from "../../src/solvers/linear-kernels.ts";
import type { Pins } from "../../src/solvers/method.ts";
import { createWasmLinearKernels } from "../../src/solvers/wasm-linear-kernels.ts";
import type { KernelModule } from "../../src/wasm/module.ts";
import { requireKernels } from "./support.ts";

/** Single precision, and the sums of a few dozen numbers of it. */
const TOLERANCE = 4e-6;
let module: KernelModule;
beforeAll(async () => {
  module = await requireKernels();
});

interface Pair {
  readonly plain: LinearKernels;
  readonly wasm: LinearKernels;
  readonly size: number;
  readonly step: LinearStep;
  readonly directions: Float64Array;
  readonly random: () => number;
}

/** Both kinds of kernels for the same cloth in the same crumpled state. */
async function createPair(seed: number, columns: number, rows: number, springModel: string): Promise<Pair> {
  const random = createRandom(seed);
  const scene = parseScene({
    drape: 1,
    cloths: [
      {
        grid: { columns, rows, width: 0.02 * columns, height: 0.02 * rows },
        fabric: { base: "cotton", damping: 3 },
        springModel,
        damping: { relative: seed % 2 === 0 ? 0 : 5e-3 },
      },
    ],
  });
  const { cloth, environment, positions, sceneIndex } = await buildScene(scene, refuseMesh);
  const size = positions.length;
  const held = new Uint8Array(cloth.particleCount);
  held[0] = 1;
  held[Math.floor(random() * held.length)] = 1;
  const indices = Uint32Array.from(held.keys()).filter((i) => held[i] !== 0);
  const pins: Pins = { held, indices, count: indices.length };
  const forceOptions = { jacobian: "isotropic", bending: true } as const;
  const system = createConstantSystem(cloth, createForces(cloth, environment, forceOptions), pins, sceneIndex, {
    ordering: "auto",
    springs: true,
  });
  system.prepare(1 / 60, pins);
  const setup: LinearKernelsSetup = {
    cloth,
    environment,
    pins,
    model: EDGE_MODEL,
    forceOptions,
    bending: true,
    repeatsTargets: false,
    system,
  };
  const noise = (scale: number): Float64Array =>
    Float64Array.from({ length: size }, (_, c) => (held[Math.floor(c / 3)] === 0 ? scale * (2 * random() - 1) : 0));
  const moved = (scale: number): Float64Array => noise(scale).map((d, c) => positions[c] + d);
  const step: LinearStep = {
    x: moved(1e-3),
    v: noise(1),
    predicted: moved(2e-3),
    momentum: noise(1e-5),
    force: noise(1e-3),
    isSteady: false,
  };
  const pair = {
    plain: createPlainLinearKernels(setup),
    wasm: createWasmLinearKernels(setup, module, 1, true, true),
    size,
    step,
    directions: moved(2e-3),
    random,
  };
  for (const kernels of [pair.plain, pair.wasm]) {
    kernels.numbers[SECONDS] = 1 / 60;
    kernels.begin(step);
  }
  return pair;
}

/** A vector as the cloth numbers it. */
function read(kernels: LinearKernels, vector: Vector, size: number): Float64Array {
  const nothing = new Float64Array(size);
  const v = new Float64Array(size);
  const still = { x: nothing, v: nothing, predicted: nothing, momentum: nothing, force: nothing, isSteady: false };
  const seconds = kernels.numbers[SECONDS];
  kernels.begin(still);
  kernels.move(still, vector, v, new Float64Array(size));
  kernels.numbers[SECONDS] = seconds;
  return v;
}

/** The largest difference over the largest number. */
function difference(a: Float64Array, b: Float64Array): number {
  let most = 0;
  let apart = 0;
  for (let c = 0; c < a.length; c++) {
    most = Math.max(most, Math.abs(a[c]));
    apart = Math.max(apart, Math.abs(a[c] - b[c]));
  }
  return apart / most;
}

const cloths = fc.tuple(
  fc.integer({ min: 1, max: 1e9 }),
  fc.integer({ min: 2, max: 13 }),
  fc.integer({ min: 2, max: 13 }),
  fc.constantFrom("symmetric", "asymmetric"),
);
const check = (property: (pair: Pair) => void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(cloths, async ([seed, columns, rows, model]) =>
      property(await createPair(seed, columns, rows, model)),
    ),
    { numRuns: 25 },
  );

describe("WebAssembly and TypeScript agree to single precision", () => {
  test("on the residual of the first step", () =>
    check(({ plain, wasm, size, step, directions }) => {
      const [a, b] = [plain.createVector(), wasm.createVector()];
      plain.computeFirstResidual(step, directions, a);
      wasm.computeFirstResidual(step, directions, b);
      expect(difference(read(plain, a, size), read(wasm, b, size))).toBeLessThan(TOLERANCE);
    }));

  test("on the residual towards edges that turn on, some of which do not turn or have no length", () =>
    check(({ plain, wasm, size, step, directions }) => {
      const before = directions.slice();
      before.set(step.x.subarray(0, 9)); // the same edges as now
      if (size > 15) before.copyWithin(9, 12, 15);
      const [a, b] = [plain.createVector(), wasm.createVector()];
      plain.computeRotatedResidual(step, before, before, 1, a);
      wasm.computeRotatedResidual(step, before, before, 1, b);
      expect(difference(read(plain, a, size), read(wasm, b, size))).toBeLessThan(TOLERANCE);
    }));

  test("on the solution, from the residual they have found", () =>
    check(({ plain, wasm, size, step, directions }) => {
      const [a, b] = [plain.createVector(), wasm.createVector()];
      plain.computeFirstResidual(step, directions, a);
      wasm.computeFirstResidual(step, directions, b);
      const [x, y] = [plain.createVector(), wasm.createVector()];
      plain.solve(a, x);
      wasm.solve(b, y);
      expect(difference(read(plain, x, size), read(wasm, y, size))).toBeLessThan(3e-5);
    }));

  test("on the residual and the potential of any change of velocity, and on sums of vectors", () =>
    check(({ plain, wasm, size, step, directions }) => {
      const results = [plain, wasm].map((kernels) => {
        const vectors = Array.from({ length: 5 }, () => kernels.createVector());
        const [residual, deltaV, other, sum, apart] = vectors;
        const { numbers } = kernels;
        kernels.computeFirstResidual(step, directions, residual);
        kernels.solve(residual, deltaV);
        kernels.computeResidual(step, deltaV, other);
        const phi = numbers[RESULT];
        kernels.computeDot(residual, other);
        const dot = numbers[RESULT];
        kernels.computeLargest(other);
        const largest = numbers[RESULT];
        numbers[FACTOR] = 0.75;
        kernels.computeSum(residual, other, sum);
        kernels.addScaled(other, sum);
        kernels.computeDifference(sum, residual, apart);
        kernels.clearHeld(apart);
        kernels.computeDot(residual, residual);
        const scale = numbers[RESULT];
        return { phi, dot, largest, scale, vectors: [other, apart].map((vector) => read(kernels, vector, size)) };
      });
      const [a, b] = results;
      // all springs together: Φ is small where they cancel
      expect(Math.abs(a.phi - b.phi)).toBeLessThan(5 * TOLERANCE * (Math.abs(a.phi) + 1e-3));
      expect(Math.abs(a.dot - b.dot)).toBeLessThan(30 * TOLERANCE * Math.sqrt(a.scale * b.scale));
      expect(Math.abs(a.largest - b.largest)).toBeLessThan(100 * TOLERANCE * a.largest);
      a.vectors.forEach((vector, k) => {
        expect(difference(vector, b.vectors[k])).toBeLessThan(100 * TOLERANCE);
      });
    }));
});
