import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ROTATION_WEIGHTS } from "../../src/forces/inertial-rotation.ts";
import { FACTOR, RESULT } from "../../src/kernels/linear/linear-kernels.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { triangleModel } from "../../src/methods/linear-triangle.ts";
import { createLinearPair, difference, type LinearPair, readVector } from "./linear-pair.ts";
import { requireKernels } from "./support.ts";

/** Single precision, and the sums of a few dozen numbers of it: more of them than for edges. */
const TOLERANCE = 1e-5;
let module: KernelModule;
beforeAll(async () => {
  module = await requireKernels();
});

const cloths = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 13 }), fc.integer({ min: 2, max: 13 }), fc.boolean());
/** With shear targets that are derived, and repeated so, or their own. */
const check = (property: (pair: LinearPair, isDerived: boolean) => void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(cloths, async ([seed, columns, rows, derived]) =>
      property(await createLinearPair(module, triangleModel(derived), { seed, columns, rows, repeatsTargets: derived }), derived),
    ),
    { numRuns: 25 },
  );

describe("triangles in WebAssembly and in TypeScript agree to single precision", () => {
  test("on the residual of the first step, towards targets elsewhere or where the corners are", () =>
    check(({ plain, wasm, size, step, directions }) => {
      const [a, b] = [plain, wasm].map((kernels) =>
        [directions, step.predicted]
          .map((to) => {
            const residual = kernels.createVector();
            kernels.computeFirstResidual(step, to, residual);
            return residual;
          })
          .map((residual) => readVector(kernels, residual, size)),
      );
      expect(difference(a[0], b[0])).toBeLessThan(TOLERANCE);
      expect(difference(a[1], b[1])).toBeLessThan(TOLERANCE);
    }));

  test.each([1, 2] as const)("on the residual towards axes that turn on by order %i, some of which do not turn", (order) =>
    check(({ plain, wasm, size, step, directions, random }) => {
      const before = directions.slice();
      before.set(step.x.subarray(0, 12));
      const beforeThat = before.map((value) => value + 2e-3 * (random() - 0.5));
      const [a, b] = [plain.createVector(), wasm.createVector()];
      plain.computeRotatedResidual(step, [before, beforeThat], ROTATION_WEIGHTS[order - 1], a);
      wasm.computeRotatedResidual(step, [before, beforeThat], ROTATION_WEIGHTS[order - 1], b);
      expect(difference(readVector(plain, a, size), readVector(wasm, b, size))).toBeLessThan(TOLERANCE);
    }),
  );

  test("on the solution, and on the residual and the potential of any change of velocity", () =>
    check(({ plain, wasm, size, step, directions }, isDerived) => {
      const [a, b] = [plain, wasm].map((kernels) => {
        const [residual, deltaV, other] = Array.from({ length: 3 }, () => kernels.createVector());
        const { numbers } = kernels;
        kernels.computeFirstResidual(step, directions, residual);
        kernels.solve(residual, deltaV);
        numbers[FACTOR] = 0.25;
        kernels.computeSum(residual, deltaV, deltaV);
        kernels.computeResidual(step, deltaV, other);
        const phi = numbers[RESULT];
        return { phi, vectors: [deltaV, other].map((vector) => readVector(kernels, vector, size)) };
      });
      if (!isDerived) expect(Math.abs(a.phi - b.phi)).toBeLessThan(5 * TOLERANCE * (Math.abs(a.phi) + 1e-3));
      expect(difference(a.vectors[0], b.vectors[0])).toBeLessThan(3e-5);
      expect(difference(a.vectors[1], b.vectors[1])).toBeLessThan(100 * TOLERANCE);
    }));
});
