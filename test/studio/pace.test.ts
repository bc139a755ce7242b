import { expect, test } from "vitest";
import { createPace, restartPace, takeSlice, takeWholeSteps } from "../../studio/src/worker/pace.ts";

test("a fast computer pays exactly the time that passed, in slices of at most one step", () => {
  const pace = createPace();
  restartPace(pace, 10);
  let paid = 0;
  for (let k = 1; k <= 250; k++) {
    const slice = takeSlice(pace, 10 + 0.004 * k, 0.01);
    expect(slice).toBeLessThanOrEqual(0.01);
    paid += slice;
  }
  expect(paid).toBeCloseTo(1, 9);
  expect(pace.ratio).toBeCloseTo(1, 1);
});

test("slow motion pays a share of it", () => {
  const pace = createPace();
  restartPace(pace, 0);
  pace.speed = 0.2;
  let paid = 0;
  for (let k = 1; k <= 200; k++) paid += takeSlice(pace, 0.005 * k, 1 / 60);
  expect(paid).toBeCloseTo(0.2, 9);
});

test("a slow computer falls behind by a tenth of a second at most, and knows its ratio", () => {
  const pace = createPace();
  restartPace(pace, 0);
  for (let k = 1; k <= 40; k++) {
    takeSlice(pace, 0.05 * k, 0.01);
    expect(pace.debt).toBeLessThanOrEqual(0.1);
  }
  expect(pace.ratio).toBeCloseTo(0.2, 2);
});

test("after a hidden tab nothing is owed", () => {
  const pace = createPace();
  restartPace(pace, 0);
  takeSlice(pace, 0.05, 0.01);
  restartPace(pace, 3600);
  expect(takeSlice(pace, 3600, 0.01)).toBe(0);
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
