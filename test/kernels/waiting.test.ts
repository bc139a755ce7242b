import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";
import { some } from "../support/full.ts";

/** What a program writes, as JSON. V8 keeps to the code that it makes at first, as it does everywhere for a while. */
function runAtFirst(...program: readonly string[]): unknown {
  const flags = ["--liftoff-only", "--import", "./scripts/typescript.mjs"];
  return JSON.parse(execFileSync(process.execPath, [...flags, ...program], { cwd: ROOT, encoding: "utf8" }));
}

test("who sleeps until a slow thread has done a chunk, or a strip, goes on no sooner", () => {
  expect(runAtFirst(join("test", "kernels", "slow-thread.ts"))).toEqual([]);
});

test.each(
  some([{ method: "gauss-seidel" }, { method: "implicit-euler", tolerance: 1e-4 }, { method: "linear-edge" }, { method: "two-level" }], 1),
)("%o gives the same bits with 1, 2 and 4 threads before its code is optimised", (solver) => {
  const code = `
      import { createSimulation } from "./src/index.ts";
      const grid = { columns: 61, rows: 90, width: 0.6, height: 0.9, u: [1, 0, 0], v: [0, -0.3, 1] };
      const cloth = { grid, springs: { stretch: 2000, shear: 500, bend: 5 }, masses: 4e-5, pins: ["top-left", "top-right"] };
      const scene = { drape: 1, timestep: 1 / 60, solver: { kernels: "wasm", ...${JSON.stringify(solver)} }, cloths: [cloth] };
      const hashes = [];
      for (const threads of [1, 2, 4]) {
        const simulation = await createSimulation(scene, { threads });
        for (let n = 0; n < 6; n++) simulation.step();
        hashes.push(simulation.hash());
      }
      console.log(JSON.stringify(hashes));
    `;
  const [one, ...more] = runAtFirst("--input-type=module", "-e", code) as number[];
  expect(more).toEqual([one, one]);
});
