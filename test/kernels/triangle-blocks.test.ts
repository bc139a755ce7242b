import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Pins } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { SHEAR_MODELS } from "../../src/fabric/triangle-stiffness.ts";
import { addForces, createForces } from "../../src/forces/catalog.ts";
import { triangleTerms } from "../../src/forces/triangle-terms.ts";
import { createBlockKernels } from "../../src/kernels/blocks/block-kernels.ts";
import { planTriangleRows } from "../../src/kernels/blocks/triangle-rows.ts";
import { loadBlockKernels } from "../../src/kernels/core-kernels.ts";
import {
  DAMPING_SCALE,
  INVERSE_THETA,
  ITERATIONS,
  MAX_ITERATIONS,
  SECONDS,
  STIFFNESS_SCALE,
  TOLERANCE,
} from "../../src/kernels/layout/block-numbers.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import { createBlockPcg } from "../../src/linalg/block-pcg.ts";
import { createImplicitSystem } from "../../src/methods/implicit/implicit-system.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { difference } from "./linear-pair.ts";
import { requireKernels } from "./support.ts";

let module: KernelModule;
beforeAll(async () => {
  module = await requireKernels();
});

const H = 1 / 60;
const cloths = fc.record({
  seed: fc.integer({ min: 1, max: 1e9 }),
  columns: fc.integer({ min: 2, max: 13 }),
  rows: fc.integer({ min: 2, max: 13 }),
  shear: fc.constantFrom(...SHEAR_MODELS),
  relative: fc.constantFrom(0, 5e-3),
  bending: fc.boolean(),
});
type About = typeof cloths extends fc.Arbitrary<infer T> ? T : never;

/** A crumpled cloth of triangles, and how each kind of kernels solves its implicit step. */
async function createPair({ seed, columns, rows, shear, relative, bending }: About) {
  const random = createRandom(seed);
  const scene = parseScene({
    drape: 1,
    solver: { method: "triangle-implicit", shear },
    cloths: [
      {
        grid: { columns, rows, width: 0.02 * columns, height: 0.02 * rows },
        fabric: { base: "silk", damping: 3 },
        damping: { relative },
      },
    ],
  });
  const { cloth, environment, positions } = await buildScene(scene, refuseMesh);
  const n = cloth.particleCount;
  const held = new Uint8Array(n);
  held[Math.floor(random() * n)] = 1;
  const indices = Uint32Array.from(held.keys()).filter((i) => held[i] !== 0);
  const pins: Pins = { held, indices, count: indices.length };
  const noise = (scale: number): Float64Array =>
    Float64Array.from({ length: 3 * n }, (_, c) => (held[Math.floor(c / 3)] === 0 ? scale * (2 * random() - 1) : 0));
  const x = noise(2e-3).map((d, c) => positions[c] + d);
  const v = noise(1);
  const impulse = noise(1e-4);

  const forces = createForces(cloth, environment, { membrane: triangleTerms, shear, bending });
  const { matrix, assemble, addMass } = createImplicitSystem(cloth, forces, pins);
  const [rightSide, product] = [new Float64Array(3 * n), new Float64Array(3 * n)];
  addForces(forces.elastic, x, v, 0, rightSide);
  assemble(x, H, H * H);
  computeBlockProduct(matrix, v, product, new Float64Array(1));
  addMass();
  for (let c = 0; c < 3 * n; c++) {
    rightSide[c] = held[Math.floor(c / 3)] === 0 ? H * rightSide[c] - product[c] + impulse[c] : 0;
  }
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const kernels = createBlockKernels(
    {
      pins,
      forces,
      forceOptions: { bending },
      order,
      stiffest: 1e8,
      blockFloor: 0,
      isSolved: true,
      ...planTriangleRows(cloth, shear),
    },
    module,
  );
  return {
    /** Δv and the iterations it took, in TypeScript. */
    solvePlainly(tolerance: number, most: number): [Float64Array, number] {
      const [b, deltaV] = [rightSide.slice(), new Float64Array(3 * n)];
      const { iterations } = createBlockPcg(n).solve(matrix, b, indices, indices.length, tolerance, most, deltaV);
      return [deltaV, iterations];
    },
    /** ‖b − A Δv‖/‖b‖ over the free particles, in double precision. */
    residualOf(deltaV: Float64Array): number {
      computeBlockProduct(matrix, deltaV, product, new Float64Array(1));
      let [rest, whole] = [0, 0];
      for (let c = 0; c < 3 * n; c++) {
        if (held[Math.floor(c / 3)] === 0) rest += (rightSide[c] - product[c]) ** 2;
        whole += rightSide[c] ** 2;
      }
      return Math.sqrt(rest / whole);
    },
    solve(tolerance: number, most: number): [Float64Array, number] {
      const { numbers, deltaV } = kernels;
      numbers[SECONDS] = H;
      numbers[STIFFNESS_SCALE] = H * H;
      numbers[DAMPING_SCALE] = H;
      numbers[INVERSE_THETA] = 1;
      numbers[TOLERANCE] = tolerance;
      numbers[MAX_ITERATIONS] = most;
      kernels.impulse.set(impulse);
      kernels.begin(x, v);
      kernels.solve();
      kernels.read();
      return [deltaV.slice(), numbers[ITERATIONS]];
    },
  };
}

/** Enough for two chunks, which have triangles and edges in common. */
const MANY: About[] = SHEAR_MODELS.map((shear) => ({
  seed: 1,
  columns: 60,
  rows: 58,
  shear,
  relative: 5e-3,
  bending: true,
}));

describe("triangles in WebAssembly and in TypeScript agree", () => {
  test("on forces, diagonal blocks and a product: one iteration from 0", () =>
    fc.assert(
      fc.asyncProperty(cloths, async (about) => {
        const { solvePlainly, solve } = await createPair(about);
        const [[a], [b]] = [solvePlainly(1e-12, 1), solve(1e-12, 1)];
        expect(difference(a, b)).toBeLessThan(2e-3); // inverses of blocks that are stiff in a plane and soft across it
      }),
      { numRuns: 40, examples: MANY.map((about) => [about]) },
    ));

  test("on the solution: what is left of the right-hand side is 1e-5 of it, after not many more iterations", () =>
    fc.assert(
      fc.asyncProperty(cloths, async (about) => {
        const { solvePlainly, solve, residualOf } = await createPair(about);
        const [[, plainly], [deltaV, iterations]] = [solvePlainly(1e-5, 1000), solve(1e-5, 1000)];
        expect(residualOf(deltaV)).toBeLessThan(5e-5);
        expect(iterations).toBeLessThanOrEqual(5 + 1.7 * plainly); // single precision forgets directions sooner
      }),
      { numRuns: 40 },
    ));
});

test("the kernels of drape/core say that they know no triangles", async () => {
  module = (await loadBlockKernels()) as KernelModule;
  const about: About = { seed: 1, columns: 5, rows: 5, shear: "axes", relative: 0, bending: true };
  await expect(createPair(about)).rejects.toThrow(/loadAllKernels/);
});
