import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContactList } from "../../src/contact/surfaces/contact-list.ts";
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
          const momentum = (x: Float64Array): number => vertices.reduce((sum, i) => sum + x[3 * i + c] / inverseMass[i], 0);
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

describe("friction beside what is settled", () => {
  /** A particle of 1 kg on the ground, y up; settled are N and the vector of friction. */
  function slide(
    settled: readonly [number, number, number, number],
    velocity: readonly [number, number, number],
    friction = 0.5,
    sweeps = 1,
  ): { v: number[]; impulses: number[] } {
    const v = Float64Array.of(0, 0, 0, ...velocity);
    const list = createContactList();
    list.add(0, 0, 0, 1, Float64Array.of(-1, 0, 0, 1, 0, 1, 0), Float64Array.of(0, friction));
    list.settled.set(settled);
    list.solve(Float64Array.of(0, 1), sweeps, v);
    return { v: [...v.subarray(3)], impulses: [...list.impulses.subarray(0, 4)] };
  }

  test("is not added by a large settled push alone: what slides on it slides on", () => {
    const { v, impulses } = slide([1000, 0, 0, 0], [0.3, 0, -0.4]);
    expect(v).toEqual([0.3, 0, -0.4]);
    expect(impulses.map(Math.abs)).toEqual([0, 0, 0, 0]);
  });

  test("is taken back where settled friction was too much, down to none", () => {
    // friction of 2 N s along −x has turned the particle round: a quarter of it is undone
    const { v, impulses } = slide([1000, -2, 0, 0], [-0.5, 0, 0]);
    expect(v[0]).toBeCloseTo(0, 14);
    expect(impulses[1]).toBeCloseTo(0.5, 14);
    // and never more than has the other sign and the same size
    expect(slide([1000, -2, 0, 0], [-7, 0, 0]).v[0]).toBeCloseTo(-3, 14);
  });

  test("that is settled is not surpassed without a push", () => {
    const { v, impulses } = slide([1000, -2, 0, 0], [0.5, 0, 0]);
    expect(v[0]).toBeCloseTo(0.5, 14);
    expect(impulses[1]).toBeCloseTo(0, 14);
  });

  test("grows by μ times the push that comes now, as far as Coulomb's cone of both allows", () => {
    // the particle falls with 0.2 m/s: N grows by 0.2 and friction by 0.1
    expect(slide([1000, 0, 0, 0], [3, -0.2, 0]).v[0]).toBeCloseTo(2.9, 14);
    expect(slide([1000, -2, 0, 0], [3, -0.2, 0]).v[0]).toBeCloseTo(2.9, 14);
    // settled friction is at the cone of its push
    expect(slide([4, -2, 0, 0], [3, -0.2, 0]).v[0]).toBeCloseTo(2.9, 14);
    // or beyond it: then there is none to add, and some to give back
    const beyond = slide([4, -3, 0, 0], [3, -0.2, 0]);
    expect(beyond.impulses[1]).toBeCloseTo(3 - 2.1, 14);
    expect(slide([0, 0, 0, 0], [3, -0.2, 0]).v[0]).toBeCloseTo(2.9, 14);
  });

  test("stays in both bounds, turns nothing round that it did not turn before, and stops what it can", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 1.5, noNaN: true }), (seed, friction) => {
        const random = createRandom(seed);
        const push = 3 * random();
        const [angle, share] = [6.3 * random(), random()];
        const held = friction * push * share;
        const settled = [push, held * Math.cos(angle), 0, held * Math.sin(angle)] as const;
        const velocity = [2 * random() - 1, random() - 0.5, 2 * random() - 1] as const;
        const { v, impulses } = slide(settled, velocity, friction, 200);
        const added = Math.max(0, -velocity[1]);
        expect(impulses[0]).toBeCloseTo(added, 12);
        const total = Math.hypot(settled[1] + impulses[1], settled[3] + impulses[3]);
        const most = Math.min(friction * (push + added), held + friction * added);
        expect(total).toBeLessThanOrEqual(most + 1e-12);
        const slip = Math.hypot(v[0], v[2]);
        // it slides on only where friction does all it may, against the sliding
        if (slip > 1e-9) {
          expect(total).toBeCloseTo(most, 9);
          const along = (settled[1] + impulses[1]) * v[0] + (settled[3] + impulses[3]) * v[2];
          expect(along).toBeCloseTo(-total * slip, 9);
        }
      }),
    );
  });
});
