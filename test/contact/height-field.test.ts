import { expect, test } from "vitest";
import { createHeightField, type HeightFieldSpec } from "../../src/contact/shapes/height-field.ts";
import { checkEntries, checkNormals, entry, measure } from "./shape-checks.ts";

/** H = 0.25 + a/2 + b/4 + a b over 0…2 by 0…1, which bilinear cells have exactly. */
function ramp(more: Partial<HeightFieldSpec> = {}): HeightFieldSpec {
  const heights = Float64Array.from({ length: 15 }, (_, k) => {
    const [a, b] = [(k % 5) * 0.5, Math.floor(k / 5) * 0.5];
    return 0.25 + a / 2 + b / 4 + a * b;
  });
  const axes = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 0, 1] } as const;
  return { kind: "heightField", ...axes, spacing: [0.5, 0.5], columns: 5, rows: 3, heights, ...more };
}

test("a height field gives the height over a bilinear surface, and its normal", () => {
  const shape = createHeightField(ramp());
  const { phi, normal, slope } = measure(shape, [1.3, 2, 0.7]);
  expect(phi).toBeCloseTo(2 - (0.25 + 0.65 + 0.175 + 0.91), 13);
  const gradient = [-(0.5 + 0.7), 1, -(0.25 + 1.3)];
  expect(slope).toBeCloseTo(Math.hypot(...gradient), 13);
  for (let c = 0; c < 3; c++) expect(normal[c]).toBeCloseTo(gradient[c] / slope, 13);
  expect(measure(shape, [2, 1.25, 0]).phi).toBeCloseTo(0, 13); // the last column belongs to the last cell
});

test("the heights go along any axis: v × u", () => {
  const shape = createHeightField(ramp({ origin: [0, 0, 5], u: [0, 1, 0], v: [1, 0, 0] }));
  expect(measure(shape, [0.7, 1.3, 7]).phi).toBeCloseTo(2 - (0.25 + 0.65 + 0.175 + 0.91), 13);
  expect(measure(shape, [0.7, 1.3, 7]).normal[2]).toBeGreaterThan(0.3);
});

test("beside the grid there is nothing to meet", () => {
  const shape = createHeightField(ramp());
  expect(measure(shape, [-0.01, -5, 0.5]).phi).toBeGreaterThan(1e20);
  expect(entry(shape, [-1, 5, 0.5], [-1, -5, 0.5], 0)).toBeGreaterThan(1);
  expect(entry(shape, [-1, -5, 0.5], [1, -4, 0.5], 0)).toBeGreaterThan(1); // comes in below the surface
  expect(entry(shape, [-1, 3, 0.5], [1, 1, 0.5], 0)).toBeLessThan(1);
});

test("normals and entries agree with differences and with sampling", () => {
  const bumpy = Float64Array.from({ length: 49 }, (_, k) => ((k * 37) % 11) / 30);
  const shape = createHeightField(ramp({ origin: [-1.5, 0, -1.5], columns: 7, rows: 7, heights: bumpy, spacing: [0.5, 0.5] }));
  checkNormals(shape, 1.4);
  checkEntries(shape, 1.4, 0.01);
});
