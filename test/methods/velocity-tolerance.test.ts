import { expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";

const sheet = (velocityTolerance: number) =>
  createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "implicit-euler", tolerance: 1e-6, velocityTolerance },
    cloths: [
      {
        grid: { columns: 9, rows: 9, width: 1, height: 1 },
        fabric: "polyester",
        damping: { viscous: 0.02 },
        pins: ["top"],
      },
    ],
  });

test("a cloth at rest costs next to no iterations under a velocity tolerance, and hangs where it would without", async () => {
  const [exact, quick] = [await sheet(0), await sheet(1e-3)];
  for (let n = 0; n < 240; n++) {
    exact.step();
    quick.step();
  }
  expect(exact.report.iterations).toBeGreaterThan(10);
  expect(quick.report.iterations).toBeLessThan(3);
  expect(quick.report.converged).toBe(true);
  const [a, b] = [new Float64Array(3 * 81), new Float64Array(3 * 81)];
  exact.readPositions(a);
  quick.readPositions(b);
  expect(Math.max(...a.map((value, c) => Math.abs(value - b[c])))).toBeLessThan(1e-3);
});
