import { describe, expect, it } from "vitest";
import { MEASURED } from "../../src/contact/shapes/collider.ts";
import { type BodyShape, createShape } from "../../src/contact/shapes/collider-catalog.ts";
import { meshesOfShape } from "../../src/output/body-mesh.ts";

type FormulaSpec = Exclude<BodyShape, { kind: "mesh" | "own" }>;

const SHAPES: readonly (readonly [string, FormulaSpec])[] = [
  ["plane", { kind: "plane", point: [0.1, 0.2, 0.3], normal: [0.6, 0.8, 0] }],
  ["sphere", { kind: "sphere", center: [1, 2, 3], radius: 0.7 }],
  ["capsule", { kind: "capsule", from: [0, 0, 0], to: [1, 2, 0.5], radius: 0.3 }],
  ["cone", { kind: "cone", from: [0, 1, 0], to: [0, 3, 0], radii: [0.8, 0.3] }],
  ["cone in which one ball holds the other", { kind: "cone", from: [0, 1, 0], to: [0, 1.1, 0], radii: [0.2, 0.9] }],
  ["box", { kind: "box", center: [1, 1, 1], halfSizes: [1, 0.5, 0.25], u: [0.6, 0.8, 0], v: [-0.8, 0.6, 0], rounding: 0 }],
  ["rounded box", { kind: "box", center: [0, 0, 0], halfSizes: [1, 0.5, 0.4], u: [1, 0, 0], v: [0, 0, 1], rounding: 0.2 }],
  [
    "height field",
    {
      kind: "heightField",
      origin: [0, 0, 0],
      u: [1, 0, 0],
      v: [0, 0, -1],
      spacing: [0.5, 0.25],
      columns: 3,
      rows: 3,
      heights: Float64Array.of(0, 0.1, 0, 0.2, 0.3, 0.1, 0, 0, 0.1),
    },
  ],
];

describe("the triangles of a body", () => {
  it.each(SHAPES)("of kind %s lie on its surface and face outwards", (_, spec) => {
    const shape = createShape(spec);
    const measured = new Float64Array(MEASURED);
    for (const { positions, triangles } of meshesOfShape(spec, 4)) {
      for (let p = 0; p < positions.length; p += 3) {
        shape.measure(positions.slice(p, p + 3), measured);
        expect(Math.abs(measured[0])).toBeLessThan(1e-6);
      }
      for (let q = 0; q < triangles.length; q += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => Array.from(positions.slice(3 * triangles[q + k], 3 * triangles[q + k] + 3)));
        const [u, v] = [b, c].map((corner) => corner.map((x, k) => x - a[k]));
        const normal = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
        if (Math.hypot(...normal) < 1e-9) continue; // at a pole, or where an edge is not rounded
        const middle = Float64Array.from(a, (x, k) => (x + b[k] + c[k]) / 3);
        shape.measure(middle, measured);
        expect(normal[0] * measured[1] + normal[1] * measured[2] + normal[2] * measured[3]).toBeGreaterThan(0);
      }
    }
  });
});
