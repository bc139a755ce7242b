import { expect, test } from "vitest";
import { createNearBodies } from "../../src/contact/bodies/near-bodies.ts";
import { createPositionAlteration } from "../../src/contact/bodies/position-alteration.ts";
import { AHEAD, FAR, MEASURED } from "../../src/contact/shapes/collider.ts";
import { createShape } from "../../src/contact/shapes/collider-catalog.ts";
import { createBodyMotion } from "../../src/core/body-motion.ts";
import { LEAVES_CONTACT } from "../../src/core/constraints.ts";
import { uniformSurface } from "../support/uniform-surface.ts";
import { entry, measure } from "./shape-checks.ts";
import { stepOf } from "./step-of.ts";

/** A square of side 2 in the plane y = 0, and a triangle without area. */
const surface = {
  positions: Float64Array.of(-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 0, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 2, 4),
};
const mesh = createShape({ kind: "mesh", surface });

test("a mesh carries its triangles as they are", () => {
  expect(mesh.kind).toBe("mesh");
  expect(mesh.surface).toBe(surface);
});

test("a mesh is far from every point, one of its own too, with a normal of length 1", () => {
  for (const point of [
    [0, 0, 0],
    [0, 1e-9, 0],
    [0, -3, 0],
    [1, 0, 1],
    [1e9, 1e9, 1e9],
  ] as const) {
    expect(measure(mesh, point)).toEqual({ phi: FAR, normal: [0, 1, 0], slope: 1 });
  }
  const out = new Float64Array(MEASURED).fill(Number.NaN);
  mesh.measure(new Float64Array(3), out);
  expect(out.subarray(0, AHEAD).every(Number.isFinite)).toBe(true);
});

test("no way enters a mesh, and a particle alone passes through it untouched", () => {
  expect(entry(mesh, [0.2, 1, 0.1], [0.2, -1, 0.1], 0.01)).toBeGreaterThan(1);
  const collider = { name: "sheet", shape: mesh, friction: 1, thickness: 0.1 };
  const bodies = createBodyMotion([undefined]);
  bodies.begin(0, 0.1);
  const near = createNearBodies([collider], bodies, uniformSurface(1, collider));
  const alterPositions = createPositionAlteration(near, LEAVES_CONTACT, { restitution: 0.5, pushSpeed: 1 });
  const [x, v] = [Float64Array.of(0.2, 0.05, 0.1), Float64Array.of(0, -1, 0)];
  const next = { x: Float64Array.of(0.2, -0.05, 0.1), v: Float64Array.of(0, -1, 0), isSound: false };
  const step = stepOf(x, v, new Uint8Array(1), bodies, 0.1, next);
  near.find(step);
  expect(near.pairs.count).toBe(0);
  expect(alterPositions(step)).toBe(0);
  expect(Array.from(next.x)).toEqual([0.2, -0.05, 0.1]);
  expect(Array.from(next.v)).toEqual([0, -1, 0]);
});
