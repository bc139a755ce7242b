import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createNearBodies, RANGE_GAPS, RANGE_SPEED, staysAbove } from "../../src/contact/bodies/near-bodies.ts";
import { type Collider, MEASURED } from "../../src/contact/shapes/collider.ts";
import { createShape } from "../../src/contact/shapes/collider-catalog.ts";
import { createBodyMotion, POSE_SIZE, toBody } from "../../src/core/body-motion.ts";
import { createRandom } from "../../src/core/random.ts";
import { createSimulation } from "../../src/index.ts";
import { requireContactKernels } from "../kernels/support.ts";
import { uniformSurface } from "../support/uniform-surface.ts";
import { stepOf } from "./step-of.ts";

const H = 1 / 60;
const PARTICLES = 40;
const THICKNESS = 0.01;

const shapes = [
  createShape({ kind: "plane", point: [0, -1, 0], normal: [0, 1, 0] }),
  createShape({ kind: "sphere", center: [0.3, 0, 0], radius: 0.2 }),
  createShape({
    kind: "cones",
    blend: 0.05,
    cones: [
      { from: [0, 0, 0], to: [0.5, 0.3, 0], radii: [0.1, 0.05] },
      { from: [0.5, 0.3, 0], to: [0.5, 0.9, 0.4], radii: [0.08, 0.12] },
    ],
  }),
];
const colliders: Collider[] = shapes.map((shape) => ({ name: shape.kind, shape, friction: 0, thickness: THICKNESS }));
/** Thin cloth beside thick: what is near is near for the thickest. */
const surface = uniformSurface(PARTICLES, { friction: 0, thickness: THICKNESS });
surface.thickness.fill(0.1 * THICKNESS, 0, PARTICLES / 2);

/** Bodies and particles on their way, fast and slow. */
function sample(seed: number, speed: number) {
  const random = createRandom(seed);
  const some = (size: number): number => size * (2 * random() - 1);
  const bodies = createBodyMotion(colliders.map(() => undefined));
  for (let b = 1; b < colliders.length; b++) {
    const angle = 0.02 * some(speed);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const offset = Array.from({ length: 3 }, () => H * some(speed));
    bodies.move(b, Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1, ...offset), 0);
  }
  bodies.begin(0, H);
  const x = Float64Array.from({ length: 3 * PARTICLES }, () => some(1.2));
  const v = x.map(() => some(speed));
  const xe = x.map((value, c) => value + 3 * H * v[c]); // longer ways than velocities say
  return { bodies, x, v, xe, held: Uint8Array.from({ length: PARTICLES }, () => (random() < 0.1 ? 1 : 0)) };
}

describe("the list of what is near", () => {
  test("has every pair that comes within the range at the end of its way, in order, each once", () => {
    const measured = new Float64Array(MEASURED);
    const point = new Float64Array(3);
    let [listed, close] = [0, 0];
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.1, 1, 5), (seed, speed) => {
        const { bodies, x, v, xe, held } = sample(seed, speed);
        const near = createNearBodies(colliders, bodies, surface);
        const step = stepOf(x, v, held, bodies, H);
        near.find(step);
        step.pins.held.fill(1); // a method holds more while it proposes, and lets go of them
        near.cover(xe);
        const keys = Array.from({ length: near.pairs.count }, (_, k) => near.pairs.bodies[k] * PARTICLES + near.pairs.particles[k]);
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
        for (let key = 0; key < PARTICLES * colliders.length; key++) {
          const [b, i] = [Math.floor(key / PARTICLES), key % PARTICLES];
          const k = keys.indexOf(key);
          if (held[i] === 1) expect(k).toBe(-1);
          toBody(bodies.end, POSE_SIZE * b, xe, i, point);
          shapes[b].measure(point, measured);
          const isNear = measured[0] < THICKNESS + Math.max(RANGE_SPEED * H, RANGE_GAPS * THICKNESS);
          if (isNear && held[i] === 0) expect(k).toBeGreaterThanOrEqual(0);
          if (k < 0) continue;
          const least = near.pairs.clearance[k] - shapes[b].steepness * near.arrays.deviations[i];
          expect(measured[0]).toBeGreaterThanOrEqual(least - 1e-12);
          if (staysAbove(near.pairs.from, near.pairs.phi, k, shapes[b], point, 0.02)) expect(measured[0]).toBeGreaterThan(0.02);
          close += isNear ? 1 : 0;
          listed++;
        }
      }),
      { numRuns: 60 },
    );
    expect(close).toBeGreaterThan(150);
    expect(listed).toBeLessThan(0.7 * 60 * PARTICLES * colliders.length);
  });

  test("is the same to the bit with kernels", async () => {
    const module = await requireContactKernels();
    let listed = 0;
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.1, 1, 5), (seed, speed) => {
        const { bodies, x, v, xe, held } = sample(seed, speed);
        const [plain, fast] = [undefined, module].map((kernels) => {
          const near = createNearBodies(colliders, bodies, surface, kernels);
          near.find(stepOf(x, v, held, bodies, H));
          near.cover(xe);
          const { count, bodies: which, particles, from, phi, clearance } = near.pairs;
          const lists = [which, particles, phi, clearance].map((list) => Array.from(list.subarray(0, count)));
          return { count, lists, from: Array.from(from.subarray(0, 3 * count)) };
        });
        expect(fast).toEqual(plain);
        listed += fast.lists[0].filter((body) => body === 2).length;
      }),
      { numRuns: 100 },
    );
    expect(listed).toBeGreaterThan(60);
  });

  test("has all pairs of a particle that has left the world", () => {
    const { bodies, x, v, xe } = sample(1, 1);
    const near = createNearBodies(colliders, bodies, surface);
    near.find(stepOf(x, v, new Uint8Array(PARTICLES), bodies, H));
    xe[4] = Number.NaN;
    near.cover(xe);
    const bodiesOf = Array.from({ length: near.pairs.count }, (_, k) => k).filter((k) => near.pairs.particles[k] === 1);
    expect(bodiesOf.map((k) => near.pairs.bodies[k])).toEqual([0, 1, 2]);
  });
});

test.each(["typescript", "wasm"] as const)("bodies that are far away change no bit, until they come near (%s)", async (kernels) => {
  const capsule = { from: [0.1, 0.7, -0.12], to: [0.5, 0.7, -0.12], radius: 0.1 } as const;
  const start = (far: number) =>
    createSimulation({
      drape: 1,
      solver: { method: "implicit-euler", tolerance: 1e-3, kernels },
      wind: { velocity: [0, 0, -2], density: 0.2 },
      cloths: [{ grid: { columns: 12, rows: 12, width: 0.6, height: 0.8, origin: [0, 1.5, 0] }, fabric: "wool", pins: ["top"] }],
      colliders: [
        { capsule },
        ...Array.from({ length: far }, (_, n) => ({ name: `far ${n}`, sphere: { center: [3 + n, 0.9, -0.2] as const, radius: 0.15 } })),
      ],
    });
  const [alone, among] = [await start(0), await start(20)];
  for (let n = 0; n < 30; n++) {
    alone.step();
    among.step();
  }
  expect(among.hash()).toBe(alone.hash());
  among.bodies.move("far 4", { position: [-6.7, 0, 0.1] });
  for (let n = 0; n < 10; n++) {
    alone.step();
    among.step();
  }
  expect(among.hash()).not.toBe(alone.hash());
  expect(among.view.inspect().maxPenetration).toBeLessThan(1e-3);
});
