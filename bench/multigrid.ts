/**
 * What solves on the fine level of `two-level`: the factor against one V-cycle, on cotton that swings from two corners. Milliseconds of one solve (smallest and median), until it is ready, and of a frame, and MB of the
 * kernels' memory.   npm run bench -- multigrid [SIDE…]
 */
import { finish } from "../src/core/slices.ts";
import { timeRuns } from "../src/core/time-runs.ts";
import { createForces } from "../src/forces/catalog.ts";
import { createSimulation, type SceneInput } from "../src/index.ts";
import { loadAllKernels } from "../src/kernels/all-kernels.ts";
import { createWasmLinearKernels } from "../src/kernels/linear/wasm-linear-kernels.ts";
import type { KernelModule } from "../src/kernels/module.ts";
import type { LinearKernelsSetup } from "../src/methods/linear/plain-linear-kernels.ts";
import { EDGE_MODEL } from "../src/methods/linear-edge.ts";
import { prepareFineSystem } from "../src/methods/two-level/prepare-fine-system.ts";
import { twoLevel } from "../src/methods/two-level.ts";
import { buildScene } from "../src/scene/build-scene.ts";
import { refuseMesh } from "../src/scene/create-simulation.ts";
import { numberParticles } from "../src/scene/number-particles.ts";
import { parseScene } from "../src/scene/parse-scene.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const BUDGET_MS = 1500;
const FRAMES = 12;
const FINE = ["factor", "multigrid"] as const;

const sheet = (side: number, fine: string): SceneInput =>
  ({
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "two-level", fine },
    cloths: [{ grid: { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] }, fabric: "cotton", pins: ["top-left", "top-right"] }],
  }) as SceneInput;

/** Milliseconds of one solve, and until the first. */
async function benchSolve(side: number, fine: string, module: KernelModule) {
  const built = await buildScene(parseScene(sheet(side, fine)), refuseMesh);
  const start = performance.now();
  const options = { ...Object.fromEntries(twoLevel.options.map((option) => [option.name, option.default])), fine };
  const { cloth, environment, sceneIndex } = numberParticles({ ...built, method: twoLevel, options });
  const held = new Uint8Array(cloth.particleCount);
  const indices = Uint32Array.from([0, side - 1], (i) => sceneIndex.indexOf(i));
  for (const i of indices) held[i] = 1;
  const pins = { held, indices, count: indices.length };
  const forceOptions = { jacobian: "isotropic", triangleJacobian: "isotropic", membrane: undefined, bending: true } as const;
  const forces = createForces(cloth, environment, forceOptions);
  const problem = { ...built, cloth, pins, sceneIndex, kernels: module } as unknown as Parameters<typeof prepareFineSystem>[0];
  const system = finish(prepareFineSystem(problem, forces, options));
  system.prepare(0.51 / 240, pins);
  const setup = { cloth, environment, pins, model: EDGE_MODEL, forces, forceOptions, bending: true, repeatsTargets: false, system };
  const kernels = createWasmLinearKernels(setup as LinearKernelsSetup, module, { memory: 0, isRepeated: false, turns: false });
  if (kernels.takeMatrix !== undefined) finish(kernels.takeMatrix());
  const ready = performance.now() - start;
  const [b, y] = [kernels.createVector(), kernels.createVector()];
  for (let c = 0; c < b.length; c++) if (c % 4 < 3) b[c] = ((c * 7919) % 101) / 101 - 0.5;
  const [min, median] = timeRuns(() => kernels.solve(b, y), 20, BUDGET_MS);
  return { ready, min, median, megabytes: b.buffer.byteLength / 1e6 };
}

async function benchFrame(side: number, fine: string): Promise<number> {
  const simulation = await createSimulation(sheet(side, fine), { threads: 1 });
  simulation.step();
  const times = Array.from({ length: FRAMES }, () => {
    const start = performance.now();
    simulation.step();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[FRAMES >> 1];
}

const { words } = readArguments({});
const module = await loadAllKernels();
if (module === undefined) throw new Error("there is no WebAssembly here");
const rows: Row[] = [];
for (const side of words.length > 0 ? words.map(Number) : [32, 80, 160, 316]) {
  for (const fine of FINE) {
    const { ready, min, median, megabytes } = await benchSolve(side, fine, module);
    rows.push({
      particles: `${side}²`,
      fine,
      "solve [ms], least": min.toFixed(3),
      median: median.toFixed(3),
      "ready [ms]": ready.toFixed(0),
      "kernels [MB]": megabytes.toFixed(1),
      "frame [ms]": (await benchFrame(side, fine)).toFixed(1),
    });
  }
}
publish("multigrid", "one thread; two-level, cotton, one substep of 1/240 s", rows);
