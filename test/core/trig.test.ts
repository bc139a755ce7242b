import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { atan2, computeAngle, computeSineCosine, cos, sin } from "../../src/core/trig.ts";

/** The largest |ours − Math's| that the head comment of trig.ts allows, with room for Math's own rounding. */
const ALLOWED = 3e-15;

test("sine and cosine agree with the built-in ones over |x| ≤ 1e5", () => {
  const random = createRandom(1);
  let worst = 0;
  for (let i = 0; i < 300_000; i++) {
    const x = (2 * random() - 1) * [1, 10, 1e5][i % 3];
    worst = Math.max(worst, Math.abs(sin(x) - Math.sin(x)), Math.abs(cos(x) - Math.cos(x)));
  }
  expect(worst).toBeLessThan(ALLOWED);
});

test("the argument reduction survives the multiples of π/2, where everything cancels", () => {
  let worst = 0;
  for (let n = -63_661; n <= 63_661; n++) {
    const x = (n * Math.PI) / 2;
    const gap = n % 2 === 0 ? sin(x) - Math.sin(x) : cos(x) - Math.cos(x); // the one that is nearly zero
    worst = Math.max(worst, Math.abs(gap));
  }
  expect(worst).toBeLessThan(1e-24);
});

test("sine is odd and cosine is even, to the last bit", () => {
  const random = createRandom(2);
  for (let i = 0; i < 1000; i++) {
    const x = random() * 100;
    expect(sin(-x)).toBe(-sin(x));
    expect(cos(-x)).toBe(cos(x));
  }
});

test("at zero they are exact, and sin² + cos² is 1 everywhere", () => {
  expect(sin(0)).toBe(0);
  expect(cos(0)).toBe(1);
  expect(sin(1e-300)).toBe(1e-300);
  for (let x = -50; x <= 50; x += 0.37) expect(Math.abs(sin(x) ** 2 + cos(x) ** 2 - 1)).toBeLessThan(1e-15);
});

test("each quadrant has its signs", () => {
  const signs = [0.3, 2, 4, 5].map((x) => [Math.sign(sin(x)), Math.sign(cos(x))]);
  expect(signs).toEqual([
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ]);
});

test("atan2 agrees with the built-in one in every direction and at every length", () => {
  const random = createRandom(3);
  let worst = 0;
  for (let i = 0; i < 300_000; i++) {
    const size = [1, 1e-200, 1e200][i % 3];
    const x = (2 * random() - 1) * size;
    const y = (2 * random() - 1) * size;
    worst = Math.max(worst, Math.abs(atan2(y, x) - Math.atan2(y, x)));
  }
  expect(worst).toBeLessThan(ALLOWED);
});

test("small angles keep their relative accuracy", () => {
  for (const angle of [1e-300, 1e-20, 1e-8, 1e-3, 0.1]) {
    expect(Math.abs(atan2(angle, 1) / Math.atan2(angle, 1) - 1)).toBeLessThan(ALLOWED);
    expect(Math.abs(sin(angle) / Math.sin(angle) - 1)).toBeLessThan(ALLOWED);
  }
});

test("atan2 is exact on the axes, in (−π, π], and 0 for the vector that points nowhere", () => {
  expect(atan2(0, 1)).toBe(0);
  expect(atan2(1, 0)).toBe(Math.PI / 2);
  expect(atan2(0, -1)).toBe(Math.PI);
  expect(atan2(-0, -1)).toBe(Math.PI);
  expect(atan2(-1, 0)).toBe(-Math.PI / 2);
  expect(atan2(0, 0)).toBe(0);
  expect(Math.abs(atan2(1, 1) - Math.PI / 4)).toBeLessThan(2e-16);
});

test("through an array gives the same bits", () => {
  const io = new Float64Array(3);
  for (let k = -400; k <= 400; k++) {
    const angle = 0.037 * k + 1e-3 * k * k;
    io[1] = angle;
    computeSineCosine(io, 1);
    expect([io[1], io[2]]).toEqual([sin(angle) + 0, cos(angle) + 0]);
    io[1] = k;
    io[2] = angle;
    computeAngle(io, 1);
    expect(io[1]).toBe(k === 0 && angle === 0 ? 0 : atan2(k, angle));
  }
});
