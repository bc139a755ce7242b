/**
 * Milliseconds a step on one thread and several, and of its solve alone (sweeps, iterations or triangular solves), on the swinging square metre of the race
 * at 80², 160² and 316². The hashes of the last state must be equal.   npm run bench -- threads [METHOD…] [SIZE…]
 */

import { formatHash } from "../src/core/hash.ts";
import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation, type SceneInput, type Simulation } from "../src/index.ts";
import { publish, type Row } from "./support/table.ts";

const THREADS = [1, 2, 4];
interface Setting {
  readonly method: string;
  readonly name: string;
  readonly options: object;
  /** Of the springs [N/m]: sweeps in single precision have their limit. */
  readonly stiffness: number;
  readonly steps: number;
}
const SETTINGS: readonly Setting[] = [
  { method: "linear-edge", name: "ivt: one solve", options: {}, stiffness: 1e4, steps: 60 },
  {
    method: "linear-edge",
    name: "lbfgs bdf2: 10 iterations",
    options: { acceleration: "lbfgs", integrator: "bdf2", iterations: 10 },
    stiffness: 1e4,
    steps: 20,
  },
  { method: "gauss-seidel", name: "4 sweeps", options: {}, stiffness: 1e3, steps: 40 },
  { method: "block-jacobi", name: "clamped: 2 sweeps", options: { jacobian: "clamped" }, stiffness: 1e3, steps: 40 },
  {
    method: "implicit-euler",
    name: "30 iterations at most",
    options: { tolerance: 1e-3, maxIterations: 30 },
    stiffness: 1e3,
    steps: 20,
  },
];
const WARM_UP = 10;

function createSheet(size: number, { method, options, stiffness }: Setting, threads: number): Promise<Simulation> {
  const scene = {
    drape: 1,
    timestep: 1 / 60,
    solver: { method, kernels: "wasm", ...options },
    cloths: [
      {
        grid: { columns: size, rows: size, width: 1, height: 1, u: [1, 0, 0], v: [0, 0, 1] },
        springs: { stretch: stiffness, shear: stiffness, bend: 1 },
        masses: 0.2 / (size * size),
        pins: ["top-left", "top-right"],
      },
    ],
  };
  return createSimulation(scene as SceneInput, { threads });
}

const words = process.argv.slice(2);
const sizes = words.map(Number).filter((size) => size > 0);
const methods = words.filter((word) => !(Number(word) > 0));
const rows: Row[] = [];
for (const setting of SETTINGS.filter(({ method }) => methods.length === 0 || methods.includes(method))) {
  for (const size of sizes.length > 0 ? sizes : [80, 160, 316]) {
    let alone = 0;
    let solveAlone = 0;
    for (const threads of THREADS) {
      const simulation = await createSheet(size, setting, threads);
      for (let n = 0; n < WARM_UP; n++) simulation.step();
      const times: number[] = [];
      const solves: number[] = [];
      for (let n = 0; n < setting.steps; n++) {
        const started = performance.now();
        simulation.step();
        times.push(performance.now() - started);
        solves.push(simulation.profile.solve);
      }
      const [min, median] = minAndMedian(times);
      const [solve] = minAndMedian(solves);
      if (threads === 1) [alone, solveAlone] = [min, solve];
      rows.push({
        method: setting.method,
        setting: setting.name,
        particles: size * size,
        threads,
        min: min.toFixed(2),
        median: median.toFixed(2),
        ratio: (alone / min).toFixed(2),
        solve: solve.toFixed(2),
        "solve ratio": (solveAlone / solve).toFixed(2),
        hash: formatHash(simulation.hash()),
      });
    }
  }
}
publish("threads", "h = 1/60 s, k = 1e4 N/m with linear-edge and 1e3 N/m with the others", rows);
