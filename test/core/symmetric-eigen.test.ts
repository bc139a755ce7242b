import fc from "fast-check";
import { expect, test } from "vitest";
import { computeSymmetricEigen } from "../../src/core/symmetric-eigen.ts";
import { symmetricEigenvalues } from "../support/dense.ts";

const entries = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 6, maxLength: 6 });

function expectEigen(packed: Float64Array): void {
  const [xx, xy, xz, yy, yz, zz] = packed;
  const A = [Float64Array.of(xx, xy, xz), Float64Array.of(xy, yy, yz), Float64Array.of(xz, yz, zz)];
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  computeSymmetricEigen(packed, values, vectors);
  const size = Math.max(...packed.map(Math.abs), Number.MIN_VALUE);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 3; i++) {
      const product = A[i][0] * vectors[k] + A[i][1] * vectors[3 + k] + A[i][2] * vectors[6 + k];
      expect(Math.abs(product - values[k] * vectors[3 * i + k])).toBeLessThanOrEqual(1e-14 * size);
      const dot = [0, 1, 2].reduce((sum, c) => sum + vectors[3 * c + k] * vectors[3 * c + i], 0);
      expect(Math.abs(dot - (i === k ? 1 : 0))).toBeLessThan(1e-14);
    }
  }
  const expected = symmetricEigenvalues(A);
  [...values]
    .sort((a, b) => a - b)
    .forEach((value, k) => {
      expect(Math.abs(value - expected[k])).toBeLessThanOrEqual(1e-13 * size);
    });
}

test("A v = λ v with orthonormal v, for any symmetric matrix and any size of its entries", () => {
  fc.assert(
    fc.property(entries, fc.constantFrom(1e-150, 1e-6, 1, 1e9, 1e150), (numbers, scale) => {
      expectEigen(Float64Array.from(numbers, (value) => value * scale));
    }),
  );
});

test("entries of very different size, equal eigenvalues, nothing at all", () => {
  expectEigen(Float64Array.of(1e12, 1, 1e-6, 1e6, 1e-3, 1e-9));
  expectEigen(Float64Array.of(2, 0, 0, 2, 0, 2));
  expectEigen(Float64Array.of(2, 1, 1, 2, 1, 2));
  expectEigen(new Float64Array(6));
});

test("the inertia of points on a line has one eigenvalue that rounds to nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 }), (d) => {
      const [x, y, z] = d;
      if (x === 0 && y === 0 && z === 0) return;
      const inertia = Float64Array.of(y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y);
      const values = new Float64Array(3);
      computeSymmetricEigen(inertia, values, new Float64Array(9));
      const [least, middle, most] = [...values].sort((a, b) => a - b);
      expect(Math.abs(least)).toBeLessThan(1e-14 * most);
      expect(middle / most).toBeCloseTo(1, 12);
    }),
  );
});
