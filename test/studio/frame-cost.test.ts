import { expect, test } from "vitest";
import { createFrameCost } from "../../studio/src/readout/frame-cost.ts";

test("a frame costs the sum of what was counted in it; nested work counts once", () => {
  let clock = 0;
  const cost = createFrameCost(() => clock);
  const work = (ms: number) => () => {
    clock += ms;
  };
  for (let frame = 0; frame < 9; frame++) {
    cost.count(work(1));
    clock += 50; // drawing, not counted
    cost.count(() => {
      cost.count(work(2));
      clock += frame === 4 ? 30 : 1;
    });
    cost.endFrame();
  }
  expect(cost.median()).toBe(4);
  expect(cost.largest()).toBe(33);
  cost.restart();
  expect([cost.median(), cost.largest()]).toEqual([0, 0]);
});

test("work that throws is counted too", () => {
  let clock = 0;
  const cost = createFrameCost(() => clock);
  expect(() =>
    cost.count(() => {
      clock += 5;
      throw new Error("no");
    }),
  ).toThrow("no");
  cost.endFrame();
  expect(cost.median()).toBe(5);
});
