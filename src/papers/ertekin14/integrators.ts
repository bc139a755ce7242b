import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Task } from "../experiment.ts";
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
  { name: "rosenbrock", solver: { method: "rosenbrock", ...EXACT }, order: 4 },
];
/** Those in the plot. */
const DRAWN = ["symplectic-euler", "verlet", "rk4", "implicit-euler", "implicit-midpoint", "rosenbrock"];
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
    "Implicit methods are more stable but not necessarily more accurate; more complex ones such as Rosenbrock's are, but solve a linear system four times a step and take longer; Runge–Kutta is a good option for accuracy.",
  setup: `A soft sheet of ${SIDE} × ${SIDE} particles between four corners, stretched by ${100 * STRETCH} % so that no spring goes slack, sags for ${SECONDS} s under a gravity of ${GRAVITY} m/s². RMS distance from rk4 at ${formatNumber(REFERENCE_RATE)} steps a second; the order is the slope between the two finest steps. Rosenbrock's method has four stages of fourth order with Shampine's parameters; the paper prints none. Linear systems are solved to 10⁻¹².`,
  scene: {
    ...sheetScene({ method: "rk4" }, 1280),
    description: "A soft sheet between four corners, for smooth motion. Its variants are the methods that are compared.",
  },
  live: {
    scene: { ...sheetScene({ method: "implicit-euler", jacobian: "exact", tolerance: 1e-8 }, 80), variants: [], duration: 3 },
    knobs: [
      {
        label: "method",
        choices: METHODS.filter(({ name }) => name !== "newton-midpoint").map(({ name, solver }) => ({ name, set: { solver } })),
        start: 4,
      },
      {
        label: "steps a second",
        choices: [40, 80, 160, 320].map((rate) => ({ name: String(rate), set: { timestep: 1 / rate } })),
        start: 1,
      },
    ],
    beside: { name: "rk4, 640 steps a second", set: { solver: { method: "rk4" }, timestep: 1 / 640 } },
    gauges: ["distance", "kinetic", "iterations", "ms"],
    look: "At the same step Rosenbrock's method and rk4 stay with the sheet beside; implicit Euler stops swinging, and explicit Euler is lost.",
  },
  seconds: { quick: 5, full: 5 },
  isTimed: true,
  run,
};

/** What a method did at each rate. */
interface Measured {
  readonly name: string;
  readonly order: number;
  readonly measuredOrder: number;
  /** RMS error [m]. */
  readonly errors: readonly number[];
  /** Time of a step [s], and iterations of all its solves. */
  readonly aStep: number;
  readonly iterations: number;
}

async function run(task: Task): Promise<Findings> {
  const exact = await runTo({ method: "rk4" }, REFERENCE_RATE, partOf(task, 0, 0.2));
  const found: Measured[] = [];
  for (const [n, { name, solver, order }] of METHODS.entries()) {
    const errors: number[] = [];
    const costs: number[] = [];
    let iterations = 0;
    for (const [k, rate] of RATES.entries()) {
      const at = 0.2 + (0.8 * (n + k / RATES.length)) / METHODS.length;
      const one = await runTo(solver, rate, partOf(task, at, at + 0.8 / (METHODS.length * RATES.length)));
      errors.push(rmsDistance(one.x, exact.x));
      costs.push(one.seconds / (SECONDS * rate));
      iterations = one.iterations;
    }
    const last = RATES.length - 1;
    const measuredOrder = Math.log2(errors[last - 1] / errors[last]); // not in a step
    found.push({ name, order, measuredOrder, errors, aStep: Math.min(...costs), iterations });
  }
  return {
    verdicts: judgeMethods(found),
    tables: [
      {
        title: "Order and error [mm], the finest step first",
        columns: [
          { heading: "method" },
          { heading: "order" },
          { heading: "by theory" },
          ...RATES.toReversed().map((rate) => ({ heading: `${rate} steps/s`, digits: 2 })),
        ],
        rows: found.map(({ name, order, measuredOrder, errors }) => {
          return [name, measuredOrder, order, ...errors.toReversed().map((error) => 1000 * error)];
        }),
      },
      {
        title: "Cost of a step",
        columns: [{ heading: "method" }, { heading: "ms", digits: 2 }, { heading: "iterations", digits: 2 }],
        rows: found.map(({ name, iterations, aStep }) => [name, 1000 * aStep, iterations]),
      },
    ],
    pictures: [],
    plots: [
      {
        title: "Error against cost: for a small error the fourth order pays",
        x: { label: `time to compute ${SECONDS} s [s]`, isLogarithmic: true },
        y: { label: "RMS error [m]", isLogarithmic: true },
        series: found
          .filter(({ name }) => DRAWN.includes(name))
          .map(({ name, errors, aStep }) => ({
            name,
            points: errors.map((error, k) => [aStep * SECONDS * RATES[k], error] as const),
            mark: "line" as const,
          })),
      },
    ],
    reason:
      "On soft cloth without contact the explicit methods are cheaper and, of the same order, as accurate; the implicit ones pay when stiffness, not accuracy, sets the step. Rosenbrock's method is implicit and of fourth order, on smooth motion: where springs go slack, wind stops or cloth lands, orders are lost, and what is left are its four solves.",
  };
}

