import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContactList } from "../../src/collision/contact-list.ts";
import { createRandom } from "../../src/core/random.ts";

/** β of a point at random weights over a triangle, and a unit normal. */
function randomFeature(random: () => number): Float64Array {
  const w = [random() + 0.05, random() + 0.05, random() + 0.05];
  const sum = w[0] + w[1] + w[2];
  const n = [random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.hypot(...n);
  return Float64Array.of(-w[0] / sum, -w[1] / sum, -w[2] / sum, 1, ...n.map((c) => c / length));
}

function relative(feature: Float64Array, vertices: readonly number[], v: Float64Array): number[] {
  return [0, 1, 2].map((c) => vertices.reduce((sum, i, k) => sum + feature[k] * v[3 * i + c], 0));
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe("one contact", () => {
  test("stops what approaches, lets go what parts, and keeps the momentum", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 2, noNaN: true }), (seed, friction) => {
        const random = createRandom(seed);
        const inverseMass = Float64Array.from({ length: 4 }, () => 0.5 + 4 * random());
        const v = Float64Array.from({ length: 12 }, () => 4 * random() - 2);
        const before = v.slice();
        const feature = randomFeature(random);
        const vertices = [0, 1, 2, 3];
        const normal = feature.subarray(4, 7);
        const list = createContactList();
        list.add(0, 1, 2, 3, feature, Float64Array.of(0, friction));
        list.solve(inverseMass, 50, v);
        const u = relative(feature, vertices, before);
        const w = relative(feature, vertices, v);
        const approach = dot(normal, u);
        if (approach >= 0) expect(v).toEqual(before);
        else {
          expect(dot(normal, w)).toBeCloseTo(0, 10);
          // Coulomb: the tangential velocity shrinks by μ|Δv_n|, or to nothing, and never turns round
          const slip = (r: number[]): number => Math.hypot(...r.map((c, k) => c - dot(normal, r) * normal[k]));
          expect(slip(w)).toBeCloseTo(Math.max(0, slip(u) + friction * approach), 8);
        }
        for (let c = 0; c < 3; c++) {
          const momentum = (x: Float64Array): number =>
            vertices.reduce((sum, i) => sum + x[3 * i + c] / inverseMass[i], 0);
          expect(momentum(v)).toBeCloseTo(momentum(before), 11);
        }
      }),
    );
  });

  test("reaches the velocity it is given as limit, against something immovable too", () => {
    const inverseMass = Float64Array.of(0, 0, 0, 2);
    const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, 0);
    const list = createContactList();
    list.add(0, 1, 2, 3, Float64Array.of(-0.2, -0.3, -0.5, 1, 0, 1, 0), Float64Array.of(-0.5, 0));
    list.solve(inverseMass, 1, v);
    expect([...v]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.5, 0]);
  });

  test("between two immovable things does nothing", () => {
    const v = Float64Array.from({ length: 12 }, (_, c) => c);
    const before = v.slice();
    const list = createContactList();
    list.add(0, 1, 2, 3, Float64Array.of(-0.2, -0.3, -0.5, 1, 0, -1, 0), Float64Array.of(0, 1));
    list.solve(new Float64Array(4), 3, v);
    expect(v).toEqual(before);
  });
});

test("a pile of particles comes to rest on the ground, each carrying those above", () => {
  // particle k lies on particle k − 1, particle 0 is the ground
  const count = 6;
  const inverseMass = Float64Array.from({ length: count }, (_, k) => (k === 0 ? 0 : 1));
  const v = new Float64Array(3 * count);
  for (let k = 1; k < count; k++) v[3 * k + 1] = -1;
  const list = createContactList();
  for (let k = 1; k < count; k++) {
    list.add(k - 1, k, k, k, Float64Array.of(-1, 0, 0, 1, 0, 1, 0), Float64Array.of(0, 0.5));
  }
  list.solve(inverseMass, 400, v);
  for (let k = 1; k < count; k++) expect(Math.abs(v[3 * k + 1])).toBeLessThan(1e-6);
});
