import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createNearBodies } from "../../src/contact/bodies/near-bodies.ts";
import type { Shape } from "../../src/contact/shapes/collider.ts";
import { createPlane } from "../../src/contact/shapes/plane.ts";
import { createSphere } from "../../src/contact/shapes/sphere.ts";
import type { PointContacts } from "../../src/contact/surfaces/body-points.ts";
import { createBodyPoints } from "../../src/contact/surfaces/body-points.ts";
import { createZoneMotion } from "../../src/contact/surfaces/zone-motion.ts";
import { createBodyMotion } from "../../src/core/body-motion.ts";
import { createRandom } from "../../src/core/random.ts";
import { solveDense, zeroMatrix } from "../support/dense.ts";
import { uniformSurface } from "../support/uniform-surface.ts";
import { stepOf } from "./step-of.ts";

const H = 1 / 60;
/** A vertex may be faster into a body than its limit by this, or by a little more where sweeps end early [m/s]. */
const SLACK = 1.01e-6;

interface Zone {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly inverseMass: Float64Array;
  /** All vertices as one list. */
  readonly next: Int32Array;
}

/** A lump of 4 to 12 vertices, 10 cm wide, that falls at a metre a second while its vertices move about. */
function lump(random: () => number, center: readonly [number, number, number]): Zone {
  const count = 4 + Math.floor(9 * random());
  return {
    x: Float64Array.from({ length: 3 * count }, (_, c) => center[c % 3] + 0.1 * (random() - 0.5)),
    v: Float64Array.from({ length: 3 * count }, (_, c) => (c % 3 === 1 ? -1 : 0) + 3 * (random() - 0.5)),
    inverseMass: Float64Array.from({ length: count }, () => 100 + 900 * random()),
    next: Int32Array.from({ length: count }, (_, i) => (i + 1 < count ? i + 1 : -1)),
  };
}

function moveZone({ x, v, inverseMass, next }: Zone, points?: PointContacts): Float64Array {
  const motion = createZoneMotion(inverseMass.length);
  const moved = v.slice();
  motion.begin(points);
  motion.move(0, next, x, inverseMass, moved);
  return moved;
}

/** The points of a zone at bodies that stand still, for the step that its velocities propose. */
function pointsAt({ x, v, inverseMass }: Zone, ...shapes: Shape[]): PointContacts {
  const colliders = shapes.map((shape) => ({ name: shape.kind, shape, friction: 0, thickness: 0.001 }));
  const bodies = createBodyMotion(shapes.map(() => undefined));
  const near = createNearBodies(colliders, bodies, uniformSurface(inverseMass.length, colliders[0]));
  near.find(stepOf(x, v, new Uint8Array(inverseMass.length), bodies, H));
  const points = createBodyPoints(near);
  points.find(
    x,
    x.map((value, c) => value + H * v[c]),
    inverseMass,
    H,
    new Uint8Array(inverseMass.length).fill(1),
  );
  return points;
}

/** Contacts written by hand: vertex, normal, limit. */
function pointsOf(...contacts: (readonly [vertex: number, normal: readonly number[], limit: number])[]): PointContacts {
  return {
    count: contacts.length,
    vertices: Uint32Array.from(contacts, ([vertex]) => vertex),
    normals: Float64Array.from(contacts.flatMap(([, normal]) => [...normal])),
    limits: Float64Array.from(contacts, ([, , limit]) => limit),
    touching: new Uint8Array(contacts.length),
    find() {},
  };
}

/** What takes p and ω to v_i = p + ω × x_i. */
function rigidRows({ x }: Zone, i: number): number[][] {
  const [a, b, c] = x.subarray(3 * i, 3 * i + 3);
  return [
    [1, 0, 0, 0, c, -b],
    [0, 1, 0, -c, 0, a],
    [0, 0, 1, b, -a, 0],
  ];
}

/** Linear and angular momentum about the origin. */
function momenta({ x, inverseMass }: Zone, v: Float64Array): number[] {
  const sums = [0, 0, 0, 0, 0, 0];
  inverseMass.forEach((w, i) => {
    const [a, b, c] = x.subarray(3 * i, 3 * i + 3);
    const [p, q, r] = v.subarray(3 * i, 3 * i + 3).map((value) => value / w);
    [p, q, r, b * r - c * q, c * p - a * r, a * q - b * p].forEach((part, k) => {
      sums[k] += part;
    });
  });
  return sums;
}

