import fc from "fast-check";
import { expect, test } from "vitest";
import { createContactLaw } from "../../src/contact/bodies/contact-law.ts";
import { createForesight } from "../../src/contact/bodies/foresight.ts";
import { createNearBodies } from "../../src/contact/bodies/near-bodies.ts";
import { createPositionAlteration } from "../../src/contact/bodies/position-alteration.ts";
import { type Collider, MEASURED } from "../../src/contact/shapes/collider.ts";
import { createShape } from "../../src/contact/shapes/collider-catalog.ts";
import { pairGap } from "../../src/contact/shapes/surface-pair.ts";
import { createBodyMotion, POSE_SIZE, toBody } from "../../src/core/body-motion.ts";
import { type ContactHandling, LEAVES_CONTACT } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { createProposal } from "../../src/core/state.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { stepOf } from "../contact/step-of.ts";
import { requireContactKernels } from "../kernels/support.ts";
import { uniformSurface } from "../support/uniform-surface.ts";

const H = 1 / 60;
const PARTICLES = 120;

const shapes = [
  createShape({
    kind: "cones",
    blend: 0.05,
    cones: [
      { from: [0, 0, 0], to: [0.5, 0.3, 0], radii: [0.1, 0.05] },
      { from: [0.5, 0.3, 0], to: [0.5, 0.9, 0.4], radii: [0.08, 0.12] },
      { from: [0.1, 0.1, 0], to: [0.12, 0.1, 0], radii: [0.05, 0.16] }, // a ball within another
    ],
  }),
  createShape({ kind: "sphere", center: [0.3, 0.2, 0], radius: 0.2 }),
  createShape({ kind: "cones", blend: 0, cones: [{ from: [0.2, 0, 0], to: [0.6, 0, 0], radii: [0.1, 0.1] }] }),
  createShape({ kind: "plane", point: [0, -0.1, 0], normal: [0.6, 0.8, 0] }),
  createShape({ kind: "capsule", from: [-0.1, 0.4, 0.1], to: [0.2, 0.6, 0.1], radius: 0.08 }),
  createShape({ kind: "cone", from: [0.5, 0.1, 0.3], to: [0.7, 0.1, 0.5], radii: [0.05, 0.15] }),
  createShape({ kind: "box", center: [0.3, 0.5, -0.3], halfSizes: [0.2, 0.1, 0.15], u: [0.6, 0.8, 0], v: [-0.8, 0.6, 0], rounding: 0.02 }),
  createShape({ kind: "box", center: [0.7, 0.5, -0.2], halfSizes: [0.1, 0.2, 0.1], u: [1, 0, 0], v: [0, 1, 0], rounding: 0 }),
];

interface Sample {
  seed: number;
  speed: number;
  restitution: number;
  flags: number;
  isShifted: boolean;
}

/** What lies on bodies, starts in them, flies by and runs into them; at the end all that the contact of a step has written. */
function meetBodies(
  { seed, speed, restitution, flags, isShifted }: Sample,
  kernels: KernelModule | undefined,
): { numbers: number[]; counts: Record<"lying" | "slides" | "stuck" | "foreseen" | "touched", number> } {
  const random = createRandom(seed);
  const some = (size: number): number => size * (2 * random() - 1);
  const colliders: Collider[] = shapes.map((shape) => ({
    name: shape.kind,
    shape,
    friction: random(),
    thickness: 0.01 * random(),
  }));
  // every particle of another fabric
  const surface = {
    friction: Float64Array.from({ length: PARTICLES }, () => random()),
    thickness: Float64Array.from({ length: PARTICLES }, () => 0.01 * random()),
  };
  const bodies = createBodyMotion(colliders.map(() => undefined));
  for (let b = 0; b < colliders.length; b++) {
    if (random() < 0.2) continue; // at rest
    const angle = 0.02 * some(speed);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const offset = Array.from({ length: 3 }, () => H * some(speed));
    bodies.move(b, Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1, ...offset), 0);
  }
  bodies.begin(0, H);
  const x = Float64Array.from({ length: 3 * PARTICLES }, () => 0.3 + some(0.5));
  const v = x.map(() => some(speed));
  // most are put where they lie on a body, or a little off
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  for (let i = 0; i < PARTICLES; i++) {
    const body = i % colliders.length;
    const { shape, thickness } = colliders[body];
    for (let n = 0; n < 4; n++) {
      toBody(bodies.start, POSE_SIZE * body, x, i, point);
      shape.measure(point, measured);
      const way = pairGap(thickness, surface.thickness[i]) + (i % 5 === 0 ? some(0.01) : 0) - measured[0];
      for (let c = 0; c < 3; c++) x[3 * i + c] += way * measured[1 + c];
    }
  }
  const held = Uint8Array.from({ length: PARTICLES }, () => (random() < 0.1 ? 1 : 0));
  const mass = Float64Array.from(held, () => 1e-3 * (0.5 + random()));

  const near = createNearBodies(colliders, bodies, { ...surface, mass }, kernels);
  const handling: ContactHandling = {
    keepsSliders: true,
    reportsImpulses: (flags & 1) !== 0,
    appliesFriction: (flags & 2) !== 0,
    weighsFriction: (flags & 4) !== 0,
  };
  const contacts = near.arrays;
  contacts.pressing.set(mass.map(() => (random() < 0.5 ? 0 : 0.05 * random())));
  contacts.nextPressing.set(mass.map(() => (random() < 0.5 ? 0 : 0.05 * random())));
  const law = createContactLaw(near, handling);
  const next = createProposal(PARTICLES);
  const step = stepOf(x, v, held, bodies, H, next);
  const { pins, from } = step;
  const foresight = createForesight(near, restitution, pins, handling);
  const alterPositions = createPositionAlteration(near, handling, { restitution, pushSpeed: 0.5 });

  near.find(step);
  if (isShifted) from.x = x.map((value, c) => value + (c % 2 === 0 ? some(0.002) : 0));
  law.find(step);
  contacts.force.set(x.map(() => some(0.1)));
  law.decide(step);
  const { stuck, slidesOn } = contacts;
  next.v.set(v.map((value) => value + some(0.5 * speed)));
  for (let c = 0; c < x.length; c++) next.x[c] = x[c] + H * (v[c] + 0.7 * (next.v[c] - v[c]));
  foresight.begin();
  const isWorth = foresight.look(step);
  const slides = slidesOn.filter((body) => body >= 0).length;
  const foreseen = contacts.foreseenOn.filter((body) => body >= 0).length;
  const touched = alterPositions(step);
  const { sliders } = pins;
  const { velocity, place, normal, push, drive, foreseenOn, pressing, nextPressing, pressForce, grip, asked } = contacts;
  const written = [
    ...[next.x, next.v, from.v, sliders?.indices, sliders?.normals, asked, stuck, velocity, place, slidesOn],
    ...[normal, push, drive, foreseenOn, pressing, nextPressing, pressForce, grip],
  ];
  return {
    numbers: [...written.flatMap((array) => (ArrayBuffer.isView(array) ? [...(array as Float64Array)] : [])), +isWorth],
    counts: {
      lying: asked.reduce((sum, value) => sum + value, 0),
      stuck: stuck.reduce((sum, value) => sum + value, 0),
      slides,
      foreseen,
      touched,
    },
  };
}

