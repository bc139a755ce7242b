import { expect, test } from "vitest";
import { stepLimit } from "../../studio/src/readout/step-limit.ts";
import { fitScale } from "../../studio/src/readout/time-scale.ts";

test("a step may take the scene's budget, else what leaves 60 frames a second in real time", () => {
  expect(stepLimit({ method: "auto", budget: 2 }, 1 / 60)).toEqual({ name: "budget", ms: 2 });
  expect(stepLimit({ method: "auto", budget: 0 }, 1 / 60)).toEqual({ name: "60 fps", ms: 1000 / 60 });
  expect(stepLimit({ method: "rk4" }, 0.005)).toEqual({ name: "60 fps", ms: 5 });
  expect(stepLimit({}, 0.25).ms).toBe(1000 / 60);
});

test("the scale holds the limit where times are near it, and shows more of what is far below", () => {
  expect(fitScale(0, 10, 0)).toBeCloseTo(0.1);
  expect(fitScale(0.4, 10, 0)).toBeCloseTo(0.5);
  for (const longest of [2.6, 5, 10, 11]) expect(fitScale(longest, 10, 0)).toBe(11);
  expect(fitScale(11.1, 10, 0)).toBe(25);
  expect(fitScale(1e6, 10, 0)).toBe(1e6);
});

test("the scale grows at once, and shrinks when times have room on the shorter one", () => {
  expect(fitScale(12, 10, 11)).toBe(25);
  expect(fitScale(10.9, 10, 25)).toBe(25);
  expect(fitScale(8.9, 10, 25)).toBe(25);
  expect(fitScale(8.7, 10, 25)).toBe(11);
  expect(fitScale(0.3, 10, 25)).toBe(0.5);
});
