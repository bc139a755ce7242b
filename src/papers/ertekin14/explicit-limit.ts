import { NumericalError } from "../../core/errors.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf } from "../run-steps.ts";

const SIDE = 8;
const MASS = 0.01;
const STIFFNESS = [10, 100, 1000, 10_000, 100_000];
/** Of that limit, the step at which the other explicit Euler is tried. */
const SHARE = 0.05;
/** By how much the sheet is pulled [−]. */
const PULL = 0.01;
/** A step is stable when after so many of them no more energy is there than at the start, but for a factor. */
const STEPS = 400;
const GROWTH = 4;
/** Halvings of the bracket in which the limit lies: to 0.1 %. */
const HALVINGS = 10;

/** A free sheet, pulled by 1 % and let go; nothing else moves it. */
function sheetScene(method: string, stiffness: number, timestep: number): SceneInput {
  const positions = Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [column, row] = [i % SIDE, Math.floor(i / SIDE)];
    return [((1 + PULL) * column) / (SIDE - 1), (-(1 + PULL) * row) / (SIDE - 1), 0.01 * ((i * 7) % 3)];
  });
  return {
    drape: 1,
    title: "Explicit Euler's largest step",
    gravity: [0, 0, 0],
    timestep,
    duration: 1,
    solver: { method } as SolverInput,
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1 },
        positions: positions.flat(),
        springs: { stretch: stiffness, shear: stiffness, bend: stiffness },
        masses: MASS,
      },
    ],
    camera: { position: [0.5, -0.5, 2.5], target: [0.5, -0.5, 0] },
  };
}

