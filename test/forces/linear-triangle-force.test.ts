import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeMotion } from "../../src/core/motion.ts";
import { ROTATION_VECTORS, ROTATION_WEIGHTS } from "../../src/forces/inertial-rotation.ts";
import {
  addLinearTriangleForces,
  computeRotatedTriangleTargets,
  computeTriangleTargets,
  TARGETS_PER_TRIANGLE,
} from "../../src/forces/linear-triangle-force.ts";
import { triangleAxesTerm } from "../../src/forces/triangle-axes.ts";
import { buildTriangleElements, type TriangleElements } from "../../src/forces/triangle-elements.ts";
import { numericalGradient, numericalJacobian, relativeDifference, relativeMatrixDifference } from "../support/finite-difference.ts";
import { randomTriangles } from "../support/random-triangles.ts";
import { largest, sumForces, termForce, termMatrix } from "../support/term-matrix.ts";

const seeds = fc.nat({ max: 1e9 });
const SHEARS: readonly [string, boolean][] = [
  ["derived", true],
  ["own", false],
];

function targetsAt(elements: TriangleElements, x: Float64Array, derivedShear: boolean): Float64Array {
  const targets = new Float64Array(TARGETS_PER_TRIANGLE * elements.count);
  computeTriangleTargets(elements, x, derivedShear, targets);
  return targets;
}

function force(elements: TriangleElements, targets: Float64Array, at: Float64Array): Float64Array {
  const f = new Float64Array(at.length);
  addLinearTriangleForces(elements, targets, at, f);
  return f;
}

/** The four axes of every triangle, each a list of three, with their √2 written out. */
function axesOf({ count, vertices, weights }: TriangleElements, x: Float64Array): number[][][] {
  return Array.from({ length: count }, (_, e) => {
    const [u, v] = [0, 3].map((o) =>
      [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, a) => sum + weights[6 * e + o + a] * x[3 * vertices[3 * e + a] + c], 0)),
    );
    return [u, v, u.map((value, c) => (value + v[c]) / Math.SQRT2), u.map((value, c) => (value - v[c]) / Math.SQRT2)];
  });
}

const unit = (a: number[]): number[] => a.map((value) => value / Math.hypot(...a));

/** [Choi13, eq. 4.9–4.14]: unit targets of the four axes. */
function expectedTargets(elements: TriangleElements, x: Float64Array, derivedShear: boolean): number[][][] {
  return axesOf(elements, x).map(([u, v, plus, minus]) => {
    const [a, b] = [unit(u), unit(v)];
    if (!derivedShear) return [a, b, unit(plus), unit(minus)];
    return [a, b, unit(a.map((value, c) => value + b[c])), unit(a.map((value, c) => value - b[c]))];
  });
}

describe.each(SHEARS)("with %s shear targets", (_, derivedShear) => {
  test("the force is minus the gradient of ½ Σ κ |S − S*|², the targets held fast", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomTriangles(seed);
        const elements = buildTriangleElements(cloth);
        const directions = positions.map((value, c) => value + 0.03 * Math.sin(5 * c));
        const stars = expectedTargets(elements, directions, derivedShear);
        const energy = (x: Float64Array): number =>
          axesOf(elements, x).reduce(
            (sum, axes, e) =>
              sum +
              axes.reduce((part, S, axis) => {
                const distance = Math.hypot(...S.map((value, c) => value - stars[e][axis][c]));
                return part + 0.5 * elements.stiffness[4 * e + axis] * distance ** 2;
              }, 0),
            0,
          );
        const f = force(elements, targetsAt(elements, directions, derivedShear), positions);
        expect(
          relativeDifference(
            f,
            numericalGradient((x) => -energy(x), positions, 1e-3),
          ),
        ).toBeLessThan(1e-8);
        expect(largest(sumForces(f))).toBeLessThan(1e-12 * largest(f));
      }),
      { numRuns: 15 },
    );
  });

  test("its matrix is the constant one: κ w w' I", () => {
    const { cloth, positions } = randomTriangles(2);
    const elements = buildTriangleElements(cloth);
    const targets = targetsAt(elements, positions, derivedShear);
    const measured = numericalJacobian((x) => force(elements, targets, x).map((value) => -value), positions, 0.1);
    const K = termMatrix(triangleAxesTerm(elements, { jacobian: "isotropic", shear: true }), positions);
    expect(relativeMatrixDifference(K, measured)).toBeLessThan(1e-12);
  });

  test("a flat sheet at rest, turned any way, feels nothing", () => {
    const { cloth } = randomTriangles(3);
    const elements = buildTriangleElements(cloth);
    const x = turned(cloth.material, 1.234);
    expect(largest(force(elements, targetsAt(elements, x, derivedShear), x))).toBeLessThan(1e-11);
  });

  test("on the unit triangle that nothing is 0 to the last bit", () => {
    const { elements, x } = unitTriangle();
    expect(largest(force(elements, targetsAt(elements, x, derivedShear), x))).toBe(0);
  });

  test("a sheet stretched by a half is pulled back; with the axes themselves for targets, as printed, it would not be", () => {
    const { cloth } = randomTriangles(4);
    const elements = buildTriangleElements(cloth);
    const x = turned(cloth.material, 0.4).map((value) => 1.5 * value);
    const targets = targetsAt(elements, x, derivedShear);
    const f = force(elements, targets, x);
    const inward = f.reduce((sum, value, c) => sum + value * x[c], 0);
    const area = elements.stiffness.reduce((sum, kappa) => sum + kappa, 0);
    expect(inward).toBeCloseTo(-area * 0.5 * 1.5, 10); // Σ f·x = −Σ κ (|S| − 1)|S|
    const printed = targets.map((value) => 1.5 * value);
    expect(largest(force(elements, printed, x))).toBeLessThan(1e-12 * largest(f));
  });

  test("an axis of no length has no target and no force", () => {
    const { elements } = unitTriangle();
    const point = Float64Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3);
    const targets = targetsAt(elements, point, derivedShear);
    expect(largest(targets)).toBe(0);
    expect(largest(force(elements, targets, point))).toBe(0);
  });

  test.each([1, 2] as const)("rotated targets of order %i are the axes of a sheet that turns on in its plane", (order) => {
    const { cloth } = randomTriangles(5);
    const elements = buildTriangleElements(cloth);
    const at = (n: number): Float64Array => turned(cloth.material, 0.3 + 0.17 * n).map((value) => 1.1 * value);
    const targets = rotatedTargets(elements, at(2), at(1), at(0), order, derivedShear);
    expect(relativeDifference(targets, targetsAt(elements, at(3), derivedShear))).toBeLessThan(1e-13);
    expect(relativeDifference(targets, targetsAt(elements, at(2), derivedShear))).toBeGreaterThan(0.1);
  });

  test.each([1, 2] as const)("rotated targets of order %i without motion are those of now", (order) => {
    const { cloth, positions } = randomTriangles(6);
    const elements = buildTriangleElements(cloth);
    const targets = rotatedTargets(elements, positions, positions, positions, order, derivedShear);
    expect(relativeDifference(targets, targetsAt(elements, positions, derivedShear))).toBeLessThan(1e-14);
  });
});

