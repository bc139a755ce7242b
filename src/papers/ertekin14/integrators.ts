import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Series, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, rmsDistance } from "../run-steps.ts";

interface Tried {
  readonly name: string;
  readonly solver: SolverInput;
  /** Order of the error in h that theory gives. */
  readonly order: number;
}

const EXACT = { jacobian: "exact", tolerance: 1e-12 } as const;
const METHODS: readonly Tried[] = [
  { name: "explicit-euler", solver: { method: "explicit-euler" }, order: 1 },
  { name: "symplectic-euler", solver: { method: "symplectic-euler" }, order: 1 },
  { name: "verlet", solver: { method: "verlet" }, order: 2 },
  { name: "rk4", solver: { method: "rk4" }, order: 4 },
  { name: "implicit-euler", solver: { method: "implicit-euler", ...EXACT }, order: 1 },
  { name: "implicit-midpoint", solver: { method: "implicit-midpoint", ...EXACT }, order: 2 },
  { name: "newton-midpoint", solver: { method: "newton-midpoint", tolerance: 1e-12 }, order: 2 },
  { name: "bdf2", solver: { method: "bdf2", ...EXACT }, order: 2 },
];
/** Steps a second, each twice the one before. */
const RATES = [640, 1280, 2560, 5120];
const REFERENCE_RATE = 40_960;
const SECONDS = 0.4;
const SIDE = 6;
/** By how much it is stretched at the start [−], and gravity [m/s²]. */
const STRETCH = 0.2;
const GRAVITY = 1;

/** A soft sheet, pulled a little so that no spring goes slack, that falls between four corners. */
function sheetScene(solver: SceneInput["solver"], rate: number): SceneInput {
  const positions = Array.from({ length: SIDE * SIDE }, (_, i) => {
    return [((1 + STRETCH) * (i % SIDE)) / (SIDE - 1), 0, ((1 + STRETCH) * Math.floor(i / SIDE)) / (SIDE - 1)];
  });
  return {
    drape: 1,
    title: "Integrators: a soft sheet between four corners",
    gravity: [0, -GRAVITY, 0],
    timestep: 1 / rate,
    duration: SECONDS,
    ...(solver === undefined ? {} : { solver }),
    variants: METHODS.map((method) => ({ name: method.name, solver: method.solver })),
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1, v: [0, 0, 1] },
        positions: positions.flat(),
        springs: { stretch: 4, shear: 4 },
        masses: 0.2 / (SIDE * SIDE),
        pins: ["top-left", "top-right", "bottom-left", "bottom-right"],
        springModel: "symmetric",
      },
    ],
    camera: { position: [1.4, 0.7, 2.4], target: [0.6, -0.1, 0.6] },
  };
}

