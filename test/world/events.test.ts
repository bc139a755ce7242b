import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/core/errors.ts";
import { GRID, KINDS, play, vertexOf, withWorld } from "./worlds.ts";

describe.each(KINDS)("a world $kind", ({ options }) => {
  test("tells when cloth begins and ceases to touch a body", () =>
    withWorld(options, async (world) => {
      const ball = await world.addCollider({ sphere: { center: [0, 0.6, 0.5], radius: 0.3 } });
      const sheet = await world.addCloth({ grid: GRID });
      const told: unknown[] = [];
      const end = world.on("contact", ({ cloth, collider, isTouching }) => told.push([cloth, collider, isTouching]));
      await play(world, 20);
      expect(told).toEqual([[sheet, ball, true]]);
      await play(world, 30, (frame) => ball.place({ position: [0, 0.6 - 0.2 * frame, 0.5], quaternion: [0, 0, 0, 1] }));
      expect(told.at(-1)).toEqual([sheet, ball, false]);
      end();
    }));

  test("cloth at rest sleeps; what comes near, or touches it, wakes it, and what is far does not", () =>
    withWorld(options, async (world) => {
      await world.addCollider({ plane: { point: [0, 0.99, 0], normal: [0, 1, 0] }, friction: 1 });
      const ball = await world.addCollider({ sphere: { center: [0, 4, 0.5], radius: 0.2 } });
      const sheet = await world.addCloth({ grid: GRID });
      const rested: unknown[] = [];
      world.on("rest", ({ cloth }) => rested.push(cloth));
      await play(world, 150);
      expect([rested, sheet.isAsleep]).toEqual([[sheet], true]);
      const asleep = sheet.positions.slice();
      await play(world, 20, (frame) => ball.place({ position: [0, 4 - 0.05 * frame, 0.5], quaternion: [0, 0, 0, 1] }));
      expect([sheet.isAsleep, world.time]).toEqual([true, expect.closeTo(170 / 60, 10)]);
      expect(sheet.positions).toEqual(asleep);
      await play(world, 50, (frame) => ball.place({ position: [0, 3 - 0.04 * frame, 0.5], quaternion: [0, 0, 0, 1] }));
      expect(sheet.isAsleep).toBe(false);
      expect(sheet.positions).not.toEqual(asleep);
      await play(world, 150);
      expect(sheet.isAsleep).toBe(true);
      sheet.grab(0, [-0.5, 1.5, 0]);
      await play(world, 2);
      expect(sheet.isAsleep).toBe(false);
      expect(vertexOf(sheet, 0)[1]).toBeGreaterThan(1.2);
    }));

  test("a step that fails is told, changes nothing, and a reset recovers", () =>
    withWorld({ ...options, solver: { method: "explicit-euler" }, timestep: 1 / 60 }, async (world) => {
      const sheet = await world.addCloth({ grid: GRID, pins: ["top"], fabric: "denim" });
      const told: unknown[] = [];
      world.on("unstable", ({ cloths, error }) => told.push(cloths, error));
      await play(world, 60);
      expect(told[0]).toEqual([sheet]);
      expect(told[1]).toBeInstanceOf(NumericalError);
      expect(told.length).toBe(2);
      expect(world.failure?.message).toMatch(/^explicit-euler became unstable at step \d+/);
      expect(sheet.positions.every(Number.isFinite)).toBe(true);
      await world.reset();
      expect(world.failure).toBeUndefined();
      await world.set({ solver: { method: "implicit-euler" } });
      await play(world, 30);
      expect([world.failure, told.length]).toEqual([undefined, 2]);
    }));

  test("cloth that tears says so, and has another mesh", () =>
    withWorld(options, async (world) => {
      const sheet = await world
        .addCloth({ grid: GRID, fabric: { base: "cotton", strength: 100 } as never, tear: true, pins: ["top"] })
        .catch(() => world.addCloth({ grid: GRID, fabric: "jersey", tear: true, pins: ["top"] }));
      const told: unknown[] = [];
      world.on("tear", ({ cloth }) => told.push(cloth));
      const { vertexCount, revision } = sheet;
      await play(world, 60, (frame) => {
        for (let column = 0; column < 8; column++) sheet.grab(56 + column, [-0.5 + column / 7, 1, 1 + 0.08 * frame]);
      });
      expect(told[0]).toBe(sheet);
      expect(sheet.vertexCount).toBeGreaterThan(vertexCount);
      expect(sheet.revision).toBeGreaterThan(revision);
      expect(sheet.positions.length).toBe(3 * sheet.vertexCount);
    }));

  test("an error of a listener reaches the caller, or the page, and the world goes on", () =>
    withWorld(options, async (world) => {
      const sheet = await world.addCloth({ grid: GRID });
      const errors: string[] = [];
      const heard = (error: Error): void => {
        errors.push(error.message);
      };
      const others = process.listeners("uncaughtException");
      process.removeAllListeners("uncaughtException");
      process.on("uncaughtException", heard);
      try {
        const end = world.on("frame", () => {
          throw new Error("mine");
        });
        try {
          world.update(1 / 60);
        } catch (error) {
          heard(error as Error);
        }
        await world.settle();
        await expect.poll(() => errors).toEqual(["mine"]);
        end();
      } finally {
        process.removeListener("uncaughtException", heard);
        for (const listener of others) process.on("uncaughtException", listener);
      }
      await play(world, 5);
      expect(world.time).toBeCloseTo(6 / 60, 12);
      expect(vertexOf(sheet, 0)[1]).toBeLessThan(1);
    }));
});

test("onStep is called for every step, also while all cloth sleeps, and what has slept goes on at the world's time", () =>
  withWorld({}, async (world) => {
    await world.addCollider({ plane: { point: [0, 0.999, 0], normal: [0, 1, 0] }, friction: 1 });
    const sheet = await world.addCloth({ grid: GRID });
    const times: number[] = [];
    for (let frame = 0; frame < 100; frame++) world.update(1 / 30, (time) => times.push(time));
    expect(sheet.isAsleep).toBe(true);
    expect(times.length).toBe(200);
    for (const [n, time] of times.entries()) expect(time).toBeCloseTo((n + 1) / 60, 9);
    sheet.grab(0, [-0.5, 1.1, 0]);
    world.update(1 / 30, (time) => times.push(time));
    expect(times.at(-1)).toBeCloseTo(202 / 60, 9);
    expect(sheet.isAsleep).toBe(false);
  }));

test("a setting of collision leaves the others as they are", () =>
  withWorld({ collision: { self: true, thickness: 0.02 } }, async (world) => {
    await world.addCollider({ plane: { point: [0, 0.9, 0], normal: [0, 1, 0] } });
    const lower = await world.addCloth({ grid: GRID });
    const upper = await world.addCloth({ grid: { ...GRID, origin: [-0.5, 1.1, 0] } });
    await world.set({ collision: { friction: 0.8 } });
    await play(world, 60);
    const heights = ({ positions }: { positions: Float32Array }) => positions.filter((_, c) => c % 3 === 1);
    expect(Math.min(...heights(upper)) - Math.max(...heights(lower))).toBeGreaterThan(-0.05);
    expect(vertexOf(upper, 27)[1] - vertexOf(lower, 27)[1]).toBeGreaterThan(0.01);
  }));