/** How fast distances in the zone change at first, and how much they change over the whole step, at most, as a share of themselves. */
function stretch({ x, inverseMass }: Zone, v: Float64Array): { rate: number; change: number } {
  let [rate, change] = [0, 0];
  for (let i = 0; i < inverseMass.length; i++) {
    for (let j = 0; j < i; j++) {
      const d = [0, 1, 2].map((c) => x[3 * i + c] - x[3 * j + c]);
      const u = [0, 1, 2].map((c) => v[3 * i + c] - v[3 * j + c]);
      const squared = d.reduce((sum, value) => sum + value * value, 0);
      rate = Math.max(rate, Math.abs(d.reduce((sum, value, c) => sum + value * u[c], 0)) / squared);
      change = Math.max(change, Math.hypot(...d.map((value, c) => value + H * u[c])) / Math.sqrt(squared) - 1);
    }
  }
  return { rate, change };
}

/** How far a zone's fastest vertex is beyond its limit [m/s]. */
function excess({ count, vertices, normals, limits }: PointContacts, v: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    let speed = 0;
    for (let c = 0; c < 3; c++) speed += normals[3 * k + c] * v[3 * vertices[k] + c];
    most = Math.max(most, limits[k] - speed);
  }
  return most;
}

const FLOOR = createPlane({ kind: "plane", point: [0, 0, 0], normal: [0, 1, 0] });
const BALL = createSphere({ kind: "sphere", center: [0, -0.3, 0], radius: 0.3 });

describe.each([
  ["a plane", [FLOOR]],
  ["a sphere", [BALL]],
  ["a plane and a sphere beside it", [FLOOR, createSphere({ kind: "sphere", center: [0.36, 0.06, 0], radius: 0.3 })]],
] as const)("a zone at %s", (_, shapes) => {
  test("moves as one body, and no vertex of it further into the body than it may", () => {
    let [pushed, turning, still] = [0, 0, 0];
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const zone = lump(createRandom(seed), [0, 0.055, 0]);
        const points = pointsAt(zone, ...shapes);
        const [free, moved] = [moveZone(zone), moveZone(zone, points)];
        expect(excess(points, moved)).toBeLessThan(SLACK);
        const { rate, change } = stretch(zone, moved);
        expect(rate).toBeLessThan(1e-9);
        if (excess(points, free) > SLACK) pushed++;
        if (change > 0.01) turning++;
        if (moved.every((speed) => speed === 0)) still++;
      }),
      { numRuns: 400 },
    );
    expect(pushed).toBeGreaterThan(150);
    expect(still).toBeLessThan(4); // the sweeps do not always end
    expect(turning).toBeGreaterThan(20); // distances are kept to first order only, and grow by what turning does over a step
  });
});

describe("a zone that no body pushes", () => {
  test("moves to the bit as without bodies, with the momenta it had", () => {
    let met = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const zone = lump(createRandom(seed), [0, 0.055, 0]);
        const free = moveZone(zone);
        momenta(zone, free).forEach((value, k) => {
          expect(value).toBeCloseTo(momenta(zone, zone.v)[k], 11);
        });
        const points = pointsAt(zone, FLOOR);
        if (points.count === 0 || excess(points, free) > 0) return;
        met++;
        expect(moveZone(zone, points)).toEqual(free);
      }),
      { numRuns: 400 },
    );
    expect(met).toBeGreaterThan(30);
  });

  test("has no spin where it has no extent about its line", () => {
    const zone = lump(createRandom(4), [0, 1, 0]);
    zone.inverseMass.forEach((_, i) => {
      zone.x.set([0.1 * i, 0.2 * i, 0.1], 3 * i);
    });
    const moved = moveZone(zone);
    const before = momenta(zone, zone.v);
    const after = momenta(zone, moved);
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 12);
    zone.inverseMass.forEach((_, i) => {
      expect(moved.subarray(3 * i, 3 * i + 3)).toEqual(moved.subarray(0, 3));
    });
  });
});

