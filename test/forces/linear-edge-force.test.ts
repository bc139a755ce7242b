import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Springs } from "../../src/fabric/cloth.ts";
import { ROTATION_VECTORS, ROTATION_WEIGHTS } from "../../src/forces/inertial-rotation.ts";
import { addLinearEdgeForces, computeEdgeTargets, computeRotatedEdgeTargets } from "../../src/forces/linear-edge-force.ts";
import { addSpringForces } from "../../src/forces/spring-force.ts";
import { numericalJacobian, relativeDifference, relativeMatrixDifference } from "../support/finite-difference.ts";
import { randomCloth } from "../support/random-cloth.ts";

const seeds = fc.nat({ max: 1e6 });

/** One spring from particle 0 to particle 1. */
function oneSpring(restLength: number, asymmetric = false): Springs {
  return {
    count: 1,
    ends: Uint32Array.of(0, 1),
    restLength: Float64Array.of(restLength),
    stiffness: Float64Array.of(3),
    kind: Uint8Array.of(0),
    asymmetric: Uint8Array.of(asymmetric ? 1 : 0),
    relativeDamping: Float64Array.of(0),
  };
}

function straight(springs: Springs, directions: Float64Array): Float64Array {
  const targets = new Float64Array(3 * springs.count).fill(Number.NaN);
  computeEdgeTargets(springs, directions, targets);
  return targets;
}

function turned(springs: Springs, positions: Float64Array[], order: 1 | 2): Float64Array {
  const targets = new Float64Array(3 * springs.count).fill(Number.NaN);
  const [now, ...earlier] = positions;
  computeRotatedEdgeTargets(springs, now, earlier, ROTATION_WEIGHTS[order - 1], new Float64Array(ROTATION_VECTORS), targets);
  return targets;
}

function forceAt(springs: Springs, targets: Float64Array, x: Float64Array): Float64Array {
  const f = new Float64Array(x.length);
  addLinearEdgeForces(springs, targets, x, f);
  return f;
}

describe("the linear edge force", () => {
  it("is k (x_ij − x*_ij), by hand", () => {
    const springs = oneSpring(2);
    const targets = straight(springs, Float64Array.of(0, 0, 0, 0, 5, 0));
    expect([...targets]).toEqual([0, 2, 0]);
    const f = forceAt(springs, targets, Float64Array.of(1, 0, 0, 2, 3, 4));
    expect([...f]).toEqual([3 * 1, 3 * (3 - 2), 3 * 4, -3, -3, -12]);
  });

  it("is the springs' own force where the targets are taken, for both laws", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, asymmetric) => {
        const { cloth, positions } = randomCloth(seed, { asymmetric });
        const { springs } = cloth;
        const expected = new Float64Array(positions.length);
        addSpringForces(springs, positions, expected);
        const found = forceAt(springs, straight(springs, positions), positions);
        expect(relativeDifference(found, expected)).toBeLessThan(1e-13);
      }),
    );
  });

  it("is linear in x with the block k I of the springs, whatever the targets", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions, velocities } = randomCloth(seed, { particles: 5, springs: 8 });
        const { springs } = cloth;
        const targets = straight(springs, velocities); // anything
        const J = numericalJacobian((x) => forceAt(springs, targets, x), positions, 1);
        const expected = J.map((row) => row.map(() => 0));
        for (let s = 0; s < springs.count; s++) {
          const [i, j] = springs.ends.subarray(2 * s, 2 * s + 2);
          for (let c = 0; c < 3; c++) {
            expected[3 * i + c][3 * i + c] -= springs.stiffness[s];
            expected[3 * j + c][3 * j + c] -= springs.stiffness[s];
            expected[3 * i + c][3 * j + c] += springs.stiffness[s];
            expected[3 * j + c][3 * i + c] += springs.stiffness[s];
          }
        }
        expect(relativeMatrixDifference(J, expected)).toBeLessThan(1e-12);
      }),
    );
  });

  it("adds up to nothing", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions, velocities } = randomCloth(seed);
        const f = forceAt(cloth.springs, straight(cloth.springs, velocities), positions);
        const size = Math.max(...f.map(Math.abs));
        for (let c = 0; c < 3; c++) {
          const sum = f.filter((_, n) => n % 3 === c).reduce((a, b) => a + b, 0);
          expect(Math.abs(sum)).toBeLessThan(1e-13 * size);
        }
      }),
    );
  });
});

