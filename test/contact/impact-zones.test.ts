import { describe, expect, test } from "vitest";
import { createImpactZones } from "../../src/contact/surfaces/impact-zones.ts";
import { createRandom } from "../../src/core/random.ts";

const COUNT = 12;

function cloud(seed: number): { x: Float64Array; v: Float64Array; inverseMass: Float64Array } {
  const random = createRandom(seed);
  return {
    x: Float64Array.from({ length: 3 * COUNT }, () => random()),
    v: Float64Array.from({ length: 3 * COUNT }, () => 2 * random() - 1),
    inverseMass: Float64Array.from({ length: COUNT }, () => 0.5 + random()),
  };
}

/** Linear and angular momentum of the first `count` vertices. */
function momenta(x: Float64Array, v: Float64Array, inverseMass: Float64Array, count: number): number[] {
  const sums = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [a, b, c] = x.subarray(3 * i, 3 * i + 3);
    const p = Array.from(v.subarray(3 * i, 3 * i + 3), (value) => value / inverseMass[i]);
    const parts = [...p, b * p[2] - c * p[1], c * p[0] - a * p[2], a * p[1] - b * p[0]];
    for (let k = 0; k < 6; k++) sums[k] += parts[k];
  }
  return sums;
}

describe("a zone", () => {
  test("moves as a rigid body with the momenta its vertices had, and leaves the others alone", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { x, v, inverseMass } = cloud(seed);
      const zones = createImpactZones(COUNT);
      expect(zones.join(0, 1, 2, 3)).toBe(true);
      expect(zones.join(3, 4, 5, 6)).toBe(true);
      expect(zones.join(0, 6, 5, 1)).toBe(false);
      expect(zones.join(0, 4, 6, 2)).toBe(false);
      expect([0, 4, 6, 7].map(zones.includes)).toEqual([true, true, true, false]);
      const before = v.slice();
      const kept = momenta(x, v, inverseMass, 7);
      zones.move(x, inverseMass, v);
      momenta(x, v, inverseMass, 7).forEach((value, k) => {
        expect(value).toBeCloseTo(kept[k], 11);
      });
      expect(v.subarray(21)).toEqual(before.subarray(21));
      // rigid: no distance changes at first
      for (let i = 0; i < 7; i++) {
        for (let j = 0; j < i; j++) {
          let rate = 0;
          for (let c = 0; c < 3; c++) rate += (x[3 * i + c] - x[3 * j + c]) * (v[3 * i + c] - v[3 * j + c]);
          expect(rate).toBeCloseTo(0, 11);
        }
      }
    }
  });

  test("lets go of what only sticks in it, and of nothing elsewhere", () => {
    const { inverseMass } = cloud(7);
    const sticking = new Float64Array(COUNT);
    for (const i of [1, 2, 9]) {
      sticking[i] = inverseMass[i];
      inverseMass[i] = 0;
    }
    inverseMass[3] = 0; // held
    const zones = createImpactZones(COUNT);
    zones.join(0, 1, 2, 3);
    expect(zones.free(3, sticking, inverseMass)).toBe(true);
    expect([1, 2].map((i) => inverseMass[i])).toEqual([sticking[1], sticking[2]]);
    expect([inverseMass[3], inverseMass[9]]).toEqual([0, 0]);
    expect(zones.free(0, sticking, inverseMass)).toBe(false);
  });

  test("goes with the immovable vertex it holds", () => {
    const { x, v, inverseMass } = cloud(5);
    inverseMass[2] = 0;
    v.set([0.1, 0.2, 0.3], 6);
    const zones = createImpactZones(COUNT);
    zones.join(0, 1, 2, 3);
    zones.move(x, inverseMass, v);
    for (const i of [0, 1, 2, 3]) expect([...v.subarray(3 * i, 3 * i + 3)]).toEqual([0.1, 0.2, 0.3]);
  });

  test("is forgotten by clear, however it was joined", () => {
    const { x, v, inverseMass } = cloud(7);
    const zones = createImpactZones(COUNT);
    zones.join(5, 7, 7, 7);
    zones.join(3, 5, 9, 1);
    zones.join(0, 3, 11, 11);
    zones.clear();
    const before = v.slice();
    zones.move(x, inverseMass, v);
    expect(v).toEqual(before);
    for (let i = 1; i < COUNT; i++) expect(zones.join(0, i, i, i)).toBe(true);
  });
});
