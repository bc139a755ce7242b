import { STAGES } from "drape";
import { expect, test } from "vitest";
import { createStageTimes } from "../../studio/src/worker/stage-times.ts";

const step = (solve: number) => ({ drive: 1, forces: 0, solve, collide: 0, advance: 0, measure: 0 });
const NOTHING = { median: 0, p95: 0, worst: 0 };

test("a step takes what its stages take together; before the first batch is closed nothing is known", () => {
  const times = createStageTimes();
  expect(times.add({ drive: 1, forces: 2, solve: 4, collide: 8, advance: 16, measure: 32 })).toBe(63);
  expect(times.mean()).toEqual({});
  expect(times.spread().step).toEqual(NOTHING);
});

test("every step of the last twenty batches counts alike, and older ones no more", () => {
  const times = createStageTimes();
  times.add(step(1000));
  times.flush();
  for (let batch = 0; batch < 20; batch++) {
    for (let n = 0; n <= batch; n++) times.add(step(batch));
    times.flush();
  }
  const mean = times.mean();
  expect(mean.solve).toBeCloseTo(2660 / 210, 12); // Σ b (b + 1) over Σ (b + 1), b = 0 … 19
  expect(mean.drive).toBe(1);
  expect(times.spread().solve).toEqual({ median: 13.5, p95: 19, worst: 19 }); // half of the 210 are at most 13
});

test("median, 95 of 100 and the longest are those of each stage for itself, and of the whole step", () => {
  const times = createStageTimes();
  for (let n = 1; n <= 100; n++) {
    times.add({ drive: 1, forces: 101 - n, solve: n, collide: n === 50 ? 30 : 0, advance: 0, measure: n > 94 ? 2 : 0 });
    if (n % 10 === 0) times.flush();
  }
  const spread = times.spread();
  expect(Object.keys(spread).sort()).toEqual([...STAGES, "step"].sort());
  expect(spread.drive).toEqual({ median: 1, p95: 1, worst: 1 });
  expect(spread.forces).toEqual({ median: 50.5, p95: 95, worst: 100 });
  expect(spread.solve).toEqual({ median: 50.5, p95: 95, worst: 100 });
  expect(spread.collide).toEqual({ median: 0, p95: 0, worst: 30 });
  expect(spread.measure).toEqual({ median: 0, p95: 2, worst: 2 });
  expect(spread.step).toEqual({ median: 102, p95: 104, worst: 132 });
});

test("of more than 512 steps the newest count, however often the rings go round", () => {
  const times = createStageTimes();
  for (let n = 1; n <= 1700; n++) {
    times.add(step(n));
    if (n % 100 === 0) times.flush();
  }
  expect(times.mean().solve).toBe((1189 + 1700) / 2);
  expect(times.spread().solve).toEqual({ median: 1444.5, p95: 1189 + 486, worst: 1700 }); // ⌈0.95 · 512⌉ = 487
});

test("steps of the current batch do not count yet", () => {
  const times = createStageTimes();
  times.add(step(2));
  times.flush();
  for (let n = 0; n < 100; n++) times.add(step(50));
  expect(times.spread().solve).toEqual({ median: 2, p95: 2, worst: 2 });
});

test("a batch without steps leaves what counts as it is, and clear forgets it", () => {
  const times = createStageTimes();
  times.add(step(2));
  for (let n = 0; n < 40; n++) times.flush();
  expect(times.mean()).toEqual(step(2));
  expect(times.spread().step).toEqual({ median: 3, p95: 3, worst: 3 });
  times.clear();
  expect(times.mean()).toEqual({});
  expect(times.spread().step).toEqual(NOTHING);
});
