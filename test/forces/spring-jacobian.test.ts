import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BEND, SHEAR, STRETCH } from "../../src/fabric/cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { JACOBIAN_MODELS, type JacobianModel, type SpringJacobianOptions } from "../../src/forces/spring-jacobian.ts";
import { springTerm } from "../../src/forces/springs.ts";
import { type DenseMatrix, selectDense, symmetricEigenvalues, zeroMatrix } from "../support/dense.ts";
import { relativeMatrixDifference } from "../support/finite-difference.ts";
import { termMatrix } from "../support/term-matrix.ts";

const k = 7;
const L = 1.5;
const DIRECTION = [2 / 7, -3 / 7, 6 / 7];

/** The stiffness block of one spring of length r along DIRECTION. */
function block(r: number, kind: number, options: Partial<SpringJacobianOptions>, asymmetric = false): DenseMatrix {
  const springs = createSpringList();
  springs.push(1, 0, L, k, kind); // from the higher index to the lower: any order is allowed
  const x = Float64Array.of(0, 0, 0, ...DIRECTION.map((u) => r * u));
  return selectDense(termMatrix(springTerm(springs.finish({ asymmetric }), options), x), [0, 1, 2]);
}

/** along · u uᵀ + across · (I − u uᵀ) */
function tensor(along: number, across: number): DenseMatrix {
  return DIRECTION.map((u, i) => Float64Array.from(DIRECTION, (w, j) => along * u * w + across * ((i === j ? 1 : 0) - u * w)));
}

/** The models as the papers write them, one line each, as stiffness along and across the spring. */
function written(model: JacobianModel, r: number, kind: number, alpha: number): DenseMatrix {
  const strong = kind !== BEND;
  const clamped = tensor(k, k * Math.max(0, 1 - L / r));
  if (model === "exact") return tensor(k, k * (1 - L / r));
  if (model === "projected") return tensor(k, 0);
  if (model === "isotropic") return tensor(k, k);
  if (model === "choi" && strong && r <= L) return zeroMatrix(3);
  if (model === "smoothed" && strong && r <= alpha * L) return zeroMatrix(3);
  if (model === "smoothed" && strong && r < L) return tensor((k * (r / L - alpha)) / (1 - alpha), 0);
  return clamped;
}

const gap = (a: DenseMatrix, b: DenseMatrix): number =>
  Math.max(...a.flatMap((row, i) => [...row.map((entry, j) => Math.abs(entry - b[i][j]))]));

describe("each model is its formula", () => {
  const kinds = fc.constantFrom(STRETCH, SHEAR, BEND);
  test.each(JACOBIAN_MODELS)("%s", (jacobian) => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 3, noNaN: true }), kinds, fc.constantFrom(0.5, 0.8), (r, kind, alpha) => {
        // absolute, since a block may fade out; the largest exact one is k·L/r = 210
        expect(gap(block(r, kind, { jacobian, alpha }), written(jacobian, r, kind, alpha))).toBeLessThan(1e-12);
      }),
    );
  });

  test("smoothed fades in from α = 0.8 and clamped is the default", () => {
    expect(block(1.3, STRETCH, { jacobian: "smoothed" })).toEqual(block(1.3, STRETCH, { jacobian: "smoothed", alpha: 0.8 }));
    expect(block(1, STRETCH, {})).toEqual(block(1, STRETCH, { jacobian: "clamped" }));
  });

  test("the tangent of an asymmetric spring is exact when stretched and zero when slack; a bend spring is never slack", () => {
    for (const jacobian of ["tangent", "tangent-clamped"] as const) {
      expect(gap(block(1.8, STRETCH, { jacobian }, true), written("exact", 1.8, STRETCH, 0))).toBeLessThan(1e-13);
      expect(block(1.5, STRETCH, { jacobian }, true)).toEqual(zeroMatrix(3));
      expect(block(0.9, SHEAR, { jacobian }, true)).toEqual(zeroMatrix(3));
    }
    expect(gap(block(0.9, BEND, { jacobian: "tangent" }, true), written("exact", 0.9, BEND, 0))).toBeLessThan(1e-13);
    expect(gap(block(0.9, BEND, { jacobian: "tangent-clamped" }, true), tensor(k, 0))).toBeLessThan(1e-13);
  });
});

