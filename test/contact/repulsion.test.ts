import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ContactList, createContactList, FRICTION, LIMIT, SCALARS } from "../../src/contact/surfaces/contact-list.ts";
import { createRepulsion, type RepulsionSpec } from "../../src/contact/surfaces/repulsion.ts";
import { createSimulation } from "../../src/index.ts";
import { cross, dot, minus, unit, type Vec } from "../support/plain-algebra.ts";
import { type Features, repelAsPrinted } from "../support/reference-repulsion.ts";

const H = 0.01;
const THICKNESS = 0.01;

/** One contact, as near-contacts would add it. */
function listOf({ weights, normal }: Features): ContactList {
  const contacts = createContactList();
  const terms = new Float64Array(2);
  terms[LIMIT] = 0;
  terms[FRICTION] = 0;
  contacts.add(0, 1, 2, 3, Float64Array.of(...weights, ...normal), terms);
  return contacts;
}

function repel(features: Features, spec: RepulsionSpec, contacts: ContactList = listOf(features)): Vec[] {
  const { x, v, masses, weights, normal } = features;
  const repulsion = createRepulsion(spec);
  repulsion.lack[0] = THICKNESS - x.reduce((total, one, i) => total + weights[i] * dot(one, normal), 0);
  repulsion.note(0);
  const velocities = Float64Array.from(v.flat());
  repulsion.apply(
    contacts,
    1,
    Float64Array.from(masses, (m) => 1 / m),
    H,
    velocities,
  );
  return v.map((_, i) => [...velocities.slice(3 * i, 3 * i + 3)]);
}

const speed = ({ weights, normal }: Features, v: readonly Vec[]): number =>
  v.reduce((total, one, i) => total + weights[i] * dot(one, normal), 0);

/** A point 6 mm above the middle of a triangle, at rest, all masses 1 kg: it lacks 4 mm. */
const POINT: Features = {
  x: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, -1],
    [1 / 3, 0.006, -1 / 3],
  ],
  v: [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  masses: [1, 1, 1, 1],
  weights: [-1 / 3, -1 / 3, -1 / 3, 1],
  normal: [0, 1, 0],
};

/** Two edges that cross at a quarter and in the middle, 6 mm apart. */
const EDGES: Features = {
  ...POINT,
  x: [
    [-0.25, 0, 0],
    [0.75, 0, 0],
    [0, 0.006, -0.5],
    [0, 0.006, 0.5],
  ],
  weights: [-0.75, -0.25, 0.5, 0.5],
};

describe.each([
  ["a point and a triangle", POINT],
  ["two edges", EDGES],
])("%s that lack 4 mm in steps of 10 ms", (_, features) => {
  test("part by a tenth of that in a step: exactly 0.04 m/s, where the spring is stiff enough", () => {
    expect(speed(features, repel(features, { stiffness: 1e5, cap: "corrected" }))).toBeCloseTo(0.04, 15);
  });

  test("part twice as fast by the printed cap", () => {
    expect(speed(features, repel(features, { stiffness: 1e5, cap: "printed" }))).toBeCloseTo(0.08, 15);
  });

  test("are pushed by 2hkd/Σβ² where the spring is soft: 80 µm/s at 1 N/m, whatever the weights", () => {
    for (const cap of ["corrected", "printed"] as const) {
      expect(speed(features, repel(features, { stiffness: 1, cap }))).toBeCloseTo(8e-5, 15);
    }
  });

  test("are left alone where they part fast enough", () => {
    const v = features.v.map((one, i) => (features.weights[i] > 0 ? [0, 0.05, 0] : one));
    expect(repel({ ...features, v }, { stiffness: 1e5, cap: "corrected" })).toEqual(v);
  });

  test("keep the speed that they got: it is the contact's limit from then on", () => {
    const contacts = listOf(features);
    repel(features, { stiffness: 1e5, cap: "corrected" }, contacts);
    expect(contacts.scalars[LIMIT]).toBeCloseTo(0.04, 15);
    expect(SCALARS).toBeGreaterThan(LIMIT);
  });
});

