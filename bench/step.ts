import type { SolverInput } from "../src/scene/scene-input.ts";
/**
 * Milliseconds a step by stage (medians), for every method on Kim's hanging cloth at 20², 80² and 160².
 * Explicit methods run at h = 0.02 s, implicit ones at Kim's 0.25 s.   npm run bench -- step [SIZE…]
 */

import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation, METHODS, STAGES } from "../src/index.ts";
import { kimCloth } from "./support/kim-cloth.ts";
import { publish, type Row } from "./support/table.ts";

const EXPLICIT: ReadonlySet<string> = new Set(["explicit-euler", "symplectic-euler", "verlet", "rk4"]);
const WARM_UP = 10;
const BUDGET_MS = 2000;

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20, 80, 160];
const rows: Row[] = [];
for (const size of sizes) {
  for (const { name } of METHODS) {
    const timestep = EXPLICIT.has(name) ? 0.02 : 0.25;
    const simulation = await createSimulation(kimCloth(size, { method: name } as SolverInput, timestep));
    for (let n = 0; n < WARM_UP; n++) simulation.step();
    const times: number[] = [];
    const stages: number[][] = STAGES.map(() => []);
    let iterations = 0;
    const started = performance.now();
    while (times.length < 100 && (times.length < 5 || performance.now() - started < BUDGET_MS)) {
      simulation.step();
      const { profile } = simulation;
      times.push(STAGES.reduce((sum, stage) => sum + profile[stage], 0));
      STAGES.forEach((stage, s) => {
        stages[s].push(profile[stage]);
      });
      iterations += simulation.report.iterations;
    }
    const [min, median] = minAndMedian(times);
    rows.push({
      method: name,
      particles: size * size,
      steps: times.length,
      min: min.toFixed(3),
      median: median.toFixed(3),
      ...Object.fromEntries(STAGES.map((stage, s) => [stage, minAndMedian(stages[s])[1].toFixed(3)])),
      iterations: (iterations / times.length).toFixed(1),
    });
  }
}
publish("step", "the methods' defaults", rows);