test("with its own directions and own shear targets the force is that of the true energy", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { cloth, positions } = randomTriangles(seed);
      const elements = buildTriangleElements(cloth);
      const term = triangleAxesTerm(elements, { jacobian: "clamped", shear: true });
      const f = force(elements, targetsAt(elements, positions, false), positions);
      expect(relativeDifference(f, termForce(term, positions))).toBeLessThan(1e-12);
    }),
    { numRuns: 20 },
  );
});

test("derived shear targets stand across each other, own ones only where nothing is sheared", () => {
  const { cloth, positions } = randomTriangles(7);
  const elements = buildTriangleElements(cloth);
  const across = (targets: Float64Array): number =>
    largest(
      Array.from({ length: elements.count }, (_, e) => {
        const o = TARGETS_PER_TRIANGLE * e;
        return [6, 7, 8].reduce((sum, c) => sum + targets[o + c] * targets[o + c + 3], 0);
      }),
    );
  expect(across(targetsAt(elements, positions, true))).toBeLessThan(1e-14);
  expect(across(targetsAt(elements, positions, false))).toBeGreaterThan(0.05);
});

function rotatedTargets(
  elements: TriangleElements,
  x: Float64Array,
  previousX: Float64Array,
  beforeX: Float64Array,
  order: 1 | 2,
  derivedShear: boolean,
): Float64Array {
  const targets = new Float64Array(TARGETS_PER_TRIANGLE * elements.count);
  const vectors = new Float64Array(ROTATION_VECTORS);
  computeRotatedTriangleTargets(elements, x, [previousX, beforeX], ROTATION_WEIGHTS[order - 1], derivedShear, vectors, targets);
  return targets;
}

function unitTriangle(): { elements: TriangleElements; x: Float64Array } {
  const elements = buildTriangleElements({
    ...randomTriangles(1).cloth,
    triangles: Uint32Array.of(0, 1, 2),
    material: Float64Array.of(0, 0, 1, 0, 0, 1),
    triangleStiffness: Float64Array.of(20, 40, 12, 16),
  });
  return { elements, x: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1) };
}

/** The flat sheet in a tilted plane, turned in it by an angle [rad]. */
function turned(material: Float64Array, angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const flat = new Float64Array((3 * material.length) / 2);
  for (let i = 0; i < material.length / 2; i++) {
    const [u, v] = material.subarray(2 * i, 2 * i + 2);
    flat.set([c * u - s * v, s * u + c * v, 0], 3 * i);
  }
  const x = new Float64Array(flat.length);
  const rotation = { axis: [0.6, 0, 0.8], center: [0, 0, 0], speed: 1 } as const;
  for (let i = 0; i < flat.length / 3; i++) computeMotion({ rotation }, 1, flat, i, x);
  return x;
}