export const integrators: Experiment = {
  paper: "ertekin14",
  name: "integrators",
  title: "Other integrators: accuracy and cost",
  place: "Section 5.3",
  claim:
    "Implicit methods are more stable but not more accurate; more complex methods are more accurate and take longer; Runge–Kutta is a good option for accuracy.",
  setup: `A soft sheet of ${SIDE} × ${SIDE} particles between four corners, stretched by ${100 * STRETCH} % so that no spring goes slack, sags for ${SECONDS} s under a gravity of ${GRAVITY} m/s². RMS distance from rk4 at ${formatNumber(REFERENCE_RATE)} steps a second; the order is the slope between the two finest steps. (Rosenbrock's method, which the paper names, is not in Drape.)`,
  scene: {
    ...sheetScene({ method: "rk4" }, 1280),
    description: "A soft sheet between four corners, for smooth motion. Its variants are the methods that are compared.",
  },
  seconds: { quick: 3, full: 3 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const exact = await runTo({ method: "rk4" }, REFERENCE_RATE, partOf(task, 0, 0.2));
  const rows: (string | number)[][] = [];
  const series: Series[] = [];
  const wrongOrders: number[] = [];
  const finest = new Map<string, { error: number; seconds: number }>();
  for (const [n, { name, solver, order }] of METHODS.entries()) {
    const errors: number[] = [];
    const costs: number[] = [];
    for (const [k, rate] of RATES.entries()) {
      const at = 0.2 + (0.8 * (n + k / RATES.length)) / METHODS.length;
      const { x, seconds } = await runTo(solver, rate, partOf(task, at, at + 0.8 / (METHODS.length * RATES.length)));
      errors.push(rmsDistance(x, exact.x));
      costs.push(seconds);
    }
    const last = RATES.length - 1;
    const measured = Math.log2(errors[last - 1] / errors[last]); // not in a step
    wrongOrders.push(Math.abs(measured - order));
    finest.set(name, { error: errors[last], seconds: costs[last] });
    const aStep = Math.min(...costs.map((seconds, k) => seconds / (SECONDS * RATES[k])));
    rows.push([name, order, measured, ...errors.map((error) => 1000 * error), 1000 * aStep]);
    series.push({ name, points: errors.map((error, k) => [aStep * SECONDS * RATES[k], error] as const), mark: "line" });
  }
  const of = (name: string): { error: number; seconds: number } => finest.get(name) ?? { error: Number.NaN, seconds: Number.NaN };
  return {
    verdicts: [
      {
        claim: "Every method has the order that theory gives it",
        from: "ours",
        quantity: "largest difference of the measured order [−]",
        measured: Math.max(...wrongOrders),
        holds: { atMost: 0.15 },
        differs: { atMost: 0.4 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "Implicit Euler is not more accurate than explicit Euler",
        quantity: `error of implicit-euler over that of symplectic-euler at ${RATES[RATES.length - 1]} steps a second [−]`,
        measured: of("implicit-euler").error / of("symplectic-euler").error,
        holds: { atLeast: 1 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "Runge–Kutta is a good option for accuracy",
        quantity: `error of rk4 over the least of all others at ${RATES[RATES.length - 1]} steps a second [−]`,
        measured: of("rk4").error / Math.min(...METHODS.filter(({ name }) => name !== "rk4").map(({ name }) => of(name).error)),
        holds: { atMost: 0.1 },
        differs: { atMost: 1 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "Implicit methods take longer a step",
        quantity: "time of implicit-euler over that of symplectic-euler [−]",
        measured: of("implicit-euler").seconds / of("symplectic-euler").seconds,
        holds: { atLeast: 1 },
        kind: "time",
        expected: "holds",
        why: "On a sheet this small a step is so short that the clock and other programs may decide.",
      },
    ],
    tables: [
      {
        title: "Error [mm] and cost",
        columns: [
          { heading: "method" },
          { heading: "order, theory", isPaper: true },
          { heading: "order" },
          ...RATES.map((rate) => ({ heading: `${rate} steps/s`, digits: 2 })),
          { heading: "ms a step", digits: 2 },
        ],
        rows,
      },
    ],
    pictures: [],
    plots: [
      {
        title: "Error against cost",
        x: { label: `time to compute ${SECONDS} s [s]`, isLogarithmic: true },
        y: { label: "RMS error [m]", isLogarithmic: true },
        series,
      },
    ],
    reason:
      "On soft cloth without contact the explicit methods are cheaper and, of the same order, as accurate; the implicit ones pay when stiffness, not accuracy, sets the step. Orders are those of smooth motion: springs that go slack, wind that stops and contact lower every one of them.",
  };
}

async function runTo(solver: SceneInput["solver"], rate: number, task: Task): Promise<{ x: Float64Array; seconds: number }> {
  await task.progress(0);
  const simulation = await createSimulation(sheetScene(solver, rate));
  const from = performance.now();
  for (let n = 0; n < SECONDS * rate; n++) simulation.step();
  return { x: readPositions(simulation), seconds: (performance.now() - from) / 1000 };
}
