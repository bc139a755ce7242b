import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ROTATION_WEIGHTS } from "../../src/forces/inertial-rotation.ts";
import { FACTOR, RESULT, SQUARE } from "../../src/kernels/linear/linear-kernels.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { EDGE_MODEL } from "../../src/methods/linear-edge.ts";
import { createLinearPair, difference, type LinearPair, MOST_PAIRS, readVector as read } from "./linear-pair.ts";
import { requireKernels } from "./support.ts";

/** Single precision, and the sums of a few dozen numbers of it. */
const TOLERANCE = 4e-6;
let module: KernelModule;
beforeAll(async () => {
  module = await requireKernels();
});

const cloths = fc.tuple(
  fc.integer({ min: 1, max: 1e9 }),
  fc.integer({ min: 2, max: 13 }),
  fc.integer({ min: 2, max: 13 }),
  fc.constantFrom("symmetric", "asymmetric"),
);
const check = (property: (pair: LinearPair) => void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(cloths, async ([seed, columns, rows, springModel]) =>
      property(await createLinearPair(module, EDGE_MODEL, { seed, columns, rows, springModel })),
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

  test.each([1, 2] as const)(
    "on the residual towards edges that turn on by order %i, some of which do not turn or have no length",
    (order) =>
      check(({ plain, wasm, size, step, directions, random }) => {
        const before = directions.slice();
        const beforeThat = before.map((value) => value + 2e-3 * (random() - 0.5));
        before.set(step.x.subarray(0, 9)); // the same edges as now
        if (size > 15) before.copyWithin(9, 12, 15);
        const [a, b] = [plain.createVector(), wasm.createVector()];
        plain.computeRotatedResidual(step, [before, beforeThat], ROTATION_WEIGHTS[order - 1], a);
        wasm.computeRotatedResidual(step, [before, beforeThat], ROTATION_WEIGHTS[order - 1], b);
        expect(difference(read(plain, a, size), read(wasm, b, size))).toBeLessThan(order === 1 ? TOLERANCE : 5 * TOLERANCE);
      }),
  );

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
        const vectors = Array.from({ length: 4 }, () => kernels.createVector());
        const [residual, deltaV, other, sum] = vectors;
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
        kernels.computeSum(other, sum, sum);
        kernels.clearHeld(sum);
        kernels.computeDot(residual, residual);
        const scale = numbers[RESULT];
        return { phi, dot, largest, scale, vectors: [other, sum].map((vector) => read(kernels, vector, size)) };
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

  test("on the pairs of L-BFGS, however many: what is kept of them, their products with a vector and their sums", () =>
    check(({ plain, wasm, size, step, directions, random }) => {
      const count = 1 + Math.floor(MOST_PAIRS * random());
      const turned = directions.map((value) => value + 1e-3 * (random() - 0.5));
      const weights = Array.from({ length: count }, () => 2 * random() - 1);
      const [a, b] = [plain, wasm].map((kernels) => {
        const { numbers } = kernels;
        const [from, to, before, after, out] = Array.from({ length: 5 }, () => kernels.createVector());
        kernels.computeFirstResidual(step, directions, from);
        kernels.computeFirstResidual(step, turned, after);
        const [steps, falls] = [kernels.createVectors(count), kernels.createVectors(count)];
        const squares: number[] = [];
        weights.forEach((weight, k) => {
          numbers[FACTOR] = weight;
          kernels.computeSum(after, from, to);
          kernels.computeSum(from, after, before);
          kernels.takePair(from, to, before, after, steps.vectors[k], falls.vectors[k]);
          squares.push(numbers[RESULT], numbers[SQUARE]);
        });
        kernels.computeDots(steps, after);
        kernels.computeDots(falls, from);
        falls.weights.set(weights);
        kernels.combine(falls, from, out);
        return { numbers: [...squares, ...steps.dots, ...falls.dots], out: read(kernels, out, size) };
      });
      const scale = Math.max(...a.numbers.map(Math.abs));
      const apart = a.numbers.map((value, k) => Math.abs(value - b.numbers[k]));
      expect(Math.max(...apart)).toBeLessThan(30 * TOLERANCE * scale);
      expect(difference(a.out, b.out)).toBeLessThan(30 * TOLERANCE);
    }));
});
