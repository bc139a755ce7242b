import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/world/engine.ts";
import type { WorldCloth } from "../../src/world/world.ts";
import { GRID, KINDS, play, vertexOf, withWorld } from "./worlds.ts";

/** The largest strain of the edges of a grid along rows and columns, as shown. */
function strainOf(cloth: WorldCloth, columns = 8, spacing = 1 / 7): number {
  let most = 0;
  const rows = cloth.vertexCount / columns;
  const look = (a: number, b: number): void => {
    const [p, q] = [vertexOf(cloth, a), vertexOf(cloth, b)];
    most = Math.max(most, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) / spacing - 1);
  };
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (c + 1 < columns) look(r * columns + c, r * columns + c + 1);
      if (r + 1 < rows) look(r * columns + c, (r + 1) * columns + c);
    }
  }
  return most;
}

describe.each(KINDS)("a hidden cloth of a world $kind", ({ options }) => {
  test("stands still, and goes on at the time of the world", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ grid: GRID, pins: ["top"] });
      const other = await world.addCloth({ grid: { ...GRID, origin: [2, 1, 0] }, pins: ["top"] });
      await play(world, 20);
      sheet.hide();
      expect(sheet.isHidden).toBe(true);
      await play(world, 1);
      const [before, beside] = [sheet.positions.slice(), other.positions.slice()];
      await play(world, 20);
      expect(sheet.positions).toEqual(before);
      expect(other.positions).not.toEqual(beside);
      expect(world.time).toBeCloseTo(41 / 60, 12);
      sheet.show();
      await play(world, 1);
      expect(Math.max(...sheet.positions.map((x, c) => Math.abs(x - before[c])))).toBeLessThan(0.1);
      await play(world, 20);
      expect(sheet.positions).not.toEqual(before);
      expect(strainOf(sheet)).toBeLessThan(0.05);
    }));

  test("goes along with the body that holds it, however far and fast that went", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ name: "box", box: { center: [0, 1, -0.1], halfSizes: [0.5, 0.05, 0.05] } });
      const cape = await world.addCloth({ grid: GRID });
      cape.attach([0, 1, 2, 3, 4, 5, 6, 7], box);
      const half = Math.SQRT1_2;
      await play(world, 60);
      const below = Math.min(...cape.positions.filter((_, c) => c % 3 === 1));
      cape.hide();
      await play(world, 30, (frame) => box.place({ position: [3 * frame, 5, 0], quaternion: [0, half, 0, half] }));
      cape.show();
      let fastest = 0;
      let last: Float32Array | undefined;
      await play(world, 30, () => {
        box.place({ position: [87, 5, 0], quaternion: [0, half, 0, half] });
        if (last !== undefined && vertexOf(cape, 0)[0] > 50) {
          const before = last;
          fastest = Math.max(fastest, ...cape.positions.map((x, c) => Math.abs(x - before[c])));
        }
        last = vertexOf(cape, 0)[0] > 50 ? cape.positions.slice() : undefined;
      });
      expect(strainOf(cape)).toBeLessThan(0.05);
      expect(Math.min(...cape.positions.filter((_, c) => c % 3 === 1))).toBeCloseTo(below + 4, 1);
      expect(fastest).toBeLessThan(0.08); // what a swaying cape moves in a frame
    }));

  test("comes out of a body that has moved into it", () =>
    withWorld(options, async (world) => {
      const ball = await world.addCollider({ sphere: { center: [0, -5, 0.5], radius: 0.3 } });
      const sheet = await world.addCloth({ grid: GRID, pins: ["top", "bottom"] });
      await play(world, 60);
      sheet.hide();
      const place = (): void => ball.place({ position: [0, 0.85, 0.5], quaternion: [0, 0, 0, 1] });
      await play(world, 10, place);
      sheet.show();
      for (let frame = 0; frame < 60; frame++) {
        await play(world, 1, place);
        for (let i = 0; i < 64; i++) {
          const [x, y, z] = vertexOf(sheet, i);
          expect(Math.hypot(x, y - 0.85, z - 0.5)).toBeGreaterThan(0.3);
        }
      }
    }));

  test("keeps going along when other bodies come, and starts where it was attached after a reset", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ name: "box", box: { center: [0, 1.1, 0], halfSizes: [0.5, 0.05, 0.05] } });
      const cape = await world.addCloth({ grid: GRID, attachments: [{ vertices: "top", to: "box" }] });
      await play(world, 30);
      cape.hide();
      const place = (): void => box.place({ position: [4, 1.1, 0], quaternion: [0, 0, 0, 1] });
      await play(world, 5, place);
      expect(box.matrix[12]).toBeCloseTo(4, 6);
      const ball = await world.addCollider({ sphere: { center: [9, 9, 9], radius: 0.3 } });
      expect(cape.isHidden).toBe(true);
      const still = cape.positions.slice();
      await play(world, 5, place);
      expect(cape.positions).toEqual(still);
      cape.show();
      await play(world, 2, place);
      expect(vertexOf(cape, 0)[0]).toBeCloseTo(3.5, 5);
      expect(strainOf(cape)).toBeLessThan(0.05);
      cape.attach([0, 1, 2, 3, 4, 5, 6, 7], box);
      cape.hide();
      await world.reset();
      await ball.remove();
      await play(world, 2, place);
      cape.show();
      await play(world, 2, place);
      expect(vertexOf(cape, 0)[0]).toBeCloseTo(-0.5, 5);
      expect(strainOf(cape)).toBeLessThan(0.05);
    }));

  test("of several that meet each other stands still when all are hidden", () =>
    withWorld({ ...options, collision: { self: true } }, async (world) => {
      const first = await world.addCloth({ grid: GRID, pins: ["top"] });
      const second = await world.addCloth({ grid: { ...GRID, origin: [-0.5, 1.2, 0] }, pins: ["top"] });
      await play(world, 2);
      first.hide();
      await play(world, 1);
      const [one, two] = [first.positions.slice(), second.positions.slice()];
      await play(world, 5);
      expect(first.positions).toEqual(one); // not read
      expect(second.positions).not.toEqual(two);
      first.show();
      await play(world, 1);
      expect(first.positions).not.toEqual(one);
    }));
});

