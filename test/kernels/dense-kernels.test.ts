import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { finish } from "../../src/core/slices.ts";
import { instantiateKernels } from "../../src/kernels/kernels.ts";
import { createDenseKernels } from "../../src/kernels/linear/dense-kernels.ts";
import { planSupernodalLayout } from "../../src/kernels/linear/supernodal-layout.ts";
import { createSupernodalSolve, supernodalSolveSize, vectorRows } from "../../src/kernels/linear/supernodal-solve.ts";
import { createKernelMemory, sizeOf } from "../../src/kernels/memory.ts";
import { computeOrdering } from "../../src/linalg/ordering.ts";
import { createSupernodalFactor } from "../../src/linalg/supernodal-factor.ts";
import { solveBackward, solveForward } from "../../src/linalg/supernodal-solve.ts";
import { findSupernodes, type Supernodes } from "../../src/linalg/supernodes.ts";
import { graphOfPattern, type SymmetricPattern } from "../../src/linalg/symmetric-matrix.ts";
import { repeats } from "../support/full.ts";
import { requireKernels } from "./support.ts";

/** A random connected graph of n vertices: some long chains, some dense parts, so that supernodes of all widths occur. */
function randomPattern(n: number, density: number, random: () => number): SymmetricPattern {
  const rows = Array.from({ length: n }, () => new Set<number>());
  for (let i = 1; i < n; i++) rows[Math.max(0, i - 1 - Math.floor(3 * random()))].add(i);
  for (let k = 0; k < density * n; k++) {
    const a = Math.floor(n * random());
    const b = Math.floor(n * random());
    if (a !== b) rows[Math.min(a, b)].add(Math.max(a, b));
  }
  const rowStart = new Uint32Array(n + 1);
  rows.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.size;
  });
  return { rowCount: n, rowStart, column: Uint32Array.from(rows.flatMap((row) => [...row].sort((a, b) => a - b))) };
}

interface Case {
  readonly structure: Supernodes;
  readonly diagonal: Float64Array;
  readonly offDiagonal: Float64Array;
  readonly random: () => number;
}

function randomCase(seed: number, n: number, density: number): Case {
  const random = createRandom(seed);
  const pattern = randomPattern(n, density, random);
  const graph = graphOfPattern(pattern);
  const structure = findSupernodes(pattern, graph, computeOrdering(graph, "minimum-degree").order);
  const diagonal = new Float64Array(n).fill(0.1);
  const offDiagonal = Float64Array.from(pattern.column, () => -random());
  for (let i = 0; i < n; i++) {
    for (let e = pattern.rowStart[i]; e < pattern.rowStart[i + 1]; e++) {
      diagonal[i] -= offDiagonal[e];
      diagonal[pattern.column[e]] -= offDiagonal[e];
    }
  }
  return { structure, diagonal, offDiagonal, random };
}

const cases = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 220 }), fc.constantFrom(0, 0.3, 1.5, 4));

test("the factor in WebAssembly is that in TypeScript, to rounding", async () => {
  const module = await requireKernels();
  fc.assert(
    fc.property(cases, ([seed, n, density]) => {
      const { structure, diagonal, offDiagonal } = randomCase(seed, n, density);
      const plain = createSupernodalFactor(structure);
      const wasm = createSupernodalFactor(structure, createDenseKernels(structure, module));
      plain.factor(diagonal, offDiagonal, 1);
      wasm.factor(diagonal, offDiagonal, 1);
      const scale = plain.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let k = 0; k < plain.values.length; k++) {
        expect(Math.abs(wasm.values[k] - plain.values[k])).toBeLessThan(1e-11 * scale);
      }
    }),
    { numRuns: repeats(60) },
  );
});

test("a matrix that is not positive definite is refused at the same row", async () => {
  const module = await requireKernels();
  const { structure, diagonal, offDiagonal } = randomCase(7, 60, 1.5);
  diagonal[31] = -1;
  const rows = [undefined, createDenseKernels(structure, module)].map((dense) => {
    try {
      createSupernodalFactor(structure, dense).factor(diagonal, offDiagonal, 1);
    } catch (error) {
      return (error as { row: number }).row;
    }
    return -1;
  });
  expect(rows[0]).toBeGreaterThanOrEqual(0);
  expect(rows[1]).toBe(rows[0]);
});

test("the solves in WebAssembly give what those in TypeScript give, to single precision", async () => {
  const module = await requireKernels();
  let widest = 0;
  let most = 0;
  fc.assert(
    fc.property(cases, ([seed, n, density]) => {
      const { structure, diagonal, offDiagonal, random } = randomCase(seed, n, density);
      const factor = createSupernodalFactor(structure);
      factor.factor(diagonal, offDiagonal, 1);
      const plan = planSupernodalLayout(structure);
      const memory = createKernelMemory(supernodalSolveSize(plan) + 2 * sizeOf(16 * vectorRows(plan)), module);
      const solve = createSupernodalSolve(plan, instantiateKernels(module, memory, "factorPanel"), memory);
      finish(solve.fill(factor.values));
      most = Math.max(most, plan.branches.length);
      const b = Float64Array.from({ length: 3 * n }, () => 2 * random() - 1);
      const [right, y] = [0, 1].map(() => memory.floats(4 * vectorRows(plan)));
      for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) right[4 * i + c] = b[3 * i + c];
      solve.solve(right, y);
      solveForward(structure, factor.values, b, factor.scratch);
      solveBackward(structure, factor.values, b, factor.scratch);
      const scale = b.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) expect(Math.abs(y[4 * i + c] - b[3 * i + c])).toBeLessThan(2e-5 * scale);
      }
      for (let k = 0; k < structure.count; k++) {
        widest = Math.max(widest, structure.firstColumn[k + 1] - structure.firstColumn[k]);
      }
    }),
    { numRuns: repeats(60) },
  );
  expect(widest).toBeGreaterThan(64); // supernodes that are solved in pieces were among them
  expect(most).toBeGreaterThan(3); // and trees with several branches
});
