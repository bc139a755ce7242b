/**
 * How cloth moves with a constant matrix. `small`: a swinging 20 × 20 sheet against the converged implicit step after 20 and 45 frames, plain
 * iterations and L-BFGS. `large`: 80 × 80 over one second, against the converged step of the same integrator and against the motion that
 * is converged in time too (BDF2 at 1/960 s), and how many iterations come within 5 cm.
 *
 *     npm run bench -- linear-motion [small] [probe] [reference] [large] [euler] [bdf2] [truth] [k=1000] [size=80] [frames=60] [tolerance=1e-5]
 *
 * Without `k` both stiffnesses are taken. The references are long: `probe` takes three frames of each to tell how long, `reference` computes them
 * (all three, or those named), and `large` those it does not find. They are kept under .cache/linear-motion and taken up where they were left off;
 * progress.log there tells how far they are.
 */

import type { SceneInput } from "../src/index.ts";
import { swingingCloth } from "../src/papers/choi13/swinging-cloth.ts";
import type { SolverInputs } from "../src/scene/scene-input.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";
import { cachedTrajectory, frameDistance, motionDistance, runTrajectory, type Trajectory } from "./support/trajectory.ts";

type Solver = SolverInputs["linear-edge"] | SolverInputs["implicit-euler"] | SolverInputs["newton-euler"];
type Integrator = "euler" | "bdf2";

const FRAME = 1 / 60;
const SUBSTEPS = 16;
const GOAL = 0.05;
const PARTS: readonly string[] = ["small", "probe", "reference", "large"];
/** The converged step of each integrator, and the motion converged in time. */
const REFERENCES: readonly string[] = ["euler", "bdf2", "truth"];
const { words, numbers } = readArguments({
  k: 0,
  size: 80,
  frames: 60,
  tolerance: 1e-5,
  smallFrames: 45,
  smallSize: 20,
});
const parts = words.filter((word) => PARTS.includes(word));
const only = words.filter((word) => REFERENCES.includes(word));
for (const word of words) {
  if (!parts.includes(word) && !only.includes(word)) {
    throw new Error(`no part ${word}; there are: ${[...PARTS, ...REFERENCES].join(", ")}`);
  }
}
if (parts.length === 0) parts.push("small");
const references = only.length === 0 ? REFERENCES : only;

const lbfgs = (iterations: number, integrator: Integrator, rest: Partial<SolverInputs["linear-edge"]> = {}): Solver => ({
  method: "linear-edge",
  acceleration: "lbfgs",
  iterations,
  integrator,
  ...rest,
});

const stiffnesses = numbers.k > 0 ? [numbers.k] : [1e3, 1e4];
if (parts.includes("small")) await publishSmall();
for (const k of stiffnesses) {
  if (parts.includes("probe")) await probe(k);
  if (parts.includes("reference")) for (const name of references) await reference(k, name);
  if (parts.includes("large")) await publishLarge(k);
}

async function publishSmall(): Promise<void> {
  const { smallSize: size, smallFrames: frames } = numbers;
  const early = Math.min(20, frames) - 1;
  const scene = (solver: Solver): SceneInput => swingingCloth({ size, stiffness: 1000, timestep: FRAME, solver });
  const truth = await runTrajectory(scene({ method: "newton-euler", tolerance: 1e-9 }), 1, frames, "newton-euler");
  const plain = [1, 5, 10, 20, 30, 100].map((iterations) => ({ method: "linear-edge", iterations }));
  const accelerated = [2, 5, 10, 20].map((iterations) => lbfgs(iterations, "euler"));
  const rows: Row[] = [];
  for (const solver of [...plain, ...accelerated, { method: "implicit-euler", tolerance: 1e-3 }] as Solver[]) {
    const name = `${solver.method}${!("acceleration" in solver) ? "" : " lbfgs"}`;
    const run = await runTrajectory(scene(solver), 1, frames, name);
    rows.push({
      method: name,
      iterations: "iterations" in solver ? String(solver.iterations) : run.iterations.toFixed(0),
      after20: `${(100 * frameDistance(run.frames[early], truth.frames[early])).toFixed(1)} cm`,
      after45: `${(100 * frameDistance(run.frames[frames - 1], truth.frames[frames - 1])).toFixed(1)} cm`,
      strainMax: percent(run.strainMax),
      msPerFrame: run.ms.toFixed(2),
    });
  }
  console.log(`${size} × ${size}, k = 1000 N/m, h = 1/60 s: RMS distance from the converged implicit Euler step (newton-euler)`);
  console.log(`its own largest strain is ${percent(truth.strainMax)}`);
  publish("linear-motion-small", "implicit-euler tolerance=1e-3; newton-euler tolerance=1e-9", rows);
  console.log();
}

