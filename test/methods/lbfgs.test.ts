import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import type { Vector } from "../../src/kernels/linear/linear-kernels.ts";
import { createLbfgs, type Lbfgs } from "../../src/methods/linear/lbfgs.ts";
import { createPlainVectors } from "../../src/methods/linear/plain-linear-kernels.ts";
import { type DenseMatrix, multiplyDense, solveDense, zeroMatrix } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";

const PARTICLES = 4;
const SIZE = 3 * PARTICLES;
const FREE = new Uint8Array(PARTICLES);
/** What the kernels see as held; set before each direction. */
const HELD = new Uint8Array(PARTICLES);

type Pair = { s: Float64Array; y: Float64Array };

function randomVector(random: () => number): Float64Array {
  return Float64Array.from({ length: SIZE }, () => 2 * random() - 1);
}

/** A positive definite matrix. */
function hessian(seed: number): DenseMatrix {
  const random = createRandom(seed);
  const A = zeroMatrix(SIZE);
  for (let i = 0; i < SIZE; i++) for (let j = 0; j < i; j++) A[i][j] = A[j][i] = 0.6 * (random() - 0.5);
  for (let i = 0; i < SIZE; i++) A[i][i] = 3 + 2 * random();
  return A;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, c) => sum + value * b[c], 0);
const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, c) => value - b[c]);

/** H₀ = ½ I, written as a solve. */
const halve = (b: Vector, y: Vector): void => y.set(b.map((value) => 0.5 * value));

/** H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ from ½ I, entry by entry. */
function bfgsMatrix(pairs: readonly Pair[]): DenseMatrix {
  let H = zeroMatrix(SIZE);
  H.forEach((row, i) => {
    row[i] = 0.5;
  });
  for (const { s, y } of pairs) {
    const rho = 1 / dot(s, y);
    const V = H.map((_, i) => Float64Array.from({ length: SIZE }, (_, j) => (i === j ? 1 : 0) - rho * s[i] * y[j]));
    const VH = V.map((row) => Float64Array.from({ length: SIZE }, (_, j) => row.reduce((sum, v, k) => sum + v * H[k][j], 0)));
    H = VH.map((row, i) => Float64Array.from({ length: SIZE }, (_, j) => dot(row, V[j]) + rho * s[i] * s[j]));
  }
  return H;
}

function direction(lbfgs: Lbfgs, r: Float64Array, held: Uint8Array = FREE): Float64Array {
  const d = new Float64Array(SIZE).fill(Number.NaN);
  HELD.set(held);
  lbfgs.start(r);
  lbfgs.computeDirection(r, halve, d);
  return d;
}

/** Takes in a step from one residual to another, whatever came before. */
function remember(lbfgs: Lbfgs, step: Float64Array, before: Float64Array, after: Float64Array): void {
  lbfgs.start(before);
  lbfgs.remember(new Float64Array(SIZE), step, before, after);
}

/** Feeds pairs with y = A s, and returns them. */
function feed(lbfgs: Lbfgs, count: number, seed: number): Pair[] {
  const random = createRandom(seed);
  const A = hessian(seed);
  return Array.from({ length: count }, () => {
    const s = randomVector(random);
    const y = multiplyDense(A, s);
    const before = randomVector(random);
    remember(lbfgs, s, before, minus(before, y));
    return { s, y };
  });
}

