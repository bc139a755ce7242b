import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";

test("threads begin in a process whose input is a module, and it ends by itself", () => {
  const code = `
    import { createSimulation } from "./dist/index.js";
    const grid = { columns: 60, rows: 60, width: 1, height: 1 };
    const solver = { method: "linear-edge", kernels: "wasm" };
    const scene = { drape: 1, solver, cloths: [{ grid, fabric: "silk", pins: [0] }] };
    const simulation = await createSimulation(scene, { threads: 3 });
    for (let n = 0; n < 5; n++) {
      simulation.step();
      await new Promise((resume) => setTimeout(resume, 50));
    }
    console.log(simulation.steps);
  `;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: ROOT, encoding: "utf8" });
  expect(out.trim()).toBe("5");
});
