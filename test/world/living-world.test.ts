import { describe, expect, test } from "vitest";
import { GRID, KINDS, play, vertexOf, withWorld } from "./worlds.ts";

describe.each(KINDS)("a world $kind", ({ options }) => {
  test("cloths come and go, and the others go on from where they are", () =>
    withWorld(options, async (world) => {
      const first = await world.addCloth({ grid: GRID, pins: ["top-left", "top-right"] });
      await play(world, 20);
      const before = first.positions.slice();
      expect(vertexOf(first, 63)[1]).toBeLessThan(0.9);
      const second = await world.addCloth({ grid: { ...GRID, origin: [2, 1, 0] } });
      expect(world.cloths).toEqual([first, second]);
      expect(first.positions).toEqual(before);
      expect(vertexOf(second, 0)).toEqual([2, 1, 0]);
      await play(world, 5);
      expect(first.positions).not.toEqual(before);
      await first.remove();
      expect(first.isRemoved).toBe(true);
      expect(world.cloths).toEqual([second]);
      expect(() => first.pin(0)).toThrow('cloth: got "cloth 1"; it was removed from its world: add another');
      expect(world.time).toBeCloseTo(25 / 60, 12);
    }));

  test("cloths that meet each other share a simulation, and keep state and cuts when others come and go", () =>
    withWorld({ ...options, collision: { self: true } }, async (world) => {
      const first = await world.addCloth({ grid: GRID, pins: ["top"] });
      const second = await world.addCloth({ grid: { ...GRID, origin: [-0.5, 1.2, 0] }, pins: ["top"] });
      await play(world, 10);
      await second.cutAlong([
        [0.0714, 1.2, 1.1],
        [0.0714, 1.2, 0.5],
      ]);
      expect(second.vertexCount).toBeGreaterThan(64);
      await play(world, 10);
      const [before, count] = [second.positions.slice(), second.vertexCount];
      const third = await world.addCloth({ grid: { ...GRID, origin: [-0.5, 2, 0] } });
      expect(second.positions).toEqual(before);
      await first.remove();
      expect([second.vertexCount, second.origin[64], third.vertexCount]).toEqual([count, second.origin[64], 64]);
      expect(second.positions).toEqual(before);
      await play(world, 10);
      expect(second.positions).not.toEqual(before);
      for (const x of second.positions) expect(Math.abs(x)).toBeLessThan(3);
    }));

  test("fabric, gravity, wind and friction change without starting over", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ grid: GRID, pins: ["top"], fabric: "cotton" });
      await play(world, 10);
      const before = sheet.positions.slice();
      await sheet.set({ fabric: "silk" });
      await world.set({ collision: { friction: 0.9 } });
      expect(sheet.positions).toEqual(before);
      await world.set({ gravity: { x: 0, y: 9.81, z: 0 }, wind: { velocity: [0, 0, 3], airDensity: 1.2 } });
      await play(world, 60);
      expect(vertexOf(sheet, 63)[1]).toBeGreaterThan(before[3 * 63 + 1]);
      await world.set({ wind: null });
      await expect(world.set({ gravity: [0, 1] as never })).rejects.toThrow("gravity: got 2 entries; give three numbers");
      await expect(sheet.set({ fabric: "sikl" as never })).rejects.toThrow(/cloth\.fabric: got "sikl"; did you mean "silk"\?/);
      await play(world, 1);
    }));

  test("vertices go with a body that they are attached to, and come free with it", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ box: { center: [0, 3, 0], halfSizes: [0.1, 0.1, 0.1] } });
      const sheet = await world.addCloth({ grid: GRID });
      sheet.attach([0, 7], box);
      const [left, right] = [vertexOf(sheet, 0), vertexOf(sheet, 7)];
      await play(world, 30, (frame) => box.place({ position: [0.01 * frame, 3, 0], quaternion: [0, 0, 0, 1] }));
      await world.addCollider({ plane: { point: [0, -5, 0], normal: [0, 1, 0] } }); // another simulation, the same pins
      await play(world, 1);
      expect(vertexOf(sheet, 0)[0]).toBeCloseTo(left[0] + 0.29, 5);
      expect(vertexOf(sheet, 7)[0]).toBeCloseTo(right[0] + 0.29, 5);
      expect(box.matrix[12]).toBeCloseTo(0.29, 6);
      await box.remove();
      await play(world, 20);
      expect(vertexOf(sheet, 0)[1]).toBeLessThan(0.95);
    }));

  test("other pins hold vertices where they are, and let the others go", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ grid: GRID, pins: ["top"] });
      await play(world, 20);
      await sheet.set({ pins: [63] });
      await play(world, 1); // the end of the last step is shown
      const held = vertexOf(sheet, 63);
      await play(world, 20);
      expect(vertexOf(sheet, 63)).toEqual(held);
      expect(vertexOf(sheet, 0)[1]).toBeLessThan(0.95);
    }));

  test("a cloth that comes later is attached to bodies where they are by then", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ name: "box", box: { center: [0, 3, 0], halfSizes: [0.1, 0.1, 0.1] } });
      const place = (x: number) => box.place({ position: [x, 3, 0], quaternion: [0, 0, 0, 1] });
      const attachments = [{ vertices: [0], to: "box" }];
      place(5); // before there is any cloth
      const first = await world.addCloth({ grid: GRID, attachments });
      await play(world, 10, () => place(5));
      expect(vertexOf(first, 0)[0]).toBeCloseTo(-0.5, 6);
      await play(world, 10, (frame) => place(5 + 0.01 * frame));
      const second = await world.addCloth({ grid: GRID, attachments });
      await play(world, 10, () => place(5.09));
      expect(vertexOf(first, 0)[0]).toBeCloseTo(-0.41, 6);
      expect(vertexOf(second, 0)[0]).toBeCloseTo(-0.5, 6);
      await second.set({ fabric: "silk" });
      place(6.09);
      await play(world, 2, () => place(6.09));
      expect(vertexOf(second, 0)[0]).toBeCloseTo(0.5, 6);
      await box.remove();
      await play(world, 30);
      expect(vertexOf(second, 0)[1]).toBeLessThan(0.9);
    }));

  test("after a reset cloth hangs again where it was attached, on the body where that is now", () =>
    withWorld(options, async (world) => {
      const box = await world.addCollider({ box: { center: [0, 3, 0], halfSizes: [0.1, 0.1, 0.1] } });
      const sheet = await world.addCloth({ grid: GRID, pins: [0] });
      sheet.attach([0, 7], box);
      const start = sheet.positions.slice();
      const half = Math.SQRT1_2;
      await play(world, 30, (frame) =>
        box.place({ position: [0.02 * frame, 3, 0], quaternion: frame < 15 ? [0, 0, 0, 1] : [0, half, 0, half] }),
      );
      await world.reset();
      for (const vertex of [0, 7, 63]) {
        const [x, y, z] = start.slice(3 * vertex, 3 * vertex + 3); // turned by a quarter about the box, and with it
        for (const [c, value] of [z + 0.58, y, -x].entries()) expect(vertexOf(sheet, vertex)[c]).toBeCloseTo(value, 5);
      }
      const [before] = vertexOf(sheet, 7);
      await play(world, 10, (frame) => box.place({ position: [0.58 + 0.01 * frame, 3, 0], quaternion: [0, half, 0, half] }));
      await play(world, 1);
      expect(vertexOf(sheet, 7)[0]).toBeCloseTo(before + 0.09, 5);
    }));

  test("bodies that come later are met, and those that go are not", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ grid: GRID });
      const floor = await world.addCollider({ plane: { point: [0, 0.9, 0], normal: [0, 1, 0] } });
      await play(world, 40);
      expect(Math.min(...sheet.positions.filter((_, c) => c % 3 === 1))).toBeGreaterThan(0.89);
      await floor.remove();
      await play(world, 30);
      expect(Math.max(...sheet.positions.filter((_, c) => c % 3 === 1))).toBeLessThan(0.7);
      await world.reset();
      expect([world.time, vertexOf(sheet, 0)[1]]).toEqual([0, 1]);
    }));

  test("a hand draws cloth along, and gives way before it is stretched", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ grid: GRID, pins: ["top"] });
      const hit = world.pick({ origin: [0.2, 5, 0.8], direction: { x: 0, y: -1, z: 0 } });
      expect(hit?.cloth).toBe(sheet);
      expect(hit?.point[1]).toBeCloseTo(1, 6);
      expect(hit?.distance).toBeCloseTo(4, 6);
      if (hit === undefined) return;
      expect(vertexOf(sheet, hit.vertex)[0]).toBeCloseTo(0.2143, 3);
      const hand = world.drag(hit);
      hand.moveTo([0.2, 1.3, 0.5]);
      await play(world, 60);
      const held = vertexOf(sheet, hit.vertex);
      expect(Math.hypot(held[0] - 0.2, held[1] - 1.3, held[2] - 0.5)).toBeLessThan(0.01);
      hand.moveTo([0.2, 30, 0.5]);
      await play(world, 60);
      for (const other of [hit.vertex - 1, hit.vertex + 1, hit.vertex - 8, hit.vertex + 8]) {
        const [one, two] = [vertexOf(sheet, hit.vertex), vertexOf(sheet, other)];
        expect(Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])).toBeLessThan((1.3 * 1) / 7);
      }
      hand.release();
      const above = vertexOf(sheet, hit.vertex)[1];
      await play(world, 60);
      expect(vertexOf(sheet, hit.vertex)[1]).toBeLessThan(above - 0.2);
      expect(world.pick({ origin: [9, 5, 0], direction: [0, -1, 0] })).toBeUndefined();
    }));
});

test("a world in a worker shows the same bits as one in this thread, frame by frame", async () => {
  const frames = await Promise.all(
    KINDS.map(({ options }) =>
      withWorld({ ...options, collision: { self: true } }, async (world) => {
        const ball = await world.addCollider({ sphere: { center: [0, 0.4, 0.5], radius: 0.3 } });
        const sheet = await world.addCloth({ grid: GRID, withTangents: true, fabric: "jersey" });
        const shown: number[] = [];
        await play(world, 40, async (frame) => {
          ball.place({ position: [0, 0.4 + 0.005 * frame, 0.5], quaternion: [0, 0, 0, 1] });
          if (frame === 20) await sheet.cut([[3, 11]]);
          shown.push(...sheet.positions, ...sheet.normals, ...(sheet.tangents ?? []), ...ball.matrix);
        });
        return shown;
      }),
    ),
  );
  expect(frames[0].length).toBeGreaterThan(20_000);
  expect(frames[1]).toEqual(frames[0]);
});
