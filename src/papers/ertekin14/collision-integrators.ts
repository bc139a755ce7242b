import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { median } from "../median.ts";
import { partOf, readPositions, readVelocities, rmsDistance, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const SIDE = 11;
const WIDTH = 0.6;
const GRAVITY = 9.81;
/** For jumps and orders: a soft sheet, stretched by this at the start so that it moves before it lands; the two finest rates [1/s]. */
const SOFT = 50;
const STRETCH = 0.05;
const RATES = [600, 1200, 2400];
const REFERENCE_RATE = 9600;
/** Before the impact and after it [s]. */
const BEFORE = 0.12;
const AFTER = 0.2;
/** For what is lost: steps of 1/60 s. */
const RATE = 60;
const STEPS = 60;
const STIFFNESSES = [50, 500, 5000];
const SITUATIONS = ["swing", "ball", "floor"] as const;
/** A spring pulled by more than this is torn [−]. */
const TORN = 1;

type Situation = (typeof SITUATIONS)[number];
const BODIES: Readonly<Record<Situation, SceneInput["colliders"]>> = {
  swing: [],
  ball: [{ sphere: { center: [0.3, -0.3, 0.3], radius: 0.2 } }],
  floor: [{ plane: { point: [0, -0.3, 0], normal: [0, 1, 0] } }],
};

/** A sheet that swings from two corners, falls on a ball, or falls on its edge to the floor. */
function sheetScene(situation: Situation, stiffness: number, solver: SolverInput, rate: number, stretch = 0): SceneInput {
  const v: readonly [number, number, number] = situation === "floor" ? [0, 0.8, 0.6] : [0, 0, 1];
  const spacing = ((1 + stretch) * WIDTH) / (SIDE - 1);
  const positions = Array.from({ length: SIDE * SIDE }, (_, i) => {
    return [(i % SIDE) * spacing, 0, Math.floor(i / SIDE) * spacing];
  });
  return {
    drape: 1,
    title: "A sheet that lands, by several integrators",
    gravity: [0, -GRAVITY, 0],
    timestep: 1 / rate,
    duration: STEPS / RATE,
    solver,
    colliders: BODIES[situation] ?? [],
    collision: { thickness: 0.004, friction: 0.2 },
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: WIDTH, height: WIDTH, v },
        ...(stretch > 0 ? { positions: positions.flat() } : {}),
        springs: { stretch: stiffness, shear: stiffness / 2, bend: stiffness / 50 },
        masses: 0.08 / (SIDE * SIDE),
        damping: { viscous: 2e-5 },
        ...(situation === "swing" ? { pins: ["top-left", "top-right"] } : {}),
      },
    ],
    camera: { position: [1.1, 0.25, 1.3], target: [0.3, -0.25, 0.3] },
  };
}

const LANDING: readonly SolverInput[] = [
  { method: "rk4" },
  { method: "verlet" },
  { method: "symplectic-euler" },
  { method: "implicit-midpoint" },
  { method: "newton-midpoint" },
  { method: "implicit-euler" },
];
const LARGE_STEP: readonly SolverInput[] = [
  { method: "implicit-euler" },
  { method: "implicit-midpoint" },
  { method: "newton-midpoint", tolerance: 1e-6 },
  { method: "rosenbrock" },
];

