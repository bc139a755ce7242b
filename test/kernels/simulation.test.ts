import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { apart, run } from "./support.ts";

const PLAIN = { method: "linear-edge" };
const ACCELERATED = { method: "linear-edge", acceleration: "lbfgs", integrator: "bdf2", iterations: 6 };

function sheet(solver: object, more: object = {}): Promise<Simulation> {
  return createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver,
    cloths: [
      {
        grid: { columns: 20, rows: 20, width: 0.5, height: 0.5, v: [0, 0, 1] },
        fabric: "cotton",
        stretch: "free", // kernels of the method alone
        pins: ["top-left", "top-right"],
      },
    ],
    ...more,
  });
}

describe.each([PLAIN, ACCELERATED])("a sheet with kernels in WebAssembly, %o", (solver) => {
  test("moves as with those in TypeScript", async () => {
    const wasm = await sheet({ ...solver, kernels: "wasm" });
    const plain = await sheet({ ...solver, kernels: "typescript" });
    expect(apart(run(wasm, 60), run(plain, 60))).toBeLessThan(5e-4);
    expect(apart(wasm, await sheet(solver))).toBeGreaterThan(0.03); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash()); // and was computed otherwise
  });

  test("goes on bit for bit from a snapshot", async () => {
    const simulation = await sheet({ ...solver, kernels: "wasm" });
    const snapshot = run(simulation, 10).snapshot();
    const hash = run(simulation, 10).hash();
    simulation.restore(snapshot);
    expect(run(simulation, 10).hash()).toBe(hash);
    const other = await sheet({ ...solver, kernels: "wasm" });
    other.restore(snapshot);
    expect(run(other, 10).hash()).toBe(hash);
  });

  test("follows handles and removed springs", async () => {
    const both = await Promise.all([sheet({ ...solver, kernels: "wasm" }), sheet({ ...solver, kernels: "typescript" })]);
    for (const simulation of both) {
      run(simulation, 5).edit.grab(210, [0.3, 0.1, 0.2]);
      run(simulation, 5);
      expect(simulation.edit.removeSprings([[40, 41]])).toBeGreaterThan(0);
      run(simulation, 5).edit.release(210);
      run(simulation, 5);
    }
    expect(apart(both[0], both[1])).toBeLessThan(5e-4);
  });
});

test("a snapshot of other kernels gives all but the method's memory", async () => {
  const wasm = run(await sheet({ ...ACCELERATED, kernels: "wasm" }), 10);
  const plain = await sheet({ ...ACCELERATED, kernels: "typescript" });
  for (const [from, to] of [
    [wasm, plain],
    [run(plain, 3), wasm],
  ]) {
    to.restore(from.snapshot());
    expect(apart(from, to)).toBe(0);
    expect(to.time).toBe(from.time);
    run(to, 3);
  }
});

test("cloths of 1,000 particles and more are computed in WebAssembly, smaller ones in TypeScript, unless it is said otherwise", async () => {
  const hashes = async (side: number): Promise<string[]> => {
    const cloths = [{ grid: { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] }, fabric: "cotton", pins: ["top-left"] }];
    const all = await Promise.all(["auto", "wasm", "typescript"].map((kernels) => sheet({ ...PLAIN, kernels }, { cloths })));
    return all.map((simulation) => run(simulation, 5).hash().toString(16));
  };
  const [auto, , typescript] = await hashes(31);
  expect(auto).toBe(typescript);
  const [large, wasm] = await hashes(32);
  expect(large).toBe(wasm);
});

test.each(some(["--sources", "--check"], 1))("the binary in the sources is what they compile to, %s", (check) => {
  const script = fileURLToPath(new URL("../../scripts/build-kernels.mjs", import.meta.url));
  execFileSync(process.execPath, [script, check], { stdio: "pipe" }); // throws where it is not
});
