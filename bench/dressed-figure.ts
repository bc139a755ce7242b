/**
 * Milliseconds of a step of a figure in its clothes, by stage, with the body's cones and self-collision; `skin` is one skinning of its
 * 16,838 vertices, which no step needs unless the skin is what cloth meets. `strain` is the mean of all threads.
 *    npm run bench -- dressed-figure [steps=600]
 */

import { minAndMedian } from "../src/core/time-runs.ts";
import { computePoses, createFigure, skinSurface } from "../src/figure/figure.ts";
import { createSimulation } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

/** As a game would have it: so far, or so many iterations for each of the one to three proposals of a step. */
const TOLERANCE = 1e-2;
const ITERATIONS = 7;
const SKINNINGS = 50;

const DRESSED = [
  { garment: "skirt", held: "waist", cycle: "walk" },
  { garment: "dress", held: "shoulders", cycle: "dance" },
  { garment: "cape", held: "neck", cycle: "walk" },
] as const;

const { steps } = readArguments({ steps: 600 }).numbers;

function timeSkin(): number {
  const figure = createFigure();
  const poses = new Float64Array(12 * figure.bones.length);
  const out = new Float64Array(figure.surface.positions.length);
  const times = Array.from({ length: SKINNINGS }, (_, n) => {
    computePoses(figure, { cycle: "walk" }, 1 + 0.02 * n, poses);
    const start = performance.now();
    skinSurface(figure, poses, out);
    return performance.now() - start;
  });
  return minAndMedian(times)[1];
}

const skin = timeSkin();
const rows: Row[] = [];
for (const { garment, held, cycle } of DRESSED) {
  const simulation = await createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver: {
      method: "implicit-euler",
      tolerance: TOLERANCE,
      velocityTolerance: TOLERANCE,
      maxIterations: ITERATIONS,
    },
    figures: [{ motion: { cycle }, friction: 0.3 }],
    cloths: [{ garment: { kind: garment }, attachments: [{ vertices: held, to: "figure" }] }],
    collision: { self: true, thickness: 0.002, friction: 0.3 },
  });
  for (let n = 0; n < 60; n++) simulation.step(); // it has set off
  const stages = { drive: 0, forces: 0, solve: 0, collide: 0 };
  const times: number[] = [];
  let strain = 0;
  for (let n = 0; n < steps; n++) {
    const start = performance.now();
    simulation.step();
    times.push(performance.now() - start);
    const { profile } = simulation;
    strain += simulation.view.measure().strainMean / steps;
    for (const stage of ["drive", "forces", "solve", "collide"] as const) stages[stage] += profile[stage] / steps;
  }
  const [least, median] = minAndMedian(times);
  const means = Object.entries(stages).map(([stage, mean]) => [stage, mean.toFixed(1)]);
  rows.push({
    garment,
    cycle,
    particles: simulation.particleCount,
    least: least.toFixed(1),
    median: median.toFixed(1),
    mean: (times.reduce((sum, time) => sum + time, 0) / steps).toFixed(1),
    ...Object.fromEntries(means),
    skin: skin.toFixed(2),
    strain: strain.toFixed(4),
  });
}
publish("dressed-figure", `implicit-euler tolerance ${TOLERANCE}, at most ${ITERATIONS} iterations, self-collision, h = 1/60 s`, rows);