test("contact with bodies of every form is the same to the bit with kernels", async () => {
  const module = await requireContactKernels();
  const seen = { lying: 0, slides: 0, stuck: 0, foreseen: 0, touched: 0 };
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer(),
        speed: fc.constantFrom(0.1, 1, 5),
        restitution: fc.constantFrom(0, 0.3),
        flags: fc.integer({ min: 0, max: 7 }),
        isShifted: fc.boolean(),
      }),
      (sample) => {
        const plain = meetBodies(sample, undefined);
        const fast = meetBodies(sample, module);
        expect(fast.numbers.length).toBe(plain.numbers.length);
        const other = fast.numbers.findIndex((value, k) => !Object.is(value, plain.numbers[k]));
        expect(other).toBe(-1);
        for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] += plain.counts[key];
      },
    ),
    { numRuns: 200 },
  );
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(100);
});

test("more pairs than there is room for are met all the same", async () => {
  const module = await requireContactKernels();
  // twelve bodies in one place: all particles are near all of them
  const colliders: Collider[] = Array.from({ length: 12 }, (_, n) => ({
    name: `body ${n}`,
    shape: shapes[n % 2 === 0 ? 0 : 2],
    friction: 0.3,
    thickness: 0.001 * n,
  }));
  const bodies = createBodyMotion(colliders.map(() => undefined));
  bodies.begin(0, H);
  const random = createRandom(1);
  const n = 200;
  const x = Float64Array.from({ length: 3 * n }, (_, c) => [0.3, 0.1, 0][c % 3] + 0.1 * (2 * random() - 1));
  const v = x.map(() => 2 * random() - 1);
  const held = new Uint8Array(n);
  const [plain, fast] = [undefined, module].map((kernels) => {
    const near = createNearBodies(
      colliders,
      bodies,
      { ...uniformSurface(n, { friction: 0.5, thickness: 0.001 }), mass: new Float64Array(n).fill(1e-3) },
      kernels,
    );
    const contacts = near.arrays;
    const alterPositions = createPositionAlteration(near, LEAVES_CONTACT, { restitution: 0, pushSpeed: 1 });
    const law = createContactLaw(near, LEAVES_CONTACT);
    const next = createProposal(n);
    const step = stepOf(x, v, held, bodies, H, next);
    for (let n = 0; n < 2; n++) {
      near.find(step);
      law.find(step);
      contacts.force.set(x);
      law.decide(step);
      next.v.set(v);
      for (let c = 0; c < x.length; c++) next.x[c] = x[c] + H * v[c];
      alterPositions(step);
    }
    return { count: near.pairs.count, numbers: [...next.x, ...next.v, ...contacts.push, ...contacts.slidesOn] };
  });
  expect(plain.count).toBeGreaterThan(4 * n + 32);
  expect(fast).toEqual(plain);
});
