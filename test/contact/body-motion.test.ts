import { describe, expect, test } from "vitest";
import { isBeyond } from "../../src/contact/shapes/collider.ts";
import { createShape } from "../../src/contact/shapes/collider-catalog.ts";
import { createBodyMotion, type PoseScript } from "../../src/core/body-motion.ts";
import { readTransform } from "../../src/core/body-transform.ts";
import { createRandom } from "../../src/core/random.ts";

/** Two bodies that shift by t and by 2t; counts how often it is asked. */
function createScript(): PoseScript & { asked: number } {
  return {
    count: 2,
    asked: 0,
    compute(time, out) {
      this.asked++;
      for (let b = 0; b < 2; b++) out.set([1, 0, 0, 0, 1, 0, 0, 0, 1, (b + 1) * time, 0, 0], 12 * b);
    },
  };
}

/** A quarter turn about y: x to −z, z to x. */
const QUARTER = readTransform({ position: [0, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }, "");

function shift(x: number, y: number, z: number): Float64Array {
  return readTransform({ position: [x, y, z] }, "");
}

function offsets(poses: Float64Array): number[] {
  return [...poses].filter((_, c) => c % 12 >= 9).map((value) => Math.round(1e12 * value) / 1e12 + 0);
}

describe("bodies that move together", () => {
  test("have their own poses of the script at both ends of a step, asked for once each", () => {
    const poses = createScript();
    const motion = createBodyMotion([{ poses, index: 1 }, undefined, { poses, index: 0 }]);
    expect(offsets(motion.origin)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const before = poses.asked;
    motion.begin(1, 0.5);
    expect(offsets(motion.start)).toEqual([2, 0, 0, 0, 0, 0, 1, 0, 0]);
    expect(offsets(motion.end)).toEqual([3, 0, 0, 0, 0, 0, 1.5, 0, 0]);
    motion.begin(1.5, 0.5); // its start is the end before
    expect(poses.asked - before).toBe(3);
    motion.rest(1.5);
    expect(offsets(motion.end)).toEqual([3, 0, 0, 0, 0, 0, 1.5, 0, 0]);
  });

  test("keep the poses of time 0 as their origin, whatever comes", () => {
    const poses: PoseScript = {
      count: 1,
      compute: (time, out) => out.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 7 + time, 0, 0]),
    };
    const motion = createBodyMotion([{ poses, index: 0 }]);
    motion.begin(1, 1);
    motion.carry(0, shift(0, 1, 0));
    expect(offsets(motion.origin)).toEqual([7, 0, 0]);
  });
});

describe("a body that is carried", () => {
  test("is elsewhere at once, at both ends of the step, and its script goes on there", () => {
    const motion = createBodyMotion([{ poses: createScript(), index: 0 }, undefined]);
    motion.begin(0, 1);
    motion.carry(0, shift(0, 5, 0));
    expect(offsets(motion.start)).toEqual([0, 5, 0, 0, 0, 0]);
    expect(offsets(motion.end)).toEqual([1, 5, 0, 0, 0, 0]);
    motion.carry(0, QUARTER); // turns what was carried before
    expect(offsets(motion.end)).toEqual([0, 5, -1, 0, 0, 0]);
    motion.begin(1, 1);
    expect(offsets(motion.end)).toEqual([0, 5, -2, 0, 0, 0]);
  });

  test("that is moved from outside stays where it was carried", () => {
    const motion = createBodyMotion([undefined]);
    motion.move(0, shift(1, 0, 0), 0);
    motion.begin(0, 1);
    motion.finish();
    motion.carry(0, QUARTER);
    motion.begin(1, 1);
    expect(offsets(motion.start)).toEqual([0, 0, -1]);
    expect(offsets(motion.end)).toEqual([0, 0, -1]);
    motion.move(0, shift(0, 3, 0), 1); // in the world, not on top
    motion.begin(1, 1);
    expect(offsets(motion.end)).toEqual([0, 3, 0]);
  });

  test("is saved and loaded, and one that was not is as the script has it to the bit", () => {
    const motion = createBodyMotion([{ poses: createScript(), index: 0 }, undefined]);
    const fresh = motion.save();
    motion.carry(0, QUARTER);
    motion.carry(0, shift(1, 2, 3));
    const carried = motion.save();
    motion.begin(2, 0.1);
    const end = motion.end.slice();
    motion.load(fresh);
    motion.begin(2, 0.1);
    expect([...motion.end.subarray(0, 12)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 2.1, 0, 0]);
    motion.load(carried);
    motion.begin(2, 0.1);
    expect(motion.end).toEqual(end);
  });
});

describe("isBeyond", () => {
  const cones = createShape({
    kind: "cones",
    blend: 0.05,
    cones: [
      { from: [0, 0, 0], to: [1, 0.5, 0], radii: [0.3, 0.1] },
      { from: [1, 0.5, 0], to: [1, 1, 1], radii: [0.2, 0.4] },
    ],
  });

  test("never says so of a point that a body is within reach of", () => {
    const random = createRandom(11);
    const measured = new Float64Array(5);
    let beyond = 0;
    for (let n = 0; n < 5000; n++) {
      const point = Float64Array.from({ length: 3 }, () => 8 * random() - 4);
      const reach = random();
      if (!isBeyond(cones, point, reach)) continue;
      beyond++;
      cones.measure(point, measured);
      expect(measured[0]).toBeGreaterThan(reach * (1 - 1e-12));
    }
    expect(beyond).toBeGreaterThan(2000);
  });

  test("never says so of a body without bounds", () => {
    const plane = createShape({ kind: "plane", point: [0, 0, 0], normal: [0, 1, 0] });
    expect(isBeyond(plane, Float64Array.of(0, 1e6, 0), 0)).toBe(false);
  });
});
