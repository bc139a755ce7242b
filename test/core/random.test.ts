import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, smoothNoise } from "../../src/core/random.ts";

const take = (seed: number, count: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random());
};

test("the sequence of a seed is fixed for ever", () => {
  // sfc32 seeded by MurmurHash3 of (seed, 1..3), from an implementation of our own in another language
  expect(take(1, 4)).toEqual([0.6160391054581851, 0.9550896650180221, 0.7111835719551891, 0.7783963861875236]);
  expect(take(2026, 3)).toEqual([0.8274378685746342, 0.6350060456898063, 0.499276778427884]);
});

test("the same seed repeats itself and two seeds do not meet", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (a, b) => {
      expect(take(a, 20)).toEqual(take(a, 20));
      if (a !== b) expect(take(a, 20)).not.toEqual(take(b, 20));
    }),
  );
});

test("numbers lie in [0, 1), with mean 1/2, variance 1/12 and no memory", () => {
  for (const seed of [0, 1, 12345]) {
    const numbers = take(seed, 100_000);
    const mean = numbers.reduce((sum, u) => sum + u, 0) / numbers.length;
    const spread = numbers.reduce((sum, u) => sum + (u - mean) ** 2, 0) / numbers.length;
    const neighbours = numbers.reduce((sum, u, i) => sum + (i > 0 ? (u - mean) * (numbers[i - 1] - mean) : 0), 0);
    expect(numbers.every((u) => u >= 0 && u < 1)).toBe(true);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.004); // four standard errors
    expect(Math.abs(spread - 1 / 12)).toBeLessThan(0.001);
    expect(Math.abs(neighbours / numbers.length / spread)).toBeLessThan(0.013);
  }
});

test("smooth noise takes its fixed values at whole numbers, and does not come round again", () => {
  const values = [0, 1, 1_000_000, -3].map((s) => smoothNoise(1, 0, s));
  expect(values).toEqual([0.6593472677421168, 0.09271217488979744, 0.8545790104788213, 0.7166591430354536]);
});

test("smooth noise stays in [−1, 1] and reaches well out", () => {
  let low = 0;
  let high = 0;
  for (let s = -500; s < 500; s += 0.05) {
    const value = smoothNoise(3, 0, s);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  expect(low).toBeGreaterThanOrEqual(-1);
  expect(high).toBeLessThanOrEqual(1);
  expect(low).toBeLessThan(-0.9);
  expect(high).toBeGreaterThan(0.9);
});

test("smooth noise is continuous and so is its slope, also across whole numbers and below zero", () => {
  const step = 1e-4;
  const slope = (s: number): number => (smoothNoise(5, 1, s + step) - smoothNoise(5, 1, s - step)) / (2 * step);
  for (let s = -5; s <= 5; s += 0.125) {
    // the steepest cubic between −1 and 1 rises by 3 per unit and bends by 12
    expect(Math.abs(smoothNoise(5, 1, s + 1e-9) - smoothNoise(5, 1, s - 1e-9))).toBeLessThan(6.1e-9);
    expect(Math.abs(slope(s + step) - slope(s - step))).toBeLessThan(12 * 2 * step * 1.01);
  }
});

test("seeds and channels of smooth noise have nothing in common", () => {
  const series = (seed: number, channel: number): number[] => Array.from({ length: 2000 }, (_, i) => smoothNoise(seed, channel, i));
  const correlation = (a: number[], b: number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i], 0) / Math.sqrt(dot(a, a) * dot(b, b));
  const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
  expect(smoothNoise(1, 0, 2.5)).toBe(smoothNoise(1, 0, 2.5));
  expect(Math.abs(correlation(series(1, 0), series(2, 0)))).toBeLessThan(0.1);
  expect(Math.abs(correlation(series(1, 0), series(1, 1)))).toBeLessThan(0.1);
});
