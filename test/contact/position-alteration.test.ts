import { describe, expect, test } from "vitest";
import { createNearBodies } from "../../src/contact/bodies/near-bodies.ts";
import { createPositionAlteration } from "../../src/contact/bodies/position-alteration.ts";
import { createBox } from "../../src/contact/shapes/box.ts";
import type { Collider } from "../../src/contact/shapes/collider.ts";
import { createPlane } from "../../src/contact/shapes/plane.ts";
import { createSphere } from "../../src/contact/shapes/sphere.ts";
import { createBodyMotion } from "../../src/core/body-motion.ts";
import { readTransform } from "../../src/core/body-transform.ts";
import { LEAVES_CONTACT } from "../../src/core/constraints.ts";
import type { Motion } from "../../src/core/motion.ts";
import { poseScript } from "../../src/core/motion-script.ts";
import { uniformSurface } from "../support/uniform-surface.ts";
import { stepOf } from "./step-of.ts";

const H = 0.01;
const floor = createPlane({ kind: "plane", point: [0, 0, 0], normal: [0, 1, 0] });
const ball = createSphere({ kind: "sphere", center: [0, 0, 0], radius: 1 });

function body(shape: Collider["shape"], more: Partial<Collider> = {}): Collider {
  return { name: "body", shape, friction: 0, thickness: 0, ...more };
}

type Triple = readonly [number, number, number];

/** One particle at x with velocity v, and where a step of H seconds without forces ends. */
function alter(
  colliders: readonly Collider[],
  x: Triple,
  v: Triple,
  { restitution = 0, pushSpeed = 1, time = 0 } = {},
  bodies = createBodyMotion(colliders.map(({ motion }) => motion)),
): { x: number[]; v: number[]; touched: number } {
  bodies.begin(time, H);
  const near = createNearBodies(colliders, bodies, uniformSurface(1, colliders[0]));
  const alterPositions = createPositionAlteration(near, LEAVES_CONTACT, { restitution, pushSpeed });
  const next = { x: Float64Array.from(x, (value, c) => value + H * v[c]), v: Float64Array.from(v), isSound: false };
  const step = stepOf(Float64Array.from(x), Float64Array.from(v), new Uint8Array(1), bodies, H, next);
  near.find(step);
  const touched = alterPositions(step);
  return { x: Array.from(next.x), v: Array.from(next.v), touched };
}

const close = (a: readonly number[], b: readonly number[], digits = 12): void => {
  for (let c = 0; c < 3; c++) expect(a[c]).toBeCloseTo(b[c], digits);
};

describe("a particle that runs into a body", () => {
  test("ends on its surface without the speed into it, and keeps the rest", () => {
    const { x, v, touched } = alter([body(floor, { thickness: 0.01 })], [0, 0.05, 0], [3, -10, 0]);
    expect(touched).toBe(1);
    close(v, [3, 0, 0]);
    close(x, [0.03, 0.01, 0]);
  });

  test("is left alone where it stays outside", () => {
    const { x, touched } = alter([body(floor)], [0, 0.2, 0], [3, -10, 0]);
    expect(touched).toBe(0);
    close(x, [0.03, 0.1, 0]);
  });

  test("bounces with what restitution leaves of its speed", () => {
    close(alter([body(floor)], [0, 0.05, 0], [0, -10, 0], { restitution: 0.5 }).v, [0, 5, 0]);
    // what lies on the floor does not bounce
    close(alter([body(floor)], [0, 0, 0], [0, -10, 0], { restitution: 0.5 }).v, [0, 0, 0]);
  });

  test("loses friction × push of its speed along the surface, and stops where there is less", () => {
    close(alter([body(floor, { friction: 0.2 })], [0, 0, 0], [3, -10, 0]).v, [1, 0, 0]);
    close(alter([body(floor, { friction: 0.2 })], [0, 0, 0], [3, -10, 0]).x, [0.01, 0, 0]);
    const stopped = alter([body(floor, { friction: 0.4 })], [0.5, 0, 0], [3, -10, 0]);
    expect(stopped).toEqual({ x: [0.5, 0, 0], v: [0, 0, 0], touched: 1 });
  });

  test("does not pass a sphere or a thin plate however fast it is", () => {
    for (const shape of [
      ball,
      createBox({ kind: "box", center: [0, 0, 0], halfSizes: [1, 1e-4, 1], u: [1, 0, 0], v: [0, 1, 0], rounding: 0 }),
    ]) {
      const { x, v } = alter([body(shape, { thickness: 0.001 })], [0, 5, 0], [0, -1e5, 0]);
      expect(x[1]).toBeGreaterThan(0.001);
      close(v, [0, 0, 0]);
    }
  });

  test("in a corner ends outside both bodies", () => {
    const wall = createPlane({ kind: "plane", point: [0, 0, 0], normal: [1, 0, 0] });
    const slope = createPlane({ kind: "plane", point: [0, 0, 0], normal: [-0.6, 0.8, 0] });
    const { x, v } = alter([body(slope), body(wall), body(floor)], [0.05, 0.1, 0], [-20, -20, 1]);
    expect(x[0]).toBeGreaterThanOrEqual(-1e-12);
    expect(-0.6 * x[0] + 0.8 * x[1]).toBeGreaterThanOrEqual(-1e-12);
    expect(v[0]).toBeGreaterThanOrEqual(-1e-12);
  });
});

