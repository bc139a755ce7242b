import fc from "fast-check";
import { expect, test } from "vitest";
import { invertSymmetric, SYMMETRIC_SIZE } from "../../src/core/mat3.ts";
import type { DenseMatrix } from "../support/dense.ts";

/** The packed numbers of B Bᵀ + ridge·I, which is positive definite. */
function definite(b: readonly number[], ridge: number): Float64Array {
  const entry = (i: number, j: number): number =>
    b[3 * i] * b[3 * j] + b[3 * i + 1] * b[3 * j + 1] + b[3 * i + 2] * b[3 * j + 2] + (i === j ? ridge : 0);
  return Float64Array.of(entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2));
}

function unpack([xx, xy, xz, yy, yz, zz]: Iterable<number>): DenseMatrix {
  return [Float64Array.of(xx, xy, xz), Float64Array.of(xy, yy, yz), Float64Array.of(xz, yz, zz)];
}

test("a diagonal matrix is inverted entry by entry", () => {
  const inverse = new Float64Array(SYMMETRIC_SIZE);
  invertSymmetric(Float64Array.of(2, 0, 0, 4, 0, 8), 0, inverse, 0);
  expect([...inverse].map((value) => value + 0)).toEqual([0.5, 0, 0, 0.25, 0, 0.125]); // −0 + 0 = 0
});

test("A A⁻¹ = I for positive definite matrices", () => {
  const coefficient = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(coefficient, { minLength: 9, maxLength: 9 }), fc.double({ min: 0.05, max: 1, noNaN: true }), (b, ridge) => {
      const packed = definite(b, ridge);
      const packedInverse = new Float64Array(SYMMETRIC_SIZE);
      invertSymmetric(packed, 0, packedInverse, 0);
      const A = unpack(packed);
      const inverse = unpack(packedInverse);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const product = A[i][0] * inverse[0][j] + A[i][1] * inverse[1][j] + A[i][2] * inverse[2][j];
          // the condition number is below 200
          expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-13);
        }
      }
    }),
  );
});

test("a block 10⁶ times as stiff along a spring as across it loses no more digits than its condition number says", () => {
  const direction = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: -1000, max: 1000 }))).filter((u) => Math.hypot(...u) > 0);
  fc.assert(
    fc.property(direction, (d) => {
      const u = d.map((c) => c / Math.hypot(...d));
      const stiff = 1e6;
      const packed = Float64Array.from(
        [0, 1, 2].flatMap((i) => [0, 1, 2].filter((j) => j >= i).map((j) => (i === j ? 1 : 0) + stiff * u[i] * u[j])),
      );
      const inverse = new Float64Array(SYMMETRIC_SIZE);
      invertSymmetric(packed, 0, inverse, 0);
      // (I + s u uᵀ)⁻¹ = I − s/(1 + s) u uᵀ
      const exact = [0, 1, 2].flatMap((i) =>
        [0, 1, 2].filter((j) => j >= i).map((j) => (i === j ? 1 : 0) - (stiff / (1 + stiff)) * u[i] * u[j]),
      );
      exact.forEach((value, c) => {
        expect(Math.abs(inverse[c] - value)).toBeLessThan(1e-8);
      });
    }),
  );
});

test("offsets pick one matrix of a packed row and leave the others alone", () => {
  const from = Float64Array.of(1, 0, 0, 1, 0, 1, 5, 0, 0, 5, 0, 5);
  const to = new Float64Array(12).fill(7);
  invertSymmetric(from, 6, to, 6);
  expect([...to].map((value) => value + 0)).toEqual([7, 7, 7, 7, 7, 7, 0.2, 0, 0, 0.2, 0, 0.2]);
});

test("a matrix may be inverted in place", () => {
  const A = definite([0.3, -0.2, 0.9, 0.5, 0.4, -0.1, 0.7, 0.6, 0.2], 0.1);
  const apart = new Float64Array(SYMMETRIC_SIZE);
  invertSymmetric(A, 0, apart, 0);
  invertSymmetric(A, 0, A, 0);
  expect([...A]).toEqual([...apart]);
});
