import { expect, test } from "vitest";
import { spreadOf } from "../../src/core/spread.ts";

/** 1 to `count`, each once, not in order. */
function shuffled(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, n) => ((7 * n) % count) + 1);
}

test("of a hundred times five are longer than p95; the median of an even number is between the two in the middle", () => {
  expect(spreadOf(shuffled(100))).toEqual({ median: 50.5, p95: 95, worst: 100 });
  expect(spreadOf(shuffled(99))).toEqual({ median: 50, p95: 95, worst: 99 });
});

test("p95 is one of the times, and exact where 95 of 100 are a whole number", () => {
  for (let count = 20; count <= 2000; count += 20)
    expect(spreadOf(Float64Array.from({ length: count }, (_, n) => n + 1)).p95).toBe(0.95 * count);
  expect(spreadOf(Float64Array.of(3, 1))).toEqual({ median: 2, p95: 3, worst: 3 });
  expect(spreadOf(Float64Array.of(7))).toEqual({ median: 7, p95: 7, worst: 7 });
});

test("numbers are sorted as numbers, and of none the spread is nothing", () => {
  expect(spreadOf(Float64Array.of(10, 9, 100))).toEqual({ median: 10, p95: 100, worst: 100 });
  expect(spreadOf(new Float64Array(0))).toEqual({ median: 0, p95: 0, worst: 0 });
});
