/**
 * Implicit Euler against the same step written the straightforward way: typed arrays in double precision, every directed
 * spring with its full 3×3 block in rows (CSR), textbook block-preconditioned conjugate gradients with one loop a vector
 * operation. Same cloth, same law, same tolerance, same steps, in turns in one run.   npm run bench -- plain-implicit
 */

import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation } from "../src/index.ts";
import { kimCloth } from "./support/kim-cloth.ts";
import { createPlainImplicit } from "./support/plain-implicit-euler.ts";
import { publish, type Row } from "./support/table.ts";

const STEPS = 40;
const TOLERANCE = 1e-6;
const rows: Row[] = [];
for (const stretch of [50, 1000]) {
  const size = 80;
  const simulation = await createSimulation(kimCloth(size, { method: "implicit-euler", tolerance: TOLERANCE }, 0.25, stretch));
  const plain = createPlainImplicit(size, stretch, 0.1, 0.05, 0.03, 0.25, TOLERANCE);
  const ours: number[] = [];
  const theirs: number[] = [];
  let ourIterations = 0;
  let theirIterations = 0;
  for (let n = 0; n < STEPS + 5; n++) {
    const a = performance.now();
    simulation.step();
    const b = performance.now();
    const iterations = plain.step();
    const c = performance.now();
    if (n < 5) continue;
    ours.push(b - a);
    theirs.push(c - b);
    ourIterations += simulation.report.iterations;
    theirIterations += iterations;
  }
  const positions = new Float64Array(3 * size * size);
  simulation.readPositions(positions);
  const difference = positions.reduce((max, value, c) => Math.max(max, Math.abs(value - plain.x[c])), 0);
  const [min, median] = minAndMedian(ours);
  const [plainMin, plainMedian] = minAndMedian(theirs);
  rows.push({
    stretch,
    particles: size * size,
    min: min.toFixed(2),
    median: median.toFixed(2),
    iterations: (ourIterations / STEPS).toFixed(1),
    plainMin: plainMin.toFixed(2),
    plainMedian: plainMedian.toFixed(2),
    plainIterations: (theirIterations / STEPS).toFixed(1),
    ratio: (plainMedian / median).toFixed(2),
    difference: difference.toExponential(1),
  });
}
publish("plain-implicit", "tolerance=1e-6", rows);
