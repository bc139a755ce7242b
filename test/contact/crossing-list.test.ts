import { describe, expect, test } from "vitest";
import { createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { createCrossingList } from "../../src/contact/untangle/crossing-list.ts";
import { createUntangling } from "../../src/contact/untangle/untangle.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { combine, type Tangle } from "./tangled-cases.ts";

/** A level triangle of a metre, and an upright one whose edge goes down beside its side at x = 0, `miss` metres away, at z = `along`. */
function beside(miss: number, along: number): Tangle {
  return combine(
    { positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 1, 2], group: 1 },
    { positions: [-miss, -0.7, along, -miss, 0.8, along, -1, 0.1, along + 0.1], triangles: [0, 1, 2], group: 1 },
  );
}

/** Two triangles far away, one through the other. */
const REAL = {
  positions: [5, 0, 0, 6, 0, 0, 5, 0, 1, 5.2, -0.5, 0.2, 5.3, 0.6, 0.3, 9, 0.1, 3],
  triangles: [0, 1, 2, 3, 4, 5],
  group: 1,
} as const;

const withReal = ({ mesh, x }: Tangle): Tangle => combine({ positions: x, triangles: mesh.triangles, group: 1 }, { ...REAL });

function find({ mesh, x }: Tangle): { count: number; tangled: number } {
  const phase = createBroadPhase(mesh, "tree", { self: true });
  phase.update(x, x, 0.01);
  const count = createCrossingList(mesh, true).find(x, phase);
  const untangling = createUntangling(mesh, { self: true, speed: 0.5 });
  expect(
    untangling.find(
      x,
      phase,
      x.map(() => 1),
    ),
  ).toBe(count);
  return { count, tangled: untangling.tangledVertices.reduce((sum, mark) => sum + mark, 0) };
}

const intersections = ({ mesh, x }: Tangle): number => findIntersections(x, mesh.triangles).count;

describe("an edge that passes beside a triangle", () => {
  test.each([1e-12, 1e-11, 1e-10])("by %f of it is in doubt: alone it is no crossing, and tangles nothing", (miss) => {
    for (const along of [0.1, 0.35, 0.62]) {
      const tangle = beside(miss, along);
      expect(intersections(tangle)).toBe(0);
      expect(find(tangle)).toEqual({ count: 0, tangled: 0 });
    }
  });

  test("counts where something else has passed through for certain, so that no contour has a hole", () => {
    const alone = find(combine({ ...REAL })).count;
    expect(alone).toBeGreaterThan(0);
    expect(find(withReal(beside(1e-11, 0.35))).count).toBeGreaterThan(alone);
    expect(find(withReal(beside(1e-6, 0.35))).count).toBe(alone);
  });

  test.each([1e-8, 1e-6, 0.01])("by %f of it does not cross it", (miss) => {
    expect(find(beside(miss, 0.35))).toEqual({ count: 0, tangled: 0 });
  });

  test.each([0, 1e-15])("by rounding, %f, crosses it", (miss) => {
    expect(find(beside(miss, 0.35)).count).toBeGreaterThan(0);
  });
});

test("an edge inside the border crosses, however little", () => {
  for (const depth of [1e-12, 1e-9, 1e-6, 0.01]) {
    const tangle = beside(-depth, 0.35);
    expect(intersections(tangle)).toBe(1);
    expect(find(tangle).count).toBeGreaterThan(0);
  }
});
