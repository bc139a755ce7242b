import { expect, test } from "vitest";
import { pickVertex } from "../../studio/src/touch/pick.ts";

/** x right and y up on a canvas of 200 × 100, depth = z: the square −1…1 fills it. w = 1, so nothing is behind. */
const FLAT = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], width: 200, height: 100 };
/** The same with w = −z: what has z ≥ 0 lies behind the eye. */
const PERSPECTIVE = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0], width: 200, height: 100 };

// Two triangles over each other: 0 1 2 at depth 0.5 and 3 4 5, smaller, in front of it at depth 0.1.
const POSITIONS = new Float32Array([-1, -1, 0.5, 1, -1, 0.5, -1, 1, 0.5, -0.9, -0.9, 0.1, -0.3, -0.9, 0.1, -0.9, -0.3, 0.1]);
const TRIANGLES = new Uint32Array([0, 1, 2, 3, 4, 5]);

function pick(x: number, y: number, radius = 5, view = FLAT, positions = POSITIONS): number {
  return pickVertex(positions, TRIANGLES, view, x, y, radius, new Float32Array(positions.length));
}

test("inside a triangle it is the nearest corner, however far", () => {
  expect(pick(150, 90)).toBe(1);
  expect(pick(5, 20)).toBe(2);
});

test("of two triangles over each other the one in front counts", () => {
  expect(pick(13, 92)).toBe(3);
  expect(pick(65, 94)).toBe(4);
});

test("beside the cloth the nearest vertex within the radius is taken, or none", () => {
  expect(pick(198, 96, 6)).toBe(1);
  expect(pick(150, 20, 6)).toBe(-1);
});

test("what lies behind the eye is not picked", () => {
  expect(pick(100, 50, 1000, PERSPECTIVE)).toBe(-1);
  const ahead = POSITIONS.map((value, i) => (i % 3 === 2 ? -1 : value));
  expect(pick(1, 99, 5, PERSPECTIVE, ahead)).toBe(0);
});

test("a cloth that blew up is not picked and does not hang", () => {
  expect(
    pick(
      100,
      50,
      10,
      FLAT,
      POSITIONS.map(() => Number.NaN),
    ),
  ).toBe(-1);
});