/** Four vertices near each other with random weights of either kind, and velocities. */
const anyFeatures = fc
  .record({
    isPoint: fc.boolean(),
    shares: fc.tuple(fc.double({ min: 0.05, max: 0.9, noNaN: true }), fc.double({ min: 0.05, max: 0.9, noNaN: true })),
    depth: fc.double({ min: -0.002, max: 0.009, noNaN: true }),
    directions: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
    v: fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 12, maxLength: 12 }),
    masses: fc.array(fc.double({ min: 0.001, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 }),
  })
  .filter(({ directions: d }) => dot(cross(d.slice(0, 3), d.slice(3)), cross(d.slice(0, 3), d.slice(3))) > 1e-3)
  .map(({ isPoint, shares: [a, b], depth, directions, v, masses }): Features => {
    const [p, q] = [directions.slice(0, 3), directions.slice(3)];
    const normal = unit(cross(p, q));
    const weights = isPoint ? [-a * (1 - b), -a * b, -(1 - a), 1] : [-(1 - a), -a, 1 - b, b];
    const gap = THICKNESS - depth;
    // the second feature lies `gap` along the normal above the first, which is at the origin
    const x = isPoint ? [p, q, [0, 0, 0]] : [p, minus([0, 0, 0], p)];
    const first = x.reduce((total, one, i) => total - weights[i] * dot(one, normal), 0);
    const raised = normal.map((value) => value * (first + gap));
    const all = isPoint ? [...x, raised] : [...x, raised.map((value, c) => value + q[c]), raised.map((value, c) => value - q[c])];
    return { x: all, v: [0, 1, 2, 3].map((i) => v.slice(3 * i, 3 * i + 3)), masses, weights, normal };
  });

test("agrees with the printed formulas for equal masses, corrected and as printed", () => {
  fc.assert(
    fc.property(anyFeatures, fc.double({ min: 0.01, max: 1e4, noNaN: true }), (features, stiffness) => {
      const equal = { ...features, masses: [0.02, 0.02, 0.02, 0.02] };
      for (const [cap, share] of [
        ["corrected", 0.5],
        ["printed", 1],
      ] as const) {
        const expected = repelAsPrinted(equal, THICKNESS, stiffness, H, share);
        const got = repel(equal, { stiffness, cap });
        got.flat().forEach((value, c) => {
          expect(value).toBeCloseTo(expected.flat()[c], 10);
        });
      }
    }),
  );
});

test("makes no momentum with any masses, and never parts them faster than a tenth of the lack a step", () => {
  fc.assert(
    fc.property(anyFeatures, fc.double({ min: 0.01, max: 1e4, noNaN: true }), (features, stiffness) => {
      const v = repel(features, { stiffness, cap: "corrected" });
      for (let c = 0; c < 3; c++) {
        const gained = v.reduce((total, one, i) => total + features.masses[i] * (one[c] - features.v[i][c]), 0);
        expect(Math.abs(gained)).toBeLessThan(1e-12);
      }
      const lack = THICKNESS - speed(features, features.x);
      const before = speed(features, features.v);
      const after = speed(features, v);
      expect(after).toBeGreaterThanOrEqual(before - 1e-12);
      expect(after).toBeLessThanOrEqual(Math.max(before, (0.1 * lack) / H) + 1e-12);
    }),
  );
});

/** A small triangle over a large one that is held, its tip at 6 of the 10 mm; springs keep it. */
async function pressed(collision: Record<string, unknown>): Promise<Float64Array> {
  const positions = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, -1],
    [0.3, 0.006, -0.3],
    [0.2, 0.2, -0.3],
    [0.4, 0.2, -0.3],
  ];
  const distance = (i: number, j: number): number => Math.sqrt(dot(minus(positions[i], positions[j]), minus(positions[i], positions[j])));
  const springs = [
    [3, 4],
    [4, 5],
    [3, 5],
  ].map(([i, j]) => [i, j, distance(i, j), 10, "stretch"] as const);
  const simulation = await createSimulation({
    drape: 1,
    gravity: [0, 0, 0],
    timestep: H,
    solver: { method: "symplectic-euler" },
    collision: { self: true, thickness: THICKNESS, friction: 0, ...collision },
    cloths: [
      {
        network: {
          positions,
          masses: 0.1,
          springs,
          triangles: [
            [0, 1, 2],
            [3, 5, 4],
          ],
        },
        pins: [0, 1, 2],
      },
    ],
  });
  simulation.step();
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  return v;
}

describe("in a scene", () => {
  test("a tip that lacks 4 mm leaves at 0.04 m/s, or 0.08 as printed; by the shift it has no velocity", async () => {
    expect((await pressed({ repulsion: { stiffness: 1e4 } }))[10]).toBeCloseTo(0.04, 9);
    expect((await pressed({ repulsion: { stiffness: 1e4, cap: "printed" } }))[10]).toBeCloseTo(0.08, 9);
    expect(Math.abs((await pressed({}))[10])).toBeLessThan(2e-3);
  });

  test("a soft spring pushes by 2hkd over its mass: the large triangle is held, so that W is that of the tip", async () => {
    const squares = 1 + 0.4 * 0.4 + 0.3 * 0.3 + 0.3 * 0.3;
    expect((await pressed({ repulsion: { stiffness: 5 } }))[10]).toBeCloseTo((2 * H * 5 * 0.004) / squares / 0.1, 9);
  });
});
