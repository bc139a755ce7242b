import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";

/** Loads the kernels of methods, of contact and of normals, alone and for a team of threads; then detaches a buffer, to show that this would be told. */
const LOADING = `
  import { createSimulation } from "./dist/index.js";
  import { compileNormals } from "./dist/surface.js";
  const cloths = [{ grid: { columns: 12, rows: 12, width: 1, height: 1 }, fabric: "cotton", pins: ["top"] }];
  for (const threads of [1, 2]) {
    for (const method of ["theta", "linear-edge", "two-level"]) {
      const solver = { method, kernels: "wasm", ...(method === "theta" ? { tolerance: 0.01 } : {}) };
      const simulation = await createSimulation({ drape: 1, cloths, solver, collision: { self: true } }, { threads });
      for (let n = 0; n < 3; n++) simulation.step();
    }
  }
  await compileNormals();
  console.log("loaded");
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
`;

test("loading kernels detaches no buffer: from the first one on V8 would check every access to every array", () => {
  const options = ["--trace-protector-invalidation", "--input-type=module", "-e", LOADING];
  const told = execFileSync(process.execPath, options, { cwd: ROOT, encoding: "utf8" }).split("\n");
  const lines = told.filter((line) => line === "loaded" || line.includes("ArrayBufferDetaching"));
  expect(lines).toEqual(["loaded", expect.stringContaining("ArrayBufferDetaching")]);
});