export const explicitLimit: Experiment = {
  paper: "ertekin14",
  name: "explicit-limit",
  title: "The explicit step: h ∝ 1/√k",
  place: "Section 5.1, after Desbrun",
  claim: "The largest stable step of explicit Euler is inversely proportional to the square root of the stiffness.",
  setup:
    `A free sheet of ${SIDE} × ${SIDE} particles of ${1000 * MASS} g, pulled by ${100 * PULL} % and let go. The largest step at which its energy after ${STEPS} steps is at most ${GROWTH} times that at the start is bracketed for ${STIFFNESS.length} stiffnesses. What the paper prints as explicit Euler moves with the new velocity: that is symplectic-euler. ` +
    `Its blend λ = 0 moves with the old one, explicit-euler; it is tried at ${SHARE} of the limit.`,
  scene: {
    ...sheetScene("symplectic-euler", 100, 1 / 400),
    variants: (["symplectic-euler", "explicit-euler"] as const).map((method) => ({ name: method, solver: { method } })),
    description: `A free sheet, pulled by ${100 * PULL} % and let go. Make the step three times as long, or the springs ten times as stiff, and it is lost.`,
  },
  seconds: { quick: 2, full: 2 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const limits: number[] = [];
  const growths: number[] = [];
  for (const [k, stiffness] of STIFFNESS.entries()) {
    const part = partOf(task, k / STIFFNESS.length, (k + 1) / STIFFNESS.length);
    limits.push(await findLimit("symplectic-euler", stiffness, part));
    growths.push(await measureGrowth("explicit-euler", stiffness, SHARE * limits[k]));
  }
  const scaled = STIFFNESS.map((k, n) => limits[n] * Math.sqrt(k / MASS));
  return {
    verdicts: [
      {
        claim: "h ∝ 1/√k for the step that the paper prints",
        quantity: "slope of log h over log k (symplectic-euler) [−]",
        paper: -0.5,
        measured: fitSlope(limits),
        holds: { atLeast: -0.52, atMost: -0.48 },
        differs: { atLeast: -0.6, atMost: -0.4 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "The limit is the same number of the fastest mode's time at every stiffness",
        from: "ours",
        quantity: "largest over smallest h √(k/m) (symplectic-euler) [−]",
        measured: Math.max(...scaled) / Math.min(...scaled),
        holds: { atMost: 1.1 },
        differs: { atMost: 1.3 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: `The blend at λ = 0, also called explicit Euler, is stable at ${SHARE} of that step`,
        from: "ours",
        quantity: `energy after ${STEPS} steps over that at the start (explicit-euler), at least [−]`,
        measured: Math.min(...growths),
        holds: { atMost: 1.001 },
        differs: { atMost: 1.5 },
        kind: "stability",
        expected: "does not hold",
        why: `With the old velocity every mode without damping grows by √(1 + h²ω²) in every step, however short: at ${SHARE} of the limit the energy still grows ${formatNumber(Math.min(...growths))} times in ${STEPS} steps.`,
      },
    ],
    tables: [
      {
        title: "Largest stable step",
        columns: [
          { heading: "k [N/m]", digits: 6 },
          { heading: "symplectic-euler [ms]" },
          { heading: "h √(k/m)" },
          { heading: `explicit-euler at ${SHARE} of it: energy after ${STEPS} steps over that at the start` },
        ],
        rows: STIFFNESS.map((k, n) => [k, 1000 * limits[n], scaled[n], growths[n]]),
      },
    ],
    pictures: [],
    plots: [
      {
        title: "Largest stable step against stiffness",
        x: { label: "k [N/m]", isLogarithmic: true },
        y: { label: "h [s]", isLogarithmic: true },
        series: [
          {
            name: "symplectic-euler",
            points: STIFFNESS.map((k, n) => [k, limits[n]] as const),
            mark: "points",
          },
          {
            name: "1/√k",
            points: STIFFNESS.map((k) => [k, limits[0] * Math.sqrt(STIFFNESS[0] / k)] as const),
            mark: "line",
            isPaper: true,
          },
        ],
      },
    ],
    reason:
      "Symplectic Euler is stable while hω < 2 for the fastest mode, and ω grows with √k; without weight and air nothing else in the sheet has a time of its own, so the law is exact. With the old velocity in its place every mode without damping grows by √(1 + h²ω²) in every step, however short: the paper's formula and its text mean two methods, and only the one it prints has the limit.",
  };
}

/** The largest step at which the energy stays bounded [s]. */
async function findLimit(method: string, stiffness: number, task: Task): Promise<number> {
  const natural = Math.sqrt(MASS / stiffness);
  let [low, high] = [1e-4 * natural, 2 * natural];
  for (let n = 0; n < HALVINGS + 3; n++) {
    await task.progress(n / (HALVINGS + 3));
    const middle = Math.sqrt(low * high);
    if (await isStable(method, stiffness, middle)) low = middle;
    else high = middle;
  }
  return low;
}

async function isStable(method: string, stiffness: number, timestep: number): Promise<boolean> {
  return (await measureGrowth(method, stiffness, timestep)) <= GROWTH;
}

/** Energy after STEPS over that at the start; without bound where the run is lost. */
async function measureGrowth(method: string, stiffness: number, timestep: number): Promise<number> {
  const simulation = await createSimulation(sheetScene(method, stiffness, timestep));
  const start = simulation.view.measure().elastic;
  try {
    for (let n = 0; n < STEPS; n++) simulation.step();
  } catch (error) {
    if (error instanceof NumericalError) return Number.MAX_VALUE;
    throw error;
  }
  const { kinetic, elastic } = simulation.view.measure();
  return (kinetic + elastic) / start;
}

/** Slope of log h over log k, by least squares. */
function fitSlope(limits: readonly number[]): number {
  const points = limits.map((h, n) => [Math.log(STIFFNESS[n]), Math.log(h)]); // not in a step
  const mean = [0, 1].map((c) => points.reduce((sum, point) => sum + point[c], 0) / points.length);
  let [xy, xx] = [0, 0];
  for (const [x, y] of points) {
    xy += (x - mean[0]) * (y - mean[1]);
    xx += (x - mean[0]) * (x - mean[0]);
  }
  return xy / xx;
}
