import { expect, test } from "vitest";
import { mostTests } from "../../src/contact/search/crowded-error.ts";
import { createSimulation } from "../../src/index.ts";

/** Two blades, as one mesh: plates 40 cm long, 6 cm wide and 8 mm thick, pitched, of triangles a centimetre large, at this height [m]. */
function makeBlades(height: number) {
  const [along, across] = [40, 8];
  const positions: number[][] = [];
  const triangles: number[][] = [];
  const corner = (layer: number, i: number, j: number) => (layer * (along + 1) + i) * (across + 1) + j;
  for (const side of [1, -1]) {
    const first = positions.length;
    for (const y of [-0.004, 0.004]) {
      for (let i = 0; i <= along; i++) {
        for (let j = 0; j <= across; j++) {
          const z = 0.06 * (j / across - 0.5);
          positions.push([side * (0.03 + (0.4 * i) / along), height + 0.4 * z + y, side * z]);
        }
      }
    }
    for (const layer of [0, 1]) {
      for (let i = 0; i < along; i++) {
        for (let j = 0; j < across; j++) {
          const [a, b, c, d] = [corner(layer, i, j), corner(layer, i, j + 1), corner(layer, i + 1, j + 1), corner(layer, i + 1, j)];
          for (const [p, q, r] of [
            [a, b, c],
            [a, c, d],
          ]) {
            triangles.push(layer === 1 ? [first + p, first + q, first + r] : [first + p, first + r, first + q]);
          }
        }
      }
    }
  }
  return { positions, triangles };
}

test("a sheet that turning blades throw about goes on", async () => {
  const turn = (speed: number) => ({ rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed } });
  const simulation = await createSimulation({
    drape: 1,
    solver: { method: "implicit-euler", tolerance: 0.0075, maxIterations: 40 },
    cloths: [{ grid: { columns: 15, rows: 15, width: 1.2, height: 1.2, origin: [-0.6, 0.23, -0.6], v: [0, 0, 1] }, stretch: "free" }],
    colliders: [
      { mesh: makeBlades(0), motion: turn(17) },
      { mesh: makeBlades(0.2), motion: turn(-17) },
    ],
  } as never);
  let before = new Float64Array(3 * simulation.particleCount);
  let after = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(before);
  let furthest = 0;
  for (let step = 0; step < 11; step++) {
    simulation.step();
    simulation.readPositions(after);
    const ways = after.map((value, n) => Math.abs(value - before[n]));
    furthest = Math.max(furthest, ...ways);
    [before, after] = [after, before];
  }
  // further in a step than the sheet is large from its middle: faster than the blades, which go 12 cm
  expect(furthest).toBeGreaterThan(0.4);
  expect(furthest).toBeLessThan(1.2);
});

test("cloth that flies apart in a small mesh may look at as much as any, in a large one at less", () => {
  expect(mostTests(5000, true)).toBe(mostTests(5000, false));
  expect(mostTests(500_000, true)).toBeLessThan(mostTests(500_000, false));
  for (let count = 1; count < 1e6; count *= 2) expect(mostTests(2 * count, true)).toBeGreaterThanOrEqual(mostTests(count, true));
});
