import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";

const SHEET_MASS = 0.1503;

/**
 * A square metre of cotton held by two corners, let go a little off the vertical and settled: long implicit steps and a damping of
 * 2/s, which do not change where it comes to rest.
 */
async function hang(side: number): Promise<{ lowest: number; meanSag: number; kinetic: number }> {
  const simulation = await createSimulation({
    drape: 1,
    timestep: 0.1,
    solver: { method: "implicit-euler", tolerance: 1e-3 },
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1, height: 1, v: [0, -1, 0.2] },
        fabric: "cotton",
        damping: { viscous: (2 * SHEET_MASS) / side ** 2 },
        pins: ["top-left", "top-right"],
      },
    ],
  });
  for (let n = 0; n < 40; n++) simulation.step();
  const { x } = readState(simulation);
  let lowest = 0;
  let meanSag = 0;
  for (let i = 0; i < simulation.particleCount; i++) {
    lowest = Math.min(lowest, x[3 * i + 1]);
    meanSag -= x[3 * i + 1] / simulation.particleCount;
  }
  return { lowest: -lowest, meanSag, kinetic: simulation.view.measure().kinetic };
}

describe("cotton held by two corners", () => {
  it("hangs alike at 20 × 20 and 60 × 60: lowest point and mean sag within 3 %", async () => {
    const coarse = await hang(20);
    const fine = await hang(60);
    expect(coarse.kinetic).toBeLessThan(1e-5);
    expect(fine.kinetic).toBeLessThan(1e-5);
    expect(coarse.lowest).toBeGreaterThan(1); // it hangs by its full height, and stretches a little
    expect(coarse.lowest / fine.lowest).toBeCloseTo(1, 2); // measured 0.9988
    expect(coarse.meanSag / fine.meanSag).toBeCloseTo(1, 2); // measured 0.9976
  });
});
