import { afterEach, expect, test, vi } from "vitest";
import { ADVANCE, COLLIDE, createStageClock, DRIVE, FORCES, MEASURE, SOLVE, STAGES } from "../../src/core/profile.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("each stage's dial shows the time since the lap before", () => {
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const clock = createStageClock();
  const spend = (stage: number, ms: number): void => {
    now += ms;
    clock.lap(stage);
  };
  clock.start();
  spend(DRIVE, 1);
  spend(FORCES, 2);
  spend(SOLVE, 4);
  spend(FORCES, 8);
  spend(COLLIDE, 16);
  spend(ADVANCE, 32);
  spend(MEASURE, 64);
  expect(clock.read()).toEqual({ drive: 1, forces: 10, solve: 4, collide: 16, advance: 32, measure: 64 });
  clock.start();
  expect(Object.values(clock.read())).toEqual([0, 0, 0, 0, 0, 0]);
});

test("the stages are those of a step, in order", () => {
  expect(STAGES).toEqual(["drive", "forces", "solve", "collide", "advance", "measure"]);
  expect([DRIVE, FORCES, SOLVE, COLLIDE, ADVANCE, MEASURE]).toEqual([0, 1, 2, 3, 4, 5]);
});
