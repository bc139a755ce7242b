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

test("a world in a worker gives the same bits", async () => {
  const here = await createWorld();
  const there = await createWorld({ worker: true });
  expect(there.isWorker).toBe(true);
  const shown = [];
  for (const world of [here, there]) {
    const sheet = await world.addCloth({ grid: GRID, pins: ["top-left", "top-right"] });
    const ball = await world.addCollider({ sphere: { center: [0, 0, 0], radius: 0.3 } });
    for (let k = 0; k < 30; k++) {
      ball.move({ position: [0, 0.01 * k, 0] });
      world.update(1 / 60);
      await world.settle();
    }
    expect(world.time).toBeCloseTo(0.5, 12);
    shown.push(sheet.positions.slice(), sheet.normals.slice());
    world.dispose();
  }
  expect(shown[0]).toEqual(shown[2]);
  expect(shown[1]).toEqual(shown[3]);
});