describe("a body that moves", () => {
  const fast: Motion = {
    keyframes: [
      { at: 0, offset: [0, 0, 0] },
      { at: 1, offset: [0, 1000, 0] },
    ],
  };

  test("takes a particle along that it would have jumped over", () => {
    const plate = createBox({
      kind: "box",
      center: [0, 0, 0],
      halfSizes: [1, 0.001, 1],
      u: [1, 0, 0],
      v: [0, 1, 0],
      rounding: 0,
    } as const);
    const { x, v, touched } = alter([body(plate, { motion: poseScript(fast) })], [0, 3, 0], [0, 0, 0]);
    expect(touched).toBe(1);
    close(x, [0, 10.001, 0]);
    close(v, [0, 1000, 0], 9);
  });

  test("drags what lies on it by friction, up to the speed of its surface", () => {
    const belt: Motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [2, 0, 0] },
      ],
    };
    close(alter([body(floor, { motion: poseScript(belt), friction: 0.05 })], [0, 0, 0], [0, -10, 0]).v, [0.5, 0, 0]);
    const carried = alter([body(floor, { motion: poseScript(belt), friction: 0.3 })], [0, 0, 0], [0, -10, 0]);
    close(carried.v, [2, 0, 0]);
    close(carried.x, [0.02, 0, 0]);
  });

  test("turns with what sticks to it, exactly around", () => {
    const turning: Motion = { rotation: { axis: [0, 0, 1], center: [0, 0, 0], speed: 50 } };
    const { x } = alter([body(ball, { motion: poseScript(turning), friction: 100 })], [0, 1, 0], [0, -10, 0]);
    close(x, [-Math.sin(0.5), Math.cos(0.5), 0]);
  });

  test("may be moved from outside, by matrix or quaternion", () => {
    const bodies = createBodyMotion([undefined]);
    const half = Math.SQRT1_2;
    bodies.move(0, readTransform({ position: [0, 2, 0], rotation: [0, 0, half, half] }, "transform"), 0);
    const { x } = alter([body(floor)], [-1, 0.5, 0], [0, 0, 0], {}, bodies);
    // the floor has become the wall x = 0, solid on the right: a particle on the left is outside
    close(x, [-1, 0.5, 0]);
    expect(Array.from(bodies.end)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0].map((value) => expect.closeTo(value, 12)));
    bodies.finish();
    bodies.begin(1, H);
    expect(Array.from(bodies.start)).toEqual(Array.from(bodies.end));
  });
});

describe("a particle that starts inside a body", () => {
  test("is brought out no faster than it may be, and not thrown", () => {
    const { x, v } = alter([body(ball)], [0, 0.5, 0], [0, -3, 0], { pushSpeed: 2 });
    close(x, [0, 0.52, 0]);
    close(v, [0, 0, 0]);
  });

  test("leaves by itself where it is fast enough", () => {
    const { x, touched } = alter([body(ball)], [0, 0.5, 0], [0, 7, 0], { pushSpeed: 2 });
    expect(touched).toBe(0);
    close(x, [0, 0.57, 0]);
  });
});

test("a transform that is no rigid motion is refused", () => {
  expect(() => readTransform({ position: [0, 0, 0], rotation: [2, 0, 0, 0, 1, 0, 0, 0, 1] }, "t")).toThrow("t.rotation");
  expect(() => readTransform({ position: [0, 0, 0], rotation: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }, "t")).toThrow("t.rotation");
  expect(() => readTransform({ position: [0, Number.NaN, 0] }, "t")).toThrow("t.position");
});