test("a hidden cloth is seen by the same bits in a worker as in this thread when it is shown again", async () => {
  const shown = await Promise.all(
    KINDS.map(({ options }) =>
      withWorld(options, async (world) => {
        const box = await world.addCollider({ name: "box", box: { center: [0, 1.1, 0], halfSizes: [0.5, 0.05, 0.05] } });
        const cape = await world.addCloth({ grid: GRID, attachments: [{ vertices: "top", to: "box" }] });
        const values: number[] = [];
        await play(world, 60, (frame) => {
          box.place({ position: [0.05 * frame, 1.1, 0], quaternion: [0, 0, 0, 1] });
          if (frame === 20) cape.hide();
          if (frame === 40) cape.show();
          values.push(...cape.positions, ...box.matrix);
        });
        return values;
      }),
    ),
  );
  expect(shown[1]).toEqual(shown[0]);
});

test("a hundred hidden capes take no step, and next to no time", async () => {
  const options = { loadMesh: () => Promise.reject(), sleep: true, together: false };
  const engine = createEngine({ collision: {} }, options);
  const grid = { ...GRID, columns: 16, rows: 16 };
  await engine.change(
    Array.from({ length: 100 }, (_, n) => ({ kind: "add-cloth", id: n + 1, input: { name: `cape ${n}`, grid, pins: ["top"] } }) as const),
  );
  engine.update(1 / 60, 8);
  for (let cloth = 1; cloth <= 100; cloth++) engine.tell({ kind: "hide", cloth });
  expect(engine.update(1 / 60, 8).moved).toEqual([]);
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    engine.update(1 / 60, 8);
    engine.places();
    return performance.now() - start;
  });
  const median = times.sort((a, b) => a - b)[100];
  expect(median).toBeLessThan(0.05);
  engine.dispose();
});