describe("clamped is the positive semi-definite matrix nearest to exact", () => {
  test.each([0.4, 1, 1.49, 1.5, 1.51, 2.5])("at r = %d", (r) => {
    // C is the projection of E exactly when C ≥ 0, C − E ≥ 0 and C (C − E) = 0
    const C = block(r, STRETCH, { jacobian: "clamped" });
    const E = block(r, STRETCH, { jacobian: "exact" });
    const rest = C.map((row, i) => row.map((entry, j) => entry - E[i][j]));
    const product = C.map((row) => rest.map((_, j) => row.reduce((sum, entry, m) => sum + entry * rest[m][j], 0)));
    expect(symmetricEigenvalues(C)[0]).toBeGreaterThan(-1e-13);
    expect(symmetricEigenvalues(rest)[0]).toBeGreaterThan(-1e-13);
    expect(Math.max(...product.flat().map(Math.abs))).toBeLessThan(1e-12);
  });

  test("its eigenvalues are those of exact, with zero for the negative ones", () => {
    const exact = symmetricEigenvalues(block(1, STRETCH, { jacobian: "exact" }));
    const clamped = symmetricEigenvalues(block(1, STRETCH, { jacobian: "clamped" }));
    expect(exact[0]).toBeCloseTo(-k / 2, 12); // k (1 − L/r) twice, then k
    expect(exact[1]).toBeCloseTo(-k / 2, 12);
    [0, 0, k].forEach((value, n) => {
      expect(clamped[n]).toBeCloseTo(value, 12);
    });
  });
});

describe("continuity over the length", () => {
  const jump = (jacobian: JacobianModel, at: number, kind = STRETCH): number => {
    const before = block(at * (1 - 1e-9), kind, { jacobian });
    const after = block(at * (1 + 1e-9), kind, { jacobian });
    return symmetricEigenvalues(after.map((row, i) => row.map((entry, j) => entry - before[i][j])))[2];
  };

  test("smoothed has no jump at r = L nor at r = αL", () => {
    expect(jump("smoothed", L)).toBeLessThan(1e-7);
    expect(jump("smoothed", 0.8 * L)).toBeLessThan(1e-7);
  });

  test("choi jumps by k along the spring at r = L, for type 1 only", () => {
    expect(jump("choi", L)).toBeCloseTo(k, 6);
    expect(jump("choi", L, SHEAR)).toBeCloseTo(k, 6);
    expect(jump("choi", L, BEND)).toBeLessThan(1e-7);
  });

  test("at r = L itself smoothed is already k u uᵀ, so that a sheet at rest is stiff, and choi still zero", () => {
    expect(relativeMatrixDifference(block(L, STRETCH, { jacobian: "smoothed" }), tensor(k, 0))).toBeLessThan(1e-9);
    const springs = createSpringList();
    springs.push(0, 1, 2, k, STRETCH); // exactly at rest in floating point
    const x = Float64Array.of(0, 0, 0, 2, 0, 0);
    const along = (jacobian: JacobianModel): number => termMatrix(springTerm(springs.finish(), { jacobian }), x)[0][0];
    expect(along("smoothed")).toBe(k);
    expect(along("choi")).toBe(0);
    expect(along("clamped")).toBe(k);
  });
});

describe("a spring of length 0 has no direction", () => {
  const isotropic = [0, 1, 2].map((i) => Float64Array.from([0, 1, 2], (j) => (i === j ? k : 0)));

  test.each(["exact", "clamped", "projected", "isotropic", "tangent", "tangent-clamped"] as const)("%s is k I", (jacobian) => {
    expect(block(0, STRETCH, { jacobian })).toEqual(isotropic);
  });

  test.each(["choi", "smoothed"] as const)("%s is 0 for type 1 and k I for type 2", (jacobian) => {
    expect(block(0, STRETCH, { jacobian })).toEqual(zeroMatrix(3));
    expect(block(0, BEND, { jacobian })).toEqual(isotropic);
  });

  test("the tangent of an asymmetric spring is 0", () => {
    expect(block(0, STRETCH, { jacobian: "tangent" }, true)).toEqual(zeroMatrix(3));
    expect(block(0, BEND, { jacobian: "tangent" }, true)).toEqual(isotropic);
  });
});