describe("a target", () => {
  it("has the rest length and the direction of the edge", () => {
    expect([...straight(oneSpring(0.5), Float64Array.of(1, 1, 1, 1, 1, 4))]).toEqual([0, 0, 0.5]);
  });

  it("of a spring that slackens is the edge itself while that is short, and so without force", () => {
    const springs = oneSpring(2, true);
    const short = Float64Array.of(0, 0, 0, 0.6, 0, 0.8);
    expect([...straight(springs, short)]).toEqual([0.6, 0, 0.8]);
    expect([...forceAt(springs, straight(springs, short), short)].every((f) => Math.abs(f) === 0)).toBe(true);
    expect([...straight(springs, Float64Array.of(0, 0, 0, 3, 0, 0))]).toEqual([2, 0, 0]);
    const still = [short, short, short];
    expect(relativeDifference(turned(springs, still, 1), [0.6, 0, 0.8])).toBeLessThan(1e-15);
    expect(relativeDifference(turned(springs, still, 2), [0.6, 0, 0.8])).toBeLessThan(1e-15);
  });

  it("of an edge without length is 0", () => {
    const nowhere = new Float64Array(6);
    expect([...straight(oneSpring(2), nowhere)]).toEqual([0, 0, 0]);
    for (const order of [1, 2] as const) {
      expect([...turned(oneSpring(2), [nowhere, nowhere, nowhere], order)].map(Math.abs)).toEqual([0, 0, 0]);
    }
  });
});

describe("the prediction of an edge that turns by θ each step", () => {
  /** The edge at the angle n θ, about an axis perpendicular to it, and carried along. */
  const edge = (n: number, theta: number): Float64Array => {
    const [c, s] = [Math.cos(n * theta), Math.sin(n * theta)];
    return Float64Array.of(n, 2 * n, -n, n + 0.6 * c, 2 * n + s, -n + 0.8 * c);
  };
  /** By how far a target is ahead of where the edge will be [rad]. */
  const error = (target: Float64Array, theta: number): number => {
    const [now, next] = [edge(0, theta), edge(1, theta)].map((x) => [0, 1, 2].map((c) => x[3 + c] - x[c]));
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const across = [0, 1, 0];
    const angle = (d: ArrayLike<number>): number => Math.atan2(dot(d, across), dot(d, now));
    return angle(target) - angle(next);
  };

  it.each([0.01, 0.1, 0.7, 1.5])("is exact with inertial edge rotation of either order, θ = %d", (theta) => {
    const positions = [edge(0, theta), edge(-1, theta), edge(-2, theta)];
    for (const order of [1, 2] as const) {
      const target = turned(oneSpring(2), positions, order);
      expect(Math.abs(error(target, theta))).toBeLessThan(1e-14);
      expect(Math.hypot(...target)).toBeCloseTo(2, 14);
    }
  });

  it("lags by θ with the previous direction, by θ³ with inertial vertex translation, and by less than θ⁴ at its order 2", () => {
    for (const theta of [0.02, 0.04]) {
      const [x, before, beforeThat] = [0, -1, -2].map((n) => edge(n, theta));
      const first = x.map((value, c) => 2 * value - before[c]);
      const second = first.map((value, c) => value + 0.5 * (x[c] - 2 * before[c] + beforeThat[c]));
      expect(error(straight(oneSpring(1), x), theta)).toBeCloseTo(-theta, 14);
      expect(error(straight(oneSpring(1), first), theta) / -(theta ** 3)).toBeCloseTo(1, 2);
      expect(Math.abs(error(straight(oneSpring(1), second), theta))).toBeLessThan(theta ** 4);
    }
  });

  it("of order 2 goes on with an angle that grows from step to step", () => {
    const at = (angle: number): Float64Array => Float64Array.of(0, 0, 0, Math.cos(angle), Math.sin(angle), 0);
    const target = turned(oneSpring(1), [at(0.5), at(0.2), at(0)], 2); // 0.2, 0.3, so 0.4 next
    expect(Math.atan2(target[1], target[0])).toBeCloseTo(0.9, 14);
  });
});