function reference(k: number, name: string, frames: number = numbers.frames): Promise<Trajectory> {
  const substeps = name === "truth" ? SUBSTEPS : 1;
  const integrator = name === "euler" ? "euler" : "bdf2";
  const solver = lbfgs(5000, integrator, { tolerance: numbers.tolerance, memory: 20 });
  const scene = swingingCloth({ size: numbers.size, stiffness: k, timestep: FRAME / substeps, solver });
  const file = `${numbers.size}-k${k}-${name}-${frames}-${numbers.tolerance}`;
  return frames === numbers.frames ? cachedTrajectory(scene, substeps, frames, file) : runTrajectory(scene, substeps, frames, file);
}

async function probe(k: number): Promise<void> {
  for (const name of references) {
    const { ms, iterations, mostIterations, residual } = await reference(k, name, 3);
    console.log(
      `k = ${k}, ${name}: ${(ms / 1000).toFixed(1)} s a frame over the first three, ${iterations.toFixed(0)} iterations a step ` +
        `(at most ${mostIterations}), residual ${residual.toExponential(1)}; ${((ms * numbers.frames) / 60000).toFixed(0)} minutes in all`,
    );
  }
}

async function publishLarge(k: number): Promise<void> {
  const truth = await reference(k, "truth");
  const rows: Row[] = [];
  const needed: string[] = [];
  for (const integrator of ["euler", "bdf2"] as const) {
    const own = await reference(k, integrator);
    const run = async (iterations: number): Promise<Trajectory> => {
      const scene = swingingCloth({
        size: numbers.size,
        stiffness: k,
        timestep: FRAME,
        solver: lbfgs(iterations, integrator),
      });
      return runTrajectory(scene, 1, numbers.frames, `${numbers.size}-k${k}-${integrator}-${iterations} iterations`);
    };
    const row = (iterations: string, one: Trajectory): Row => ({
      integrator,
      iterations,
      fromOwnStep: centimetres(motionDistance(one, own)),
      fromTruth: centimetres(motionDistance(one, truth)),
      strainMax: percent(one.strainMax),
      msPerFrame: one.ms.toFixed(1),
    });
    const runs = new Map<number, Trajectory>();
    for (const iterations of [10, 20, 40, 80]) {
      const one = await run(iterations);
      runs.set(iterations, one);
      rows.push(row(String(iterations), one));
    }
    rows.push(row(`converged (${own.iterations.toFixed(0)})`, own));
    for (const [what, goal] of [
      ["its own converged step", own],
      ["the motion converged in time", truth],
    ] as const) {
      needed.push(`${integrator}, ${what}: ${await iterationsNeeded(runs, run, own, goal)}`);
    }
  }
  console.log(
    `${numbers.size} × ${numbers.size}, k = ${k} N/m, h = 1/60 s: RMS distance [cm] over ${numbers.frames} frames; truth is BDF2 at 1/960 s ` +
      `(residual up to ${truth.residual.toExponential(1)})`,
  );
  publish(`linear-motion-k${k}`, `lbfgs; memory=8; references tolerance=${numbers.tolerance} memory=20`, rows);
  console.log(`\niterations for ${100 * GOAL} cm`);
  for (const line of needed) console.log(line);
  console.log();
}

/** The least iterations that stay within GOAL, to about a tenth; every smaller number need not fail. */
async function iterationsNeeded(
  runs: Map<number, Trajectory>,
  run: (iterations: number) => Promise<Trajectory>,
  own: Trajectory,
  goal: Trajectory,
): Promise<string> {
  const floor = motionDistance(own, goal);
  if (floor > GOAL) return `none, the converged step is ${centimetres(floor)} cm away`;
  const distance = async (iterations: number): Promise<number> => {
    const kept = runs.get(iterations) ?? (await run(iterations));
    runs.set(iterations, kept);
    return motionDistance(kept, goal);
  };
  let high = 10;
  while (high <= 320 && (await distance(high)) > GOAL) high *= 2;
  if (high > 320) return "more than 320";
  let low = high === 10 ? 1 : high / 2;
  while (high - low > Math.max(1, 0.1 * high)) {
    const middle = Math.round(0.5 * (low + high));
    if ((await distance(middle)) > GOAL) low = middle;
    else high = middle;
  }
  return `${high} (${centimetres(await distance(high))} cm, ${runs.get(high)?.ms.toFixed(0)} ms a frame)`;
}

function centimetres(metres: number): string {
  return (100 * metres).toFixed(1);
}

function percent(strain: number): string {
  return `${(100 * strain).toFixed(1)}%`;
}
