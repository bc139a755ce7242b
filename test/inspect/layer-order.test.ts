import { expect, test } from "vitest";
import { describeLayers, layersKeptOrder } from "../../src/inspect/layer-order.ts";
import { join, type Placed, placeSheet } from "./sheets.ts";

const N = 12;

/** Sheets at the given heights, wavy alike, each a little aside so that no vertex is above another. */
function stack(heights: readonly number[], wave = 0.1): Placed & { parts: Uint32Array[] } {
  return join(
    heights.map((height, k) =>
      placeSheet(N, (u, v) => [u + 0.013 * k, height + wave * Math.sin(7 * u + 0.09 * k) * Math.sin(5 * v), v + 0.007 * k]),
    ),
  );
}

test("a stack in its order, flat or wavy, has no violations", () => {
  const start = stack([0, 0.1, 0.2, 0.3], 0);
  const layers = describeLayers(start.positions, start.parts);
  expect(layersKeptOrder(start.positions, layers)).toBe(0);
  expect(layersKeptOrder(stack([0, 0.02, 0.04, 0.06]).positions, layers)).toBe(0);
  expect(layersKeptOrder(stack([5, 5.02, 5.04, 5.06]).positions, layers)).toBe(0);
});

test("two sheets that swapped places are found wherever they overlap, and so are swaps in the midst of a stack", () => {
  const pair = stack([0, 0.1], 0);
  const swapped = layersKeptOrder(stack([0.1, 0]).positions, describeLayers(pair.positions, pair.parts));
  expect(swapped).toBeGreaterThanOrEqual(2 * (N - 1) ** 2);
  expect(swapped).toBeLessThanOrEqual(2 * N * N);
  const four = stack([0, 0.1, 0.2, 0.3], 0);
  const layers = describeLayers(four.positions, four.parts);
  expect(layersKeptOrder(stack([0, 0.2, 0.1, 0.3]).positions, layers)).toBeGreaterThanOrEqual(2 * (N - 1) ** 2);
  expect(layersKeptOrder(stack([0.3, 0.1, 0.2, 0]).positions, layers)).toBeGreaterThanOrEqual(3 * (N - 1) ** 2);
});

test("a single vertex pulled through the sheet above is one violation, and around it others may see it", () => {
  const start = stack([0, 0.1], 0);
  const layers = describeLayers(start.positions, start.parts);
  const positions = start.positions.slice();
  positions[3 * (5 * N + 5) + 1] = 0.15;
  const violations = layersKeptOrder(positions, layers);
  expect(violations).toBeGreaterThanOrEqual(1);
  expect(violations).toBeLessThan(8);
});

test("sheets that no longer overlap, and sheets that only touch, have no violations", () => {
  const start = stack([0, 0.1], 0);
  const layers = describeLayers(start.positions, start.parts);
  const apart = start.positions.map((value, i) => (i >= 3 * N * N && i % 3 === 0 ? value + 3 : i >= 3 * N * N && i % 3 === 1 ? -1 : value));
  expect(layersKeptOrder(apart, layers)).toBe(0);
  expect(layersKeptOrder(stack([0, 0], 0).positions, layers)).toBe(0);
});

test("a stack folded in half together keeps its order, folded up or down", () => {
  const start = stack([0, 0.1], 0);
  const layers = describeLayers(start.positions, start.parts);
  for (const way of [1, -1]) {
    // Bend both sheets about a rod along x, the lower one outside (up) or inside (down).
    const folded = join(
      [0, 0.02].map((height, k) =>
        placeSheet(N, (u, v) => {
          const s = v + 0.007 * k - 0.45;
          const radius = 0.1 - way * height;
          const angle = s / 0.1;
          const turn = Math.max(0, Math.min(Math.PI, angle));
          const rest = s - turn * 0.1;
          const z = Math.sin(turn) * radius + Math.cos(turn) * rest;
          return [u + 0.013 * k, way * (0.1 - Math.cos(turn) * radius + Math.sin(turn) * rest), z];
        }),
      ),
    );
    expect(layersKeptOrder(folded.positions, layers)).toBe(0);
  }
});

test("an edge of the lower sheet folded under itself, or of the upper one wrapped about the lower one, is no violation", () => {
  const flat = (k: number, height: number): Placed => placeSheet(N, (u, v) => [u + 0.013 * k, height, v + 0.007 * k]);
  const start = join([flat(0, 0), flat(1, 0.1)]);
  const layers = describeLayers(start.positions, start.parts);
  const under = (k: number, height: number, depth: number, at: number): Placed =>
    placeSheet(N, (u, v) => (v < at ? [u + 0.013 * k, height, v] : [u + 0.013 * k, height - depth, 2 * at - v]));
  expect(layersKeptOrder(join([under(0, 0, 0.02, 0.7), flat(1, 0.1)]).positions, layers)).toBe(0);
  const short = placeSheet(N, (u, v) => [u, 0, 0.6 * v]);
  expect(layersKeptOrder(join([short, under(1, 0.05, 0.1, 0.7)]).positions, layers)).toBe(0);
});

test("the axis and the side to which the triangles face do not matter", () => {
  const start = stack([0, 0.1], 0);
  const turned = start.parts.map((part) => part.slice().reverse());
  const tall = (x: Float64Array): Float64Array => x.map((_, i) => x[i - (i % 3) + (((i % 3) + 1) % 3)]); // y becomes x
  for (const parts of [start.parts, turned, [start.parts[0], turned[1]]]) {
    const layers = describeLayers(tall(start.positions), parts, 0);
    expect(layersKeptOrder(tall(stack([0, 0.02]).positions), layers)).toBe(0);
    expect(layersKeptOrder(tall(stack([0.02, 0]).positions), layers)).toBeGreaterThan(200);
  }
});
