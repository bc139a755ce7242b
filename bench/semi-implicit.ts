/**
 * The price of the semi-implicit methods, in turns in one run: six sweeps of Kim's method against Choi & Ko's implicit solved
 * to 1e-6 on Kim's draping test (Fig. 3; the paper has 45 against 200 ms), and two sweeps of Kang & Cho's block Jacobi against
 * two of Kim's on Fig. 4's cloth.   npm run bench -- semi-implicit
 */

import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation, type SceneInput, type Simulation } from "../src/index.ts";
import { kimCloth } from "./support/kim-cloth.ts";
import { publish, type Row } from "./support/table.ts";

const WARM_UP = 20;
const STEPS = 40;

interface Contest {
  readonly name: string;
  readonly stretch: number;
  readonly ours: SceneInput["solver"];
  readonly theirs: SceneInput["solver"];
  readonly wanted: string;
}

const CONTESTS: readonly Contest[] = [
  {
    name: "Choi & Ko / Kim, 6 sweeps (Fig. 3)",
    stretch: 1000,
    ours: { method: "gauss-seidel", sweeps: 6 },
    theirs: { method: "choi-ko", tolerance: 1e-6 },
    wanted: "at least 4",
  },
  {
    name: "Kang & Cho, 2 sweeps / Kim, 2 sweeps (Fig. 4)",
    stretch: 50,
    ours: { method: "gauss-seidel", sweeps: 2 },
    theirs: { method: "block-jacobi", sweeps: 2 },
    wanted: "at most 1.2",
  },
];

function time(simulation: Simulation): number {
  const start = performance.now();
  simulation.step();
  return performance.now() - start;
}

const rows: Row[] = [];
for (const { name, stretch, ours, theirs, wanted } of CONTESTS) {
  const first = await createSimulation(kimCloth(80, theirs, 0.25, stretch));
  const second = await createSimulation(kimCloth(80, ours, 0.25, stretch));
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + STEPS; n++) {
    const a = time(first);
    const b = time(second);
    if (n < WARM_UP) continue;
    times[0].push(a);
    times[1].push(b);
  }
  const [firstMin, firstMedian] = minAndMedian(times[0]);
  const [secondMin, secondMedian] = minAndMedian(times[1]);
  rows.push({
    contest: `"${name}"`,
    firstMin: firstMin.toFixed(2),
    firstMedian: firstMedian.toFixed(2),
    secondMin: secondMin.toFixed(2),
    secondMedian: secondMedian.toFixed(2),
    ratio: (firstMedian / secondMedian).toFixed(2),
    wanted,
  });
}
publish("semi-implicit", "sweeps as named; choi-ko tolerance=1e-6", rows);
