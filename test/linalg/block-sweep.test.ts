import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invertSymmetric } from "../../src/core/mat3.ts";
import { createRandom } from "../../src/core/random.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { type BlockMatrix, buildBlockMatrix } from "../../src/linalg/block-matrix.ts";
import { type BlockRows, buildBlockRows, sweepBlockRows } from "../../src/linalg/block-sweep.ts";
import { colourGraph } from "../../src/mesh/colouring.ts";
import { createImplicitSystem } from "../../src/methods/implicit/implicit-system.ts";
import { assembleDense, solveDense } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { randomCloth } from "../support/random-cloth.ts";

interface System {
  readonly matrix: BlockMatrix;
  readonly rows: BlockRows;
  readonly inverse: Float64Array;
  readonly b: Float64Array;
  readonly held: Uint8Array;
  readonly v: Float64Array;
}

/** The implicit Euler system of a random tangle with hinges, relative damping and two held particles. */
function randomSystem(seed: number, particles = 12): System {
  const { cloth, positions, velocities } = randomCloth(seed, {
    particles,
    springs: 3 * particles,
    hinges: 4,
    relativeDamping: 0.3,
  });
  const environment = { gravity: new Float64Array(3), wind: undefined, seed: 1 };
  const { matrix, assemble, addMass } = createImplicitSystem(cloth, createForces(cloth, environment, { jacobian: "clamped" }));
  assemble(positions, 0.1, 0.01);
  addMass();
  const inverse = new Float64Array(6 * particles);
  for (let i = 0; i < particles; i++) invertSymmetric(matrix.diagonal, 6 * i, inverse, 6 * i);
  const random = createRandom(seed + 1);
  const b = Float64Array.from({ length: 3 * particles }, () => 2 * random() - 1);
  const held = new Uint8Array(particles);
  held[2] = held[particles - 1] = 1;
  return { matrix, rows: buildBlockRows(matrix), inverse, b, held, v: velocities };
}

function shuffled(count: number, seed: number): Uint32Array {
  const random = createRandom(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** One sweep on the full matrix: y_i ← A_ii⁻¹ (b_i − Σ_{j≠i} A_ij y_j), row after row. */
function plainSweep({ matrix, b, held }: System, order: Uint32Array, from: Float64Array, to: Float64Array): void {
  const A = assembleDense(matrix);
  for (const i of order) {
    if (held[i] !== 0) continue;
    const rest = [0, 1, 2].map((c) => {
      let sum = b[3 * i + c];
      for (let q = 0; q < from.length; q++) if (Math.floor(q / 3) !== i) sum -= A[3 * i + c][q] * from[q];
      return sum;
    });
    const block = [0, 1, 2].map((c) => A[3 * i + c].slice(3 * i, 3 * i + 3));
    to.set(solveDense(block, rest), 3 * i);
  }
}

function sweep(system: System, order: Uint32Array, first: number, last: number, from: Float64Array, to: Float64Array): void {
  const { matrix, rows, inverse, b, held } = system;
  sweepBlockRows(matrix, rows, inverse, b, held, order, first, last, from, to);
}

describe("buildBlockRows", () => {
  test("lists for each row its neighbours on both sides, with the slot they share", () => {
    const { matrix } = buildBlockMatrix(4, [Uint32Array.of(3, 0, 0, 2, 2, 1)]);
    const { start, neighbour, slot } = buildBlockRows(matrix);
    const row = (i: number): [number, number][] =>
      Array.from({ length: start[i + 1] - start[i] }, (_, k) => [neighbour[start[i] + k], slot[start[i] + k]]);
    // slots: 0–2, 0–3, 1–2
    expect([0, 1, 2, 3].map(row)).toEqual([
      [
        [2, 0],
        [3, 1],
      ],
      [[2, 2]],
      [
        [0, 0],
        [1, 2],
      ],
      [[0, 1]],
    ]);
  });
});

describe("sweepBlockRows", () => {
  test("in place is Gauss–Seidel in the order given; held rows stay", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e5 }), fc.boolean(), (seed, inIndexOrder) => {
        const system = randomSystem(seed);
        const order = inIndexOrder ? Uint32Array.from({ length: 12 }, (_, i) => i) : shuffled(12, seed);
        const fast = system.v.slice();
        const plain = system.v.slice();
        for (let n = 0; n < 3; n++) {
          sweep(system, order, 0, 12, fast, fast);
          plainSweep(system, order, plain, plain);
        }
        expect(relativeDifference(fast, plain)).toBeLessThan(1e-12);
        for (const i of [2, 11]) expect(fast.slice(3 * i, 3 * i + 3)).toEqual(system.v.slice(3 * i, 3 * i + 3));
      }),
      { numRuns: 40 },
    );
  });

  test("from one array into another is Jacobi, whatever the order", () => {
    const system = randomSystem(8);
    const order = shuffled(12, 3);
    const to = new Float64Array(36).fill(Number.NaN);
    const plain = system.v.slice();
    sweep(system, order, 0, 12, system.v, to);
    plainSweep(system, order, system.v, plain);
    expect(relativeDifference(to, plain)).toBeLessThan(1e-13);
    const other = new Float64Array(36);
    sweep(system, Uint32Array.from(order).reverse(), 0, 12, system.v, other);
    expect(other).toEqual(to);
  });

  test("comes to the solution of the free rows", () => {
    const system = randomSystem(9);
    const y = system.v.slice();
    for (let n = 0; n < 2000; n++) sweep(system, shuffled(12, n), 0, 12, y, y);
    const A = assembleDense(system.matrix);
    for (let c = 0; c < 36; c++) {
      if (system.held[Math.floor(c / 3)] !== 0) continue;
      expect(A[c].reduce((sum, value, q) => sum + value * y[q], 0)).toBeCloseTo(system.b[c], 11);
    }
  });

  test("colour by colour, any split of a colour into ranges, in any order, gives the same bits", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e5 }), (seed) => {
        const system = randomSystem(seed, 20);
        const { order, start } = colourGraph({ start: system.rows.start, neighbours: system.rows.neighbour });
        const whole = system.v.slice();
        sweep(system, order, 0, order.length, whole, whole);
        const random = createRandom(seed + 2);
        const split = system.v.slice();
        for (let c = 0; c + 1 < start.length; c++) {
          const ranges: [number, number][] = [];
          for (let first = start[c]; first < start[c + 1]; ) {
            const last = Math.min(start[c + 1], first + 1 + Math.floor(3 * random()));
            ranges.push([first, last]);
            first = last;
          }
          ranges.sort(() => random() - 0.5);
          for (const [first, last] of ranges) sweep(system, order, first, last, split, split);
        }
        expect(split).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});