describe("the memory of L-BFGS", () => {
  it("applies the BFGS matrix of its last pairs, however many came before", () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 25 }), fc.nat({ max: 1e6 }));
    fc.assert(
      fc.property(cases, ([memory, count, seed]) => {
        const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), memory);
        lbfgs.begin(0.1);
        const pairs = feed(lbfgs, count, seed).slice(-memory);
        const r = randomVector(createRandom(seed + 1));
        expect(relativeDifference(direction(lbfgs, r), multiplyDense(bfgsMatrix(pairs), r))).toBeLessThan(1e-10);
      }),
    );
  });

  it("knows its newest pair exactly: H y = s", () => {
    const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), 5);
    lbfgs.begin(0.1);
    const pairs = feed(lbfgs, 8, 3);
    expect(relativeDifference(direction(lbfgs, pairs[7].y), pairs[7].s)).toBeLessThan(1e-13);
  });

  it("points downhill whatever it remembers", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), fc.integer({ min: 0, max: 20 }), (seed, count) => {
        const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), 6);
        lbfgs.begin(0.1);
        const random = createRandom(seed);
        for (let n = 0; n < count; n++) remember(lbfgs, randomVector(random), randomVector(random), randomVector(random));
        const r = randomVector(random);
        expect(dot(r, direction(lbfgs, r))).toBeGreaterThan(0);
      }),
    );
  });

  it("leaves out a pair along which the energy does not curve upwards, and only that", () => {
    const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), 3);
    lbfgs.begin(0.1);
    const pairs = feed(lbfgs, 5, 4);
    const s = randomVector(createRandom(9));
    remember(lbfgs, s, new Float64Array(SIZE), s); // y = −s; it takes the place of the oldest pair
    const r = randomVector(createRandom(10));
    expect(relativeDifference(direction(lbfgs, r), multiplyDense(bfgsMatrix(pairs.slice(-2)), r))).toBeLessThan(1e-10);
    const more = feed(lbfgs, 2, 5);
    const kept = [pairs[4], ...more];
    expect(relativeDifference(direction(lbfgs, r), multiplyDense(bfgsMatrix(kept), r))).toBeLessThan(1e-10);
  });

  it("does not move held particles", () => {
    const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), 4);
    lbfgs.begin(0.1);
    feed(lbfgs, 6, 6);
    const d = direction(lbfgs, randomVector(createRandom(7)), Uint8Array.of(0, 1, 0, 1));
    expect([...d.subarray(3, 6), ...d.subarray(9)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(d.subarray(0, 3).every((value) => value !== 0)).toBe(true);
  });

  it("outlives the time step, and is empty when the effective step is another", () => {
    const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), 4);
    lbfgs.begin(0.1);
    const pairs = feed(lbfgs, 6, 8).slice(-4);
    const r = randomVector(createRandom(11));
    lbfgs.begin(0.1);
    expect(relativeDifference(direction(lbfgs, r), multiplyDense(bfgsMatrix(pairs), r))).toBeLessThan(1e-10);
    lbfgs.begin(0.05);
    expect(direction(lbfgs, r)).toEqual(r.map((value) => 0.5 * value));
  });

  it("goes on bit for bit from its history", () => {
    const [one, other] = [createLbfgs(createPlainVectors(PARTICLES, HELD), 3), createLbfgs(createPlainVectors(PARTICLES, HELD), 3)];
    one.begin(0.1);
    feed(one, 5, 12);
    one.history.forEach((array, k) => {
      other.history[k].set(array);
    });
    for (const lbfgs of [one, other]) {
      lbfgs.begin(0.1);
      feed(lbfgs, 1, 13);
    }
    const r = randomVector(createRandom(14));
    expect(direction(other, r)).toEqual(direction(one, r));
  });

  it("finds the minimum of a quadratic function in as many steps as it has unknowns, with exact line searches", () => {
    const A = hessian(15);
    const b = randomVector(createRandom(16));
    const lbfgs = createLbfgs(createPlainVectors(PARTICLES, HELD), SIZE);
    lbfgs.begin(0.1);
    let x: Float64Array = new Float64Array(SIZE);
    let r: Float64Array = b.slice();
    HELD.set(FREE);
    lbfgs.start(r);
    for (let n = 0; n < SIZE; n++) {
      const d = new Float64Array(SIZE);
      lbfgs.computeDirection(r, halve, d);
      const length = dot(r, d) / dot(d, multiplyDense(A, d));
      const step = d.map((value) => length * value);
      const next = minus(r, multiplyDense(A, step));
      const to = x.map((value, c) => value + step[c]);
      lbfgs.remember(x, to, r, next); // as a solver does, which starts once
      x = to;
      r = next;
    }
    expect(relativeDifference(x, solveDense(A, b))).toBeLessThan(1e-10);
  });
});
