import fc from "fast-check";
import { expect, it } from "vitest";
import type { Grid } from "../../src/figure/distance-grid.ts";
import { createNet } from "../../src/figure/surface-nets.ts";
import { composeWell } from "../../src/figure/well-composed.ts";
import { enclosedVolume, manifoldFaults } from "./manifold.ts";

function gridOf(size: number, h: number, field: (x: number, y: number, z: number) => number): Grid {
  const values = new Float64Array(size * size * size);
  const origin = [-0.5 * (size - 1) * h, -0.5 * (size - 1) * h, -0.5 * (size - 1) * h] as const;
  for (let k = 0; k < size; k++) {
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) {
        values[i + size * (j + size * k)] = field(origin[0] + h * i, origin[1] + h * j, origin[2] + h * k);
      }
    }
  }
  return { columns: size, rows: size, layers: size, h, origin, values };
}

/** Samples are inside or outside by lot, the border outside. */
function randomGrid(bits: readonly boolean[], size: number): Grid {
  const grid = gridOf(size, 1, () => 1);
  const inner = size - 2;
  bits.forEach((inside, n) => {
    const i = 1 + (n % inner);
    const j = 1 + (Math.floor(n / inner) % inner);
    const k = 1 + Math.floor(n / (inner * inner));
    if (inside) grid.values[i + size * (j + size * k)] = -1;
  });
  return grid;
}

const BITS = fc.array(fc.boolean(), { minLength: 64, maxLength: 64 });

it("makes a ball of a distance from its middle: closed, of one piece, outward, its volume right to a hundredth", () => {
  const radius = 1.0731;
  const { positions, triangles } = createNet(gridOf(31, 0.1, (x, y, z) => Math.hypot(x, y, z) - radius));
  expect(manifoldFaults(positions.length / 3, triangles)).toEqual([]);
  expect(positions.length / 3 - triangles.length / 6).toBe(2);
  const ball = (4 / 3) * Math.PI * radius ** 3;
  expect(Math.abs(enclosedVolume(positions, triangles) / ball - 1)).toBeLessThan(0.01);
  let worst = 0;
  for (let i = 0; i < positions.length; i += 3) {
    worst = Math.max(worst, Math.abs(Math.hypot(positions[i], positions[i + 1], positions[i + 2]) - radius));
  }
  expect(worst).toBeLessThan(0.01);
});

it("makes a ring with a hole", () => {
  const ring = gridOf(41, 0.1, (x, y, z) => Math.hypot(Math.hypot(x, z) - 1.2, y) - 0.45);
  const { positions, triangles } = createNet(ring);
  expect(manifoldFaults(positions.length / 3, triangles)).toEqual([]);
  expect(positions.length / 3 - triangles.length / 6).toBe(0);
});

it("is no manifold where inside samples meet across a diagonal, until that is filled", () => {
  const grid = gridOf(6, 1, () => 1);
  grid.values[2 + 6 * (2 + 6 * 2)] = -1;
  grid.values[3 + 6 * (3 + 6 * 2)] = -1;
  const before = createNet(grid);
  expect(manifoldFaults(before.positions.length / 3, before.triangles)).not.toEqual([]);
  expect(composeWell(grid)).toBe(1);
  const after = createNet(grid);
  expect(manifoldFaults(after.positions.length / 3, after.triangles)).toEqual([]);
});

it("is a manifold over any samples that were composed well, and no inside sample is lost", () => {
  fc.assert(
    fc.property(BITS, (bits) => {
      const grid = randomGrid(bits, 6);
      const before = grid.values.slice();
      composeWell(grid);
      const { positions, triangles } = createNet(grid);
      expect(manifoldFaults(positions.length / 3, triangles)).toEqual([]);
      expect(before.every((value, n) => value >= 0 || grid.values[n] < 0)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
