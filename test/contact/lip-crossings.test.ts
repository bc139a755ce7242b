import { expect, test } from "vitest";
import { createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { type CollisionMesh, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairList, type PairList } from "../../src/contact/search/pair-list.ts";
import { crossesAtLips } from "../../src/contact/untangle/crossing-list.ts";
import { createGrid } from "../../src/mesh/grid.ts";

/** Two sheets of 7 × 7 vertices, 0.1 m from each to the next, one 0.2 mm above the other. */
function layers(): { mesh: CollisionMesh; x: Float64Array } {
  const { positions, triangles } = createGrid({ columns: 7, rows: 7, width: 0.6, height: 0.6, v: [0, 0, 1] });
  const above = positions.map((value, c) => (c % 3 === 1 ? value + 2e-4 : value + 0.03));
  const mesh = createCollisionMesh(98, Uint32Array.from([...triangles, ...triangles.map((i) => i + 49)]));
  return { mesh, x: Float64Array.from([...positions, ...above]) };
}

function findPairs(mesh: CollisionMesh, x: Float64Array): PairList {
  const pairs = createPairList();
  createBroadPhase(mesh).findMeeting(x, x, 1e-3, 2e-4, pairs);
  return pairs;
}

const LIP = 24;

test("a lip that has moved through what lies above it crosses it; one that has not does not", () => {
  const { mesh, x } = layers();
  const isLip = new Uint8Array(98);
  isLip[LIP] = 1;
  expect(crossesAtLips(mesh, isLip, findPairs(mesh, x), x)).toBe(false);
  x[3 * LIP + 1] += 3e-4;
  expect(crossesAtLips(mesh, isLip, findPairs(mesh, x), x)).toBe(true);
});

test("what crosses far from the lips is not asked for", () => {
  const { mesh, x } = layers();
  const isLip = new Uint8Array(98);
  isLip[0] = 1;
  x[3 * 48 + 1] += 3e-4;
  expect(crossesAtLips(mesh, isLip, findPairs(mesh, x), x)).toBe(false);
});
