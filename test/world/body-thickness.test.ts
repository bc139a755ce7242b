import { expect, test } from "vitest";
import { createWorld } from "../../src/world/create-world.ts";
import type { WorldCloth, WorldColliderInput, WorldOptions } from "../../src/world/world.ts";

/** Triangles with legs of 5 cm above the origin. */
const GRID = { columns: 13, rows: 13, width: 0.6, height: 0.6, origin: [-0.3, 0.17, -0.3], v: [0, 0, 1] } as const;

/** How far the nearest point of a cloth, between its vertices too, is from the origin [m]. */
function nearestPoint({ positions, triangles }: WorldCloth): number {
  let nearest = Number.POSITIVE_INFINITY;
  const weights = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => a + b <= 4).map((b) => [a / 4, b / 4, (4 - a - b) / 4]));
  for (let t = 0; t < triangles.length; t += 3) {
    for (const shares of weights) {
      const at = [0, 1, 2].map((c) => shares.reduce((sum, share, corner) => sum + share * positions[3 * triangles[t + corner] + c], 0));
      nearest = Math.min(nearest, Math.hypot(...at));
    }
  }
  return nearest;
}

async function drape(collider: WorldColliderInput, options: WorldOptions = {}): Promise<WorldCloth> {
  using world = await createWorld({ ...options, colliders: [collider], cloths: [{ grid: GRID, fabric: "cotton" }] });
  for (let n = 0; n < 60; n++) world.update(1 / 60);
  return world.cloths[0];
}

const BALL = { sphere: { center: [0, 0, 0], radius: 0.15 } };

test("a ball of 30 cm does not show through triangles of 5 cm", async () => {
  expect(nearestPoint(await drape(BALL))).toBeGreaterThan(0.15);
});

test("a thickness of the body, or of the world, is taken as it is", async () => {
  expect(nearestPoint(await drape({ ...BALL, thickness: 0.001 }))).toBeLessThan(0.149);
  expect(nearestPoint(await drape(BALL, { collision: { thickness: 0.001 } }))).toBeLessThan(0.149);
});

test("a scene file has bodies of the same thickness in a world as everywhere", async () => {
  expect(nearestPoint(await drape(BALL, { drape: 1 }))).toBeLessThan(0.149);
});

test("a skin has the thickness of the world too", async () => {
  const mesh = { positions: [-1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0, 1], triangles: [0, 1, 2, 2, 1, 3] };
  const skin = { boneCount: 1, indices: Array(16).fill(0), weights: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] };
  const lowest = ({ positions }: WorldCloth): number => Math.min(...positions.filter((_, c) => c % 3 === 1));
  expect(lowest(await drape({ mesh, skin }))).toBeCloseTo(0.005, 2);
  const high = lowest(await drape({ mesh, skin }, { collision: { thickness: 0.03 } }));
  expect(high).toBeGreaterThan(0.02);
  expect(high).toBeLessThan(0.04);
});
