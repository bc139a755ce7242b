import type { Pins } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { type LinearKernels, type LinearStep, SECONDS, type Vector } from "../../src/kernels/linear/linear-kernels.ts";
import { createWasmLinearKernels } from "../../src/kernels/linear/wasm-linear-kernels.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { createConstantSystem } from "../../src/methods/linear/constant-system.ts";
import type { LinearModel } from "../../src/methods/linear/linear-model.ts";
import { createPlainLinearKernels, type LinearKernelsSetup } from "../../src/methods/linear/plain-linear-kernels.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";

/** There is room for so many pairs of L-BFGS. */
export const MOST_PAIRS = 11;

export interface LinearPair {
  readonly plain: LinearKernels;
  readonly wasm: LinearKernels;
  readonly size: number;
  readonly step: LinearStep;
  readonly directions: Float64Array;
  readonly random: () => number;
}

export interface LinearPairOptions {
  readonly seed: number;
  readonly columns: number;
  readonly rows: number;
  readonly springModel?: string;
  readonly repeatsTargets?: boolean;
}

/** Both kinds of kernels for the same cloth in the same crumpled state. */
export async function createLinearPair(
  module: KernelModule,
  model: LinearModel,
  { seed, columns, rows, springModel = "symmetric", repeatsTargets = false }: LinearPairOptions,
): Promise<LinearPair> {
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
  const membrane = model.membraneTerms;
  const forceOptions = { jacobian: "isotropic", triangleJacobian: "isotropic", membrane, bending: true } as const;
  const forces = createForces(cloth, environment, forceOptions);
  const system = createConstantSystem(cloth, forces, pins, sceneIndex, {
    ordering: "auto",
    springs: membrane === undefined,
  });
  system.prepare(1 / 60, pins);
  const setup: LinearKernelsSetup = {
    cloth,
    environment,
    pins,
    model,
    forces,
    forceOptions,
    bending: true,
    repeatsTargets,
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
    wasm: createWasmLinearKernels(setup, module, { memory: MOST_PAIRS, isRepeated: true, turns: true }),
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
export function readVector(kernels: LinearKernels, vector: Vector, size: number): Float64Array {
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
export function difference(a: Float64Array, b: Float64Array): number {
  let most = 0;
  let apart = 0;
  for (let c = 0; c < a.length; c++) {
    most = Math.max(most, Math.abs(a[c]));
    apart = Math.max(apart, Math.abs(a[c] - b[c]));
  }
  return apart / most;
}
