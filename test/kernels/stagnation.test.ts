import { expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";

it("conjugate gradients in WebAssembly see that they come no further, and end long before a million iterations", async () => {
  // next to its springs the mass is less than a rounding of single precision: no number of iterations finds what the wind does to the whole
  const sheet = {
    grid: { columns: 12, rows: 12, width: 1, height: 1, v: [0, 0.6, 0.8] },
    springs: { stretch: 1e6, shear: 1e4 },
    masses: 1e-9,
  };
  const simulation = await createSimulation({
    drape: 1,
    solver: { method: "implicit-euler", tolerance: 1e-5, maxIterations: 1_000_000, kernels: "wasm" },
    timestep: 0.1,
    wind: { velocity: [3, 1, 2], density: 1 },
    cloths: [sheet],
  } as never);
  simulation.step();
  expect(simulation.report).toMatchObject({ converged: false, stagnated: true });
  expect(simulation.report.iterations).toBeGreaterThan(1000);
  expect(simulation.report.iterations).toBeLessThan(20 * 3 * simulation.particleCount);
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  expect(positions.every(Number.isFinite)).toBe(true);
});
