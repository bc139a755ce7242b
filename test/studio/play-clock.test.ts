import { expect, test } from "vitest";
import type { World } from "../../src/index.ts";
import { createPlayClock } from "../../studio/src/play-clock.ts";

/** A clock that is set by hand, and a world that notes what it is asked for. */
function make() {
  const time = { now: 10 };
  const asked: { seconds: number; maxSteps: number }[] = [];
  const clock = createPlayClock(() => time.now);
  const world = { update: (seconds: number, { maxSteps = 0 }) => asked.push({ seconds, maxSteps }) } as unknown as World;
  return { time, asked, clock, world };
}

test("while it plays the world is asked for the time that passed, at the speed that was chosen", () => {
  const { time, asked, clock, world } = make();
  clock.advance(world, 1);
  expect(asked).toEqual([]);
  clock.play(0);
  for (const now of [10.016, 10.033, 10.05]) {
    time.now = now;
    clock.advance(world, 1);
  }
  expect(asked.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(0.05, 12);
  clock.speed = 0.2;
  time.now = 10.15;
  clock.advance(world, 1);
  expect(asked.at(-1)?.seconds).toBeCloseTo(0.02, 12);
  clock.stop();
  time.now = 99;
  clock.advance(world, 1);
  clock.play(0);
  clock.advance(world, 1);
  expect(asked.at(-1)?.seconds).toBe(0); // what passed meanwhile is nobody's
});

test("slow steps are shown one by one, fast ones as many as a frame has time for", () => {
  const { asked, clock, world } = make();
  clock.play(0);
  for (const stepTime of [100, 10, 1, 0]) clock.advance(world, stepTime);
  expect(asked.map(({ maxSteps }) => maxSteps)).toEqual([1, 3, 33, 3]);
});

test("where a page draws slowly, the steps have the time that it draws, up to a second", () => {
  const { time, asked, clock, world } = make();
  clock.play(0);
  for (const frame of [0.105, 0.205, 0.01, 5]) {
    time.now += frame;
    clock.advance(world, 10);
  }
  expect(asked.map(({ maxSteps }) => maxSteps)).toEqual([10, 20, 16, 100]);
});

test("the ratio is of the last half second, and none while it stands", () => {
  const { time, clock } = make();
  clock.play(3);
  time.now = 10.4;
  expect(clock.ratio(3.1)).toBe(0);
  time.now = 10.5;
  expect(clock.ratio(3.25)).toBeCloseTo(0.5, 12);
  time.now = 11;
  expect(clock.ratio(3.75)).toBeCloseTo(1, 12);
  clock.stop();
  expect(clock.ratio(3.75)).toBe(0);
});
