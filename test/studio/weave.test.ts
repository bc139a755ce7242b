import { expect, test } from "vitest";
import { LINEN, makeWeave } from "../../studio/src/stage/weave.ts";

test("warp and weft take turns on top, and the check's threads are lighter", () => {
  const { size, color } = makeWeave(LINEN);
  const middle = (column: number, row: number): number =>
    4 * ((row + 0.5) * LINEN.texelsPerThread * size + (column + 0.5) * LINEN.texelsPerThread);
  const red = (column: number, row: number): number => color[middle(column, row) + 1];
  expect(size).toBe(LINEN.threads * LINEN.texelsPerThread);
  expect(Math.abs(red(10, 10) - red(11, 10))).toBeGreaterThan(8);
  expect(red(0, 10)).toBeGreaterThan(red(10, 10) + 50);
});

test("normals are of length one", () => {
  const { normal } = makeWeave(LINEN);
  for (let i = 0; i < normal.length; i += 4) {
    const [x, y, z] = [normal[i], normal[i + 1], normal[i + 2]].map((byte) => byte / 127.5 - 1);
    expect(Math.sqrt(x * x + y * y + z * z)).toBeCloseTo(1, 1);
  }
});

test("the same options give the same bytes", () => {
  expect(makeWeave(LINEN).color).toEqual(makeWeave(LINEN).color);
});
