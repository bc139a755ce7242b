import { expect, test } from "vitest";
import { createWorld } from "../../src/world/create-world.ts";

const GRID = { columns: 8, rows: 8, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] };

test("cloth falls in a world, and other cloth goes on when one is added", async () => {
  const world = await createWorld();
  const first = await world.addCloth({ grid: GRID, pins: ["top-left", "top-right"] });
  for (let k = 0; k < 30; k++) world.update(1 / 60);
  const before = first.positions.slice();
  expect(first.positions[3 * 63 + 1]).toBeLessThan(0.9);
  const second = await world.addCloth({ grid: { ...GRID, origin: [2, 1, 0] } });
  expect(world.cloths).toEqual([first, second]);
  expect(first.positions).toEqual(before);
  expect(second.positions[1]).toBe(1);
  expect(world.time).toBeCloseTo(0.5, 12);
  world.update(1 / 60);
  expect(first.positions).not.toEqual(before);
  world.dispose();
});
