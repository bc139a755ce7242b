import type { SolverInput } from "../src/scene/scene-input.ts";
/**
 * Scissors: a sheet of cotton that swings is cut from edge to edge, one edge a frame. Milliseconds of the cut and of the step after it, medians
 * and the largest sum over the stroke, beside a step without cut. The first ten cuts are run by code that is not compiled yet: the largest sum of
 * these stands apart as `first`. Then another such sheet is cut gradually: the largest sum again, and how many steps each cut took.
 *    npm run bench -- cut [METHODS…] [side=100] [cuts=99]
 */

import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation, type SceneInput, type Simulation } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ side: 100, cuts: 99 });
const { side, cuts } = numbers;
const METHODS = words.length > 0 ? words : ["auto", "linear-edge", "gauss-seidel"];
const WARM_UP = 10;

function sheet(method: string, self: boolean): SceneInput {
  return {
    drape: 1,
    solver: { method } as SolverInput,
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1, height: 1, v: [0, -0.8, 0.6] },
        fabric: "cotton",
        pins: ["top-left", "top-right"],
      },
    ],
    ...(self ? { collision: { self: true, thickness: 0.001 } } : {}),
  };
}

function time(act: () => void): number {
  const before = performance.now();
  act();
  return performance.now() - before;
}

/** The nth edge of the stroke, from the lower edge up. */
function edgeOf(n: number): [number, number] {
  const from = (side - 1 - n) * side + Math.floor(side / 2);
  return [from, from - side];
}

/** The longest step while a hand cuts an edge a frame, and steps a cut. */
function cutGradually(simulation: Simulation): [most: number, steps: number] {
  const { steps } = simulation;
  let most = 0;
  for (let n = 0; n < edges || simulation.edit.isBeingCut; n++) {
    const ms = time(() => {
      if (n < edges) simulation.edit.cut([edgeOf(n)], { gradually: true });
      simulation.step();
    });
    most = Math.max(most, ms);
  }
  return [most, (simulation.steps - steps) / simulation.revision];
}

const edges = Math.min(cuts, side - 1);
const rows: Row[] = [];
for (const method of METHODS) {
  for (const self of [false, true]) {
    const simulation = await createSimulation(sheet(method, self));
    const plain = Array.from({ length: WARM_UP }, () => time(() => simulation.step()));
    const cutTimes: number[] = [];
    const stepTimes: number[] = [];
    for (let n = 0; n < edges; n++) {
      cutTimes.push(time(() => simulation.edit.cut([edgeOf(n)])));
      stepTimes.push(time(() => simulation.step()));
    }
    const [, plainMedian] = minAndMedian(plain);
    const sums = cutTimes.map((ms, n) => ms + stepTimes[n]);
    const again = await createSimulation(sheet(method, self));
    for (let n = 0; n < WARM_UP; n++) again.step();
    const [gradual, steps] = cutGradually(again);
    rows.push({
      method: method === simulation.method ? method : `${method}: ${simulation.method}`,
      self: String(self),
      vertices: String(side * side),
      plain: plainMedian.toFixed(1),
      cut: minAndMedian(cutTimes.slice(WARM_UP))[1].toFixed(1),
      step: minAndMedian(stepTimes.slice(WARM_UP))[1].toFixed(1),
      most: Math.max(...sums.slice(WARM_UP)).toFixed(1),
      first: Math.max(...sums.slice(0, WARM_UP)).toFixed(1),
      gradual: gradual.toFixed(1),
      steps: steps.toFixed(0),
      hash: simulation.hash().toString(16),
    });
  }
}
publish("cut", "cotton, 1 m, one edge a frame", rows);
