import { expect, test } from "vitest";
import { createPace, restartPace, takeWholeSteps } from "../../studio/src/compare/pace.ts";

test("slow motion pays a share of the time that passed, and the ratio tells it", () => {
  const pace = createPace();
  restartPace(pace, 0);
  pace.speed = 0.2;
  let paid = 0;
  for (let k = 1; k <= 200; k++) paid += takeWholeSteps(pace, 0.005 * k, 0.001, 9);
  expect(paid).toBeGreaterThanOrEqual(199);
  expect(paid).toBeLessThanOrEqual(200);
  expect(pace.ratio).toBeCloseTo(0.2, 1);
});

test("a slow computer falls behind by a tenth of a second at most, and knows its ratio", () => {
  const pace = createPace();
  restartPace(pace, 0);
  for (let k = 1; k <= 40; k++) {
    takeWholeSteps(pace, 0.05 * k, 0.01, 1);
    expect(pace.debt).toBeLessThanOrEqual(0.1);
  }
  expect(pace.ratio).toBeCloseTo(0.2, 2);
});

test("after a hidden tab nothing is owed", () => {
  const pace = createPace();
  restartPace(pace, 0);
  takeWholeSteps(pace, 0.05, 0.01, 9);
  restartPace(pace, 3600);
  expect(takeWholeSteps(pace, 3600, 0.01, 9)).toBe(0);
});

test("whole steps are paid when their time has come, however long a step is, and never more than may be", () => {
  const pace = createPace();
  restartPace(pace, 0);
  let taken = 0;
  for (let k = 1; k <= 100; k++) taken += takeWholeSteps(pace, 0.01 * k, 0.25, 9);
  expect(taken).toBeGreaterThanOrEqual(3);
  expect(taken).toBeLessThanOrEqual(4);
  restartPace(pace, 0);
  expect([0.09, 0.1, 0.5].map((now) => takeWholeSteps(pace, now, 0.02, 3))).toEqual([3, 2, 3]);
});
