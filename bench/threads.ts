/**
 * Milliseconds a step of `linear-edge` on one thread and several, on the swinging square metre of the race (k = 10⁴ N/m) at 80², 160² and 316². The hashes
 * of the last state must be equal.   npm run bench -- threads [SIZE…]
 */

import { createSimulation, formatHash, type SceneInput, type Simulation } from "../src/index.ts";
import { minAndMedian } from "../src/papers/time-runs.ts";
import { publish, type Row } from "./support/table.ts";

const THREADS = [1, 2, 4];
const SOLVERS: readonly { name: string; options: object; steps: number }[] = [
  { name: "ivt, one solve", options: {}, steps: 60 },
  {
    name: "lbfgs bdf2, 10 iterations",
    options: { acceleration: "lbfgs", integrator: "bdf2", iterations: 10 },
    steps: 20,
  },
];
const WARM_UP = 10;

function createSheet(size: number, options: object, threads: number): Promise<Simulation> {
  const scene = {
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "linear-edge", kernels: "wasm", ...options },
    cloths: [
      {
        grid: { columns: size, rows: size, width: 1, height: 1, u: [1, 0, 0], v: [0, 0, 1] },
        springs: { stretch: 1e4, shear: 1e4, bend: 1 },
        masses: 0.2 / (size * size),
        pins: ["top-left", "top-right"],
      },
    ],
  };
  return createSimulation(scene as SceneInput, { threads });
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [80, 160, 316];
const rows: Row[] = [];
for (const { name, options, steps } of SOLVERS) {
  for (const size of sizes) {
    let alone = 0;
    for (const threads of THREADS) {
      const simulation = await createSheet(size, options, threads);
      for (let n = 0; n < WARM_UP; n++) simulation.step();
      const times: number[] = [];
      for (let n = 0; n < steps; n++) {
        const started = performance.now();
        simulation.step();
        times.push(performance.now() - started);
      }
      const [min, median] = minAndMedian(times);
      if (threads === 1) alone = min;
      rows.push({
        solver: name,
        particles: size * size,
        threads,
        min: min.toFixed(2),
        median: median.toFixed(2),
        ratio: (alone / min).toFixed(2),
        hash: formatHash(simulation.hash()),
      });
    }
  }
}
publish("threads", "linear-edge, h = 1/60 s, k = 1e4 N/m", rows);