function judgeMethods(found: readonly Measured[]): Findings["verdicts"] {
  const last = RATES.length - 1;
  const of = (name: string): Measured => found.find((one) => one.name === name) as Measured;
  const error = (name: string, rate: number = last): number => of(name).errors[rate];
  const mm = (value: number): string => formatNumber(1000 * value);
  const worst = found.reduce((a, b) => (Math.abs(b.measuredOrder - b.order) > Math.abs(a.measuredOrder - a.order) ? b : a));
  const range = `soft sheet, ${SIDE} × ${SIDE}, k = 4 N/m, ${SECONDS} s, ${RATES[last]} steps a second`;
  const [rosenbrock, implicit] = [of("rosenbrock"), of("implicit-euler")];
  const lower = found.filter(({ order }) => order < 4);
  const best = lower.reduce((a, b) => (b.errors[last] < a.errors[last] ? b : a));
  return [
    {
      claim: "Every method has the order that theory gives it",
      from: "ours",
      range: `soft sheet, ${SIDE} × ${SIDE}, ${RATES[last - 1]} and ${RATES[last]} steps a second, ${METHODS.length} methods`,
      quantity: "largest difference of the measured order from theory [−]",
      measured: Math.abs(worst.measuredOrder - worst.order),
      holds: { atMost: 0.15 },
      differs: { atMost: 0.4 },
      kind: "error",
      expected: "holds",
      why: `The farthest off is ${worst.name}: ${formatNumber(worst.measuredOrder)} for ${worst.order}. rk4 has ${formatNumber(of("rk4").measuredOrder)}, rosenbrock ${formatNumber(rosenbrock.measuredOrder)}.`,
    },
    {
      claim: "Implicit methods are not necessarily more accurate",
      range: `${range}; implicit Euler against explicit Euler as the paper prints it (symplectic-euler)`,
      quantity: "error of implicit-euler over that of symplectic-euler [−]",
      measured: error("implicit-euler") / error("symplectic-euler"),
      holds: { atLeast: 1 },
      differs: { atLeast: 0.5 },
      kind: "error",
      expected: "holds",
      why: `${mm(error("implicit-euler"))} mm against ${mm(error("symplectic-euler"))}: implicit Euler damps the swing, symplectic Euler only shifts it.`,
    },
    {
      claim: "More complex methods such as Rosenbrock's are more accurate",
      range: `the same sheet at the same number of solves: rosenbrock at ${RATES[last - 2]} steps a second, implicit-euler at ${RATES[last]}`,
      quantity: "error of rosenbrock over that of implicit-euler [−]",
      measured: error("rosenbrock", last - 2) / error("implicit-euler"),
      holds: { atMost: 0.1 },
      differs: { atMost: 1 },
      kind: "error",
      expected: "holds",
      why: `${mm(error("rosenbrock", last - 2))} mm against ${mm(error("implicit-euler"))} with as many solves; at the same step ${mm(error("rosenbrock"))} mm.`,
    },
    {
      claim: "It needs four solves of a linear system in each step",
      range: `${range}, tolerance 10⁻¹²`,
      quantity: "iterations of conjugate gradients a step, rosenbrock over implicit-euler [−]",
      paper: 4,
      measured: rosenbrock.iterations / implicit.iterations,
      holds: { atLeast: 3, atMost: 5 },
      differs: { atLeast: 2, atMost: 6 },
      kind: "fill",
      expected: "holds",
      why: `${formatNumber(rosenbrock.iterations)} iterations a step against ${formatNumber(implicit.iterations)}: one matrix, assembled once, and four right-hand sides that each need the stage before.`,
    },
    {
      claim: "… so that it takes longer than implicit methods",
      range: `${range}; this machine`,
      quantity: "time of a step of rosenbrock over that of implicit-euler [−]",
      measured: rosenbrock.aStep / implicit.aStep,
      holds: { atLeast: 1.5 },
      differs: { atLeast: 1 },
      kind: "time",
      expected: "holds",
      why: `A step takes ${formatNumber(1000 * rosenbrock.aStep)} ms against ${formatNumber(1000 * implicit.aStep)}. For the same accuracy it is the other way round: at the same step its error is ${formatNumber(error("implicit-euler") / error("rosenbrock"))} times smaller, and implicit Euler, of first order, would need as many times more steps.`,
      revised:
        "The first edition had no Rosenbrock method and asked whether implicit Euler takes longer a step than symplectic Euler, which the paper does not say; it did.",
    },
    {
      claim: "Runge–Kutta is a good option for accuracy",
      range,
      quantity: "error of rk4 over the least of the methods of lower order [−]",
      measured: error("rk4") / best.errors[last],
      holds: { atMost: 0.1 },
      differs: { atMost: 1 },
      kind: "error",
      expected: "holds",
      why: `${mm(error("rk4"))} mm against ${mm(best.errors[last])} mm of ${best.name}, the best of lower order; rosenbrock, of the same order, has ${mm(error("rosenbrock"))} mm.`,
      revised: "The first edition compared with all others; Rosenbrock's method, which is of the same order, has joined them since.",
    },
  ];
}

async function runTo(
  solver: SceneInput["solver"],
  rate: number,
  task: Task,
): Promise<{ x: Float64Array; seconds: number; iterations: number }> {
  await task.progress(0);
  const simulation = await createSimulation(sheetScene(solver, rate));
  const from = performance.now();
  for (let n = 0; n < SECONDS * rate; n++) simulation.step();
  const { iterations } = simulation.view.measure();
  return { x: readPositions(simulation), seconds: (performance.now() - from) / 1000, iterations };
}