describe("what a body gives a zone", () => {
  test("at one vertex is the impulse that stops a rigid body there, by a dense solve for all six of its velocities", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = createRandom(seed);
      const zone = lump(random, [0, 0.1, 0]);
      const normal = [0.6, 0, 0.8];
      const vertex = zone.inverseMass.length - 1;
      const limit = 5 + random(); // faster than any of them
      const moved = moveZone(zone, pointsOf([vertex, normal, limit]));
      // v_i = p + ω × x_i: the 6 × 6 mass matrix of p and ω, bordered by the contact
      const A = zeroMatrix(7);
      for (let i = 0; i <= vertex; i++) {
        for (const row of rigidRows(zone, i)) {
          for (let k = 0; k < 6; k++) for (let l = 0; l < 6; l++) A[k][l] += (row[k] * row[l]) / zone.inverseMass[i];
        }
      }
      for (const [c, row] of rigidRows(zone, vertex).entries()) {
        for (let k = 0; k < 6; k++) {
          A[k][6] -= normal[c] * row[k];
          A[6][k] += normal[c] * row[k];
        }
      }
      const solution = solveDense(A, Float64Array.of(...momenta(zone, zone.v), limit));
      expect(solution[6]).toBeGreaterThan(0);
      for (let i = 0; i <= vertex; i++) {
        for (const [c, row] of rigidRows(zone, i).entries()) {
          const expected = row.reduce((sum, value, k) => sum + value * solution[k], 0);
          expect(moved[3 * i + c]).toBeCloseTo(expected, 8);
        }
      }
    }
  });

  test("pushes only: a plane changes nothing along itself, nor the spin about its normal", () => {
    let pushed = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const zone = lump(createRandom(seed), [0, 0.055, 0]);
      const points = pointsAt(zone, FLOOR);
      const before = momenta(zone, moveZone(zone));
      const after = momenta(zone, moveZone(zone, points));
      if (after.every((value) => value === 0)) continue; // it stays
      expect(after[1]).toBeGreaterThanOrEqual(before[1] - 1e-12);
      for (const k of [0, 2]) expect(after[k]).toBeCloseTo(before[k], 10);
      if (after[1] > before[1]) pushed++;
    }
    expect(pushed).toBeGreaterThan(50);
  });
});

describe("a zone that is asked for what it cannot do", () => {
  test("stays where it is, since it begins outside", () => {
    const zone = lump(createRandom(9), [0, 0.1, 0]);
    const both = pointsOf([0, [0, 1, 0], 0.1], [0, [0, -1, 0], 0.1]);
    expect(moveZone(zone, both).every((value) => value === 0)).toBe(true);
  });

  test("moves on between two bodies that leave it room, as slowly as they say", () => {
    const zone = lump(createRandom(9), [0, 0.1, 0]);
    zone.v.fill(-1);
    const gap = pointsOf([0, [0, 1, 0], -0.3], [0, [0, -1, 0], -0.3]);
    const moved = moveZone(zone, gap);
    expect(moved[1]).toBeGreaterThan(-0.3 - SLACK);
    expect(moved[1]).toBeLessThan(0.3 + SLACK);
    expect(moved[0]).toBeLessThan(-0.5);
  });
});

test("a zone with immovable vertices takes the affine motion that these have, whatever bodies say", () => {
  const [wx, wy, wz] = [3, -2, 5];
  for (let seed = 1; seed <= 20; seed++) {
    const zone = lump(createRandom(seed), [0, 0.1, 0]);
    const turning = zone.v.map((_, c) => {
      const [x, y, z] = zone.x.subarray(c - (c % 3), c - (c % 3) + 3);
      return [0.4 + wy * z - wz * y, -1 + wz * x - wx * z, 0.2 + wx * y - wy * x][c % 3];
    });
    zone.inverseMass.fill(0, 0, 4);
    zone.v.set(turning.subarray(0, 12));
    const moved = moveZone(zone, pointsOf([zone.inverseMass.length - 1, [0, 1, 0], 7]));
    expect(moved.subarray(0, 12)).toEqual(turning.subarray(0, 12));
    for (const [c, speed] of turning.entries()) expect(moved[c]).toBeCloseTo(speed, 5);
  }
});

test("points of one step are forgotten in the next", () => {
  const zone = lump(createRandom(6), [0, 0.1, 0]);
  const motion = createZoneMotion(zone.inverseMass.length);
  const free = moveZone(zone);
  for (const points of [pointsOf([1, [0, 1, 0], 3]), undefined, pointsOf([0, [0, 1, 0], -100])]) {
    const moved = zone.v.slice();
    motion.begin(points);
    motion.move(0, zone.next, zone.x, zone.inverseMass, moved);
    if (points?.limits[0] === 3) expect(moved[4]).toBeCloseTo(3, 5);
    else expect(moved).toEqual(free);
  }
});