export const collisionIntegrators: Experiment = {
  paper: "ertekin14",
  name: "collision-integrators",
  title: "Runge–Kutta, midpoint and Rosenbrock where cloth lands",
  place: "Section 5.3",
  claim:
    "Runge–Kutta creates discontinuities in motion in case of collision, so that it is unwise to use it for cloth; the implicit midpoint method has numerical instability in nonlinear problems.",
  setup: `A sheet of ${SIDE} × ${SIDE} particles, ${WIDTH} m, falls on a ball. Soft (${SOFT} N/m), stretched by ${100 * STRETCH} % so that it vibrates on the way, it lands at ${RATES.join(", ")} steps a second; rk4 at ${REFERENCE_RATE} is the truth. At steps of 1/${RATE} s it swings, falls on the ball and falls on its edge to the floor, with ${STIFFNESSES.join(", ")} N/m, for ${STEPS / RATE} s. A run is lost where a number overflows or a spring is pulled by more than ${100 * TORN} %.`,
  scene: {
    ...sheetScene("ball", 500, { method: "implicit-midpoint" }, RATE),
    variants: LARGE_STEP.map((solver) => ({ name: solver.method as string, solver })),
    description:
      "A sheet falls on a ball in steps of 1/60 s. The midpoint methods and Rosenbrock's have nothing that damps what the impact sets off.",
  },
  live: {
    knobs: [
      { label: "method", choices: LARGE_STEP.map((solver) => ({ name: solver.method as string, set: { solver } })), start: 1 },
      {
        label: "stiffness [N/m]",
        choices: STIFFNESSES.map((k) => ({ name: String(k), set: { "cloths.0.springs": { stretch: k, shear: k / 2, bend: k / 50 } } })),
        start: 1,
      },
    ],
    beside: { name: "implicit-euler", set: { solver: { method: "implicit-euler" } } },
    gauges: ["strain", "peak strain", "kinetic", "speed"],
    look: "Until the sheet touches the ball all methods agree. Then only implicit Euler is quiet: it damps what the impact sets off, and the others keep it.",
  },
  seconds: { quick: 5, full: 12 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const landings: Landing[] = [];
  for (const [n, solver] of LANDING.entries()) {
    landings.push(await land(solver, partOf(task, (0.4 * n) / LANDING.length, (0.4 * (n + 1)) / LANDING.length)));
  }
  const orders = await measureOrders(partOf(task, 0.4, 0.6));
  const fates: Fate[][] = [];
  const pictures: Picture[] = [];
  for (const [n, solver] of LARGE_STEP.entries()) {
    const row: Fate[] = [];
    const isSlow = solver.method === "newton-midpoint";
    for (const stiffness of isSlow ? STIFFNESSES.slice(0, task.isQuick ? 1 : 2) : STIFFNESSES) {
      for (const situation of SITUATIONS) {
        const takes = situation === "ball" && stiffness === STIFFNESSES[0];
        const fate = await follow(sheetScene(situation, stiffness, solver, RATE), partOf(task, 0.6 + 0.1 * n, 0.6 + 0.1 * n), takes);
        row.push({ ...fate, stiffness, situation });
        if (fate.picture !== undefined) pictures.push(fate.picture);
      }
    }
    fates.push(row);
  }
  return {
    verdicts: [...judgeLanding(landings, orders), ...judgeFates(fates)],
    tables: [
      {
        title: "The largest change of a particle's velocity within a step, weight apart [m/s]",
        columns: [
          { heading: "method" },
          ...RATES.toReversed().map((rate) => ({ heading: `${rate} steps/s` })),
          { heading: `${RATES[RATES.length - 1]} by ${RATES[RATES.length - 2]}` },
        ],
        rows: landings.map(({ name, jumps }) => [name, ...jumps.toReversed(), jumps[jumps.length - 1] / jumps[jumps.length - 2]]),
        note: "A force gives half the change in half the step; a jump stays.",
      },
      {
        title: `Largest strain in steps of 1/${RATE} s [%]; runs end where they are lost`,
        columns: [{ heading: "sheet" }, ...LARGE_STEP.map(({ method }) => ({ heading: method as string }))],
        rows: STIFFNESSES.flatMap((stiffness) =>
          SITUATIONS.map((situation) => [
            `${situation}, ${stiffness} N/m`,
            ...fates.map((row) => {
              const fate = row.find((one) => one.stiffness === stiffness && one.situation === situation);
              return fate === undefined ? "–" : fate.isLost ? `lost, step ${fate.steps}` : 100 * fate.peak;
            }),
          ]),
        ),
        note: `–: not run. newton-midpoint is slow, and is run with ${STIFFNESSES.slice(0, task.isQuick ? 1 : 2).join(" and ")} N/m only.`,
      },
    ],
    pictures: [{ title: `On the ball, ${STIFFNESSES[0]} N/m, 1/${RATE} s: at the end, or where the run is lost`, pictures }],
    plots: [
      {
        title: "Error of rk4: fourth order until the sheet lands, first order after",
        x: { label: "steps a second", isLogarithmic: true },
        y: { label: "RMS error [m]", isLogarithmic: true },
        series: [
          { name: `before the impact, ${BEFORE} s`, points: RATES.map((rate, n) => [rate, orders.before[n]] as const), mark: "line" },
          { name: `after it, ${AFTER} s`, points: RATES.map((rate, n) => [rate, orders.after[n]] as const), mark: "line" },
        ],
      },
    ],
    reason:
      "An impact is a jump of velocity, whatever integrates the rest; no method of any order follows it better than first order unless it finds its time. So Runge–Kutta has no worse a motion at a collision than the others: it has lost what it is bought for. What an impact sets off in fast modes is damped by implicit Euler and kept by midpoint rules, which damp nothing; linearised once a step, they may even drive it. Rosenbrock's four stages look a step ahead over a kink, and what they see there is multiplied.",
  };
}

interface Landing {
  readonly name: string;
  /** The largest change of a velocity within a step beyond that by weight [m/s], by rate. */
  readonly jumps: readonly number[];
}

/** The sheet lands; how its velocities jump. */
async function land(solver: SolverInput, task: Task): Promise<Landing> {
  const jumps: number[] = [];
  for (const [n, rate] of RATES.entries()) {
    const simulation = await createSimulation(sheetScene("ball", SOFT, solver, rate, STRETCH));
    let before = readVelocities(simulation);
    let jump = 0;
    await runSteps(simulation, Math.round(AFTER * rate), partOf(task, n / RATES.length, (n + 1) / RATES.length), () => {
      const v = readVelocities(simulation);
      for (let c = 0; c < v.length; c += 3) {
        const [x, y, z] = [v[c] - before[c], v[c + 1] - before[c + 1] + GRAVITY / rate, v[c + 2] - before[c + 2]];
        jump = Math.max(jump, Math.sqrt(x * x + y * y + z * z));
      }
      before = v;
    });
    jumps.push(jump);
  }
  return { name: solver.method as string, jumps };
}

interface Orders {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Errors of rk4 before and after the impact, by rate [m]. */
async function measureOrders(task: Task): Promise<Orders> {
  const places = async (rate: number): Promise<[Float64Array, Float64Array]> => {
    const simulation = await createSimulation(sheetScene("ball", SOFT, { method: "rk4" }, rate, STRETCH));
    await runSteps(simulation, Math.round(BEFORE * rate), partOf(task, 0, 0.5));
    const before = readPositions(simulation);
    await runSteps(simulation, Math.round(AFTER * rate) - Math.round(BEFORE * rate), partOf(task, 0.5, 1));
    return [before, readPositions(simulation)];
  };
  const truth = await places(REFERENCE_RATE);
  const errors = { before: [] as number[], after: [] as number[] };
  for (const rate of RATES) {
    const [before, after] = await places(rate);
    errors.before.push(rmsDistance(before, truth[0]));
    errors.after.push(rmsDistance(after, truth[1]));
  }
  return errors;
}

interface Fate {
  readonly stiffness: number;
  readonly situation: Situation;
  readonly isLost: boolean;
  readonly steps: number;
  readonly peak: number;
}

/** Follows a sheet until its steps are over or it is lost or torn. */
async function follow(
  scene: SceneInput,
  task: Task,
  takesPicture: boolean,
): Promise<Omit<Fate, "stiffness" | "situation"> & { picture?: Picture }> {
  const simulation = await createSimulation(scene);
  let peak = 0;
  const { steps, isLost } = await runSteps(simulation, STEPS, task, () => {
    peak = Math.max(peak, simulation.view.measure().strainMax);
    return peak <= TORN;
  });
  const fate = { isLost: isLost || peak > TORN, steps, peak };
  if (!takesPicture) return fate;
  const { method } = scene.solver as { method: string };
  const caption = fate.isLost ? `${method}, lost at step ${steps}` : `${method}, ${formatNumber(100 * peak)} % at most`;
  return { ...fate, picture: await takePicture(simulation, scene, { caption, edges: true, width: 250, height: 220 }) };
}

function judgeLanding(landings: readonly Landing[], { before, after }: Orders): Findings["verdicts"] {
  const last = RATES.length - 1;
  const of = (name: string): Landing => landings.find((one) => one.name === name) as Landing;
  const order = (errors: readonly number[]): number => Math.log2(errors[last - 1] / errors[last]); // not in a step
  const rk4 = of("rk4");
  const others = landings.filter(({ name }) => name !== "rk4");
  const softer = others.filter(({ jumps }) => jumps[last] < 0.9 * rk4.jumps[last]).map(({ name }) => name);
  const range = `soft sheet (${SOFT} N/m) on the ball, ${RATES[last - 1]} and ${RATES[last]} steps a second`;
  return [
    {
      claim: "Runge–Kutta creates discontinuities in motion in case of collision",
      range,
      quantity:
        "largest change of a velocity within a step at the finest step over that at twice the step: ½ for a force, 1 for a jump [−]",
      measured: rk4.jumps[last] / rk4.jumps[last - 1],
      holds: { atLeast: 0.9 },
      differs: { atLeast: 0.7 },
      kind: "motion",
      expected: "holds",
      why: `With rk4 a velocity changes by up to ${rk4.jumps.map((jump) => formatNumber(jump)).join(", ")} m/s within a step at ${RATES.join(", ")} steps a second: half the step does not halve it.`,
    },
    {
      claim: "… more than other methods, so that it is unwise to use it for cloth",
      range: `${range}; against ${others.map(({ name }) => name).join(", ")}`,
      quantity: "largest change of a velocity with rk4 over the median of the other methods [−]",
      measured: rk4.jumps[last] / median(others.map(({ jumps }) => jumps[last])),
      holds: { atLeast: 1.2 },
      differs: { atLeast: 1.05 },
      kind: "motion",
      expected: "does not hold",
      why: `${softer.length > 0 ? `All but ${softer.join(" and ")} jump` : "The others jump"} about as far: ${others.map(({ name, jumps }) => `${name} ${formatNumber(jumps[last])}`).join(", ")} m/s, rk4 ${formatNumber(rk4.jumps[last])}. The jump is the impact's, not the integrator's.`,
    },
    {
      claim: "What Runge–Kutta loses at a collision is its order",
      from: "ours",
      range: `${range}; RMS error at ${BEFORE} s, before it lands, and at ${AFTER} s, after`,
      quantity: "order after the impact [−]; before it 4 is due",
      measured: order(after),
      holds: { atMost: 2 },
      differs: { atMost: 3 },
      kind: "error",
      expected: "holds",
      why: `The order is ${formatNumber(order(before))} before the impact and ${formatNumber(order(after))} after: at ${RATES[last]} steps a second the error grows from ${formatNumber(1e9 * before[last])} nm to ${formatNumber(1e6 * after[last])} µm.`,
    },
  ];
}

function judgeFates([euler, midpoint, newton, rosenbrock]: readonly (readonly Fate[])[]): Findings["verdicts"] {
  const lost = (row: readonly Fate[]): number => row.filter(({ isLost }) => isLost).length;
  const list = (row: readonly Fate[]): string =>
    row
      .filter(({ isLost }) => isLost)
      .map(({ situation, stiffness }) => `${situation} ${stiffness} N/m`)
      .join(", ");
  const range = `swing, ball and floor, ${STIFFNESSES.join(", ")} N/m, ${STEPS} steps of 1/${RATE} s`;
  return [
    {
      claim: "The implicit midpoint method has numerical instability in nonlinear problems",
      range: `${range}; linearised once a step; implicit Euler beside it`,
      quantity: "share of the runs that are lost, beyond those lost by implicit Euler [%]",
      measured: (100 * (lost(midpoint) - lost(euler))) / midpoint.length,
      holds: { atLeast: 20 },
      differs: { atLeast: 5 },
      kind: "stability",
      expected: "holds",
      why: `${lost(midpoint)} of ${midpoint.length} runs are lost (${list(midpoint)}); with implicit Euler ${lost(euler)}. On linear modes both are stable at any step.`,
    },
    {
      claim: "… also when its equations are solved to the end",
      from: "ours",
      range: `swing, ball and floor with ${STIFFNESSES[0]} N/m (quick), or ${STIFFNESSES.slice(0, 2).join(" and ")} N/m; newton-midpoint, tolerance 10⁻⁶`,
      quantity: "share of the runs that are lost [%]",
      measured: (100 * lost(newton)) / newton.length,
      holds: { atLeast: 20 },
      differs: { atLeast: 5 },
      kind: "stability",
      expected: "holds",
      why: `${lost(newton)} of ${newton.length} are lost (${list(newton)}): the rule keeps momentum and damps nothing, so what folds and impacts put into fast modes stays there.`,
    },
    {
      claim: "Rosenbrock's method, stable on linear modes too, is lost where cloth lands",
      from: "ours",
      range: `ball and floor, ${STIFFNESSES.join(", ")} N/m; jacobian clamped`,
      quantity: "share of these runs that are lost [%]",
      measured: (100 * lost(rosenbrock.filter(({ situation }) => situation !== "swing"))) / (2 * STIFFNESSES.length),
      holds: { atLeast: 50 },
      differs: { atLeast: 5 },
      kind: "stability",
      expected: "holds",
      why: `${lost(rosenbrock)} of all ${rosenbrock.length} runs are lost (${list(rosenbrock)}). Its stages reach over the impact, and a spring that turns within the step is none of which its matrix knows.`,
    },
  ];
}
