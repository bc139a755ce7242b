import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";

it("conjugate gradients in WebAssembly converge where cloth that slides on a body comes to rest, however firm its friction is then", async () => {
  const scene = JSON.parse(readFileSync(new URL("../../scenes/poncho.json", import.meta.url), "utf8"));
  const solver = { ...scene.solver, kernels: "wasm", maxIterations: 5000 };
  const simulation = await createSimulation({ ...scene, solver }, { threads: 1 });
  for (let k = 0; k < 5; k++) {
    simulation.step();
    expect(simulation.report).toMatchObject({ converged: true, stagnated: false });
    expect(simulation.report.iterations).toBeLessThan(200); // the third took 5,000
  }
});
