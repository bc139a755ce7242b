import { NumericalError } from "../../core/errors.ts";
import { buildScene } from "../../scene/build-scene.ts";
import { createSimulation, refuseMesh } from "../../scene/create-simulation.ts";
import { parseScene } from "../../scene/parse-scene.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { fitLine } from "../fit-line.ts";
import { formatNumber } from "../format-number.ts";
import { partOf } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const SIDE = 8;
const MASS = 0.01;
const STIFFNESS = [10, 100, 1000, 10_000, 100_000];
/** Air drag of a particle [kg/s], and gravity [m/s²]: with them the sheet has times of its own besides √(m/k). */
const DRAG = 0.002;
const GRAVITY = 9.81;
/** Of that limit, the steps at which the other explicit Euler is tried, and how many of them: longer where they are shorter. */
const SHARES = [0.05, 0.0125] as const;
const SHARE_STEPS = [400, 6400] as const;
const SHARE_STIFFNESS = 1000;
/** By how much the sheet is pulled [−]. */
const PULL = 0.01;
/** A step is stable when after so many of them no more energy is there than at the start and in the height of the sheet, but for a factor. */
const STEPS = 400;
const GROWTH = 4;
/** Halvings of the bracket in which the limit lies: to 0.1 %. */
const HALVINGS = 10;

/** A sheet, pulled by 1 % and let go: hung from two corners in gravity and air, or free in the void. */
function sheetScene(method: string, stiffness: number, timestep: number, isHung: boolean): SceneInput {
  const positions = Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [column, row] = [i % SIDE, Math.floor(i / SIDE)];
    return [((1 + PULL) * column) / (SIDE - 1), (-(1 + PULL) * row) / (SIDE - 1), 0.01 * ((i * 7) % 3)];
  });
  return {
    drape: 1,
    title: "Explicit Euler's largest step",
    gravity: [0, isHung ? -GRAVITY : 0, 0],
    timestep,
    duration: 1,
    solver: { method } as SolverInput,
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1 },
        positions: positions.flat(),
        springs: { stretch: stiffness, shear: stiffness, bend: stiffness },
        masses: MASS,
        ...(isHung ? { damping: { viscous: DRAG }, pins: ["top-left", "top-right"] } : {}),
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
  claim:
    "Explicit Euler is unstable unless the step is small enough: it must be inversely proportional to the square root of the stiffness.",
  setup:
    `A sheet of ${SIDE} × ${SIDE} particles of ${1000 * MASS} g hung from two corners, with gravity and a drag of ${1000 * DRAG} g/s, pulled by ${100 * PULL} % and let go. The largest step at which its kinetic and elastic energy after ${STEPS} steps is at most ${GROWTH} times that at the start and in its height is bracketed for ${STIFFNESS.length} stiffnesses. What the paper prints as explicit Euler moves with the new velocity: that is symplectic-euler. ` +
    `Its blend λ = 0 moves with the old one, explicit-euler; it is tried on a free sheet in the void at ${SHARES.join(" and ")} of the limit.`,
  scene: {
    ...sheetScene("symplectic-euler", 100, 1 / 400, true),
    variants: (["symplectic-euler", "explicit-euler"] as const).map((method) => ({ name: method, solver: { method } })),
    description: `A sheet of springs, pulled by ${100 * PULL} % and let go. Make the step three times as long, or the springs ten times as stiff, and it is lost.`,
  },
  live: {
    knobs: [
      {
        label: "stiffness k [N/m]",
        choices: [10, 100, 1000, 10_000].map((k) => ({ name: String(k), set: { "cloths.0.springs": { stretch: k, shear: k, bend: k } } })),
        start: 1,
      },
      { label: "step h [ms]", choices: [1, 2.5, 5, 10].map((ms) => ({ name: String(ms), set: { timestep: ms / 1000 } })), start: 1 },
    ],
    beside: { name: "implicit-euler", set: { solver: { method: "implicit-euler" } } },
    gauges: ["strain", "kinetic", "speed"],
    look: "Four times the step is lost; so is ten times the stiffness, which counts as √10 times the step, because only h√k counts. Implicit Euler beside it stands both.",
  },
  seconds: { quick: 3, full: 3 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const limits: number[] = [];
  for (const [k, stiffness] of STIFFNESS.entries()) {
    limits.push(await findLimit(stiffness, partOf(task, (0.8 * k) / STIFFNESS.length, (0.8 * (k + 1)) / STIFFNESS.length)));
  }
  const at = STIFFNESS.indexOf(SHARE_STIFFNESS);
  const growths: number[] = [];
  for (const [n, share] of SHARES.entries()) {
    await task.progress(0.8 + 0.1 * n);
    growths.push(await measureGrowth("explicit-euler", SHARE_STIFFNESS, share * limits[at], false, SHARE_STEPS[n]));
  }
  const implicit = await measureGrowth("implicit-euler", SHARE_STIFFNESS, 100 * limits[at], true);
  const scaled = STIFFNESS.map((k, n) => limits[n] * Math.sqrt(k / MASS));
  const fastest = await fastestMode();
  const shares = scaled.map((value) => (value * fastest) / 2);
  const slope = fitSlope(limits);
  return {
    verdicts: [
      {
        claim: "The step must be inversely proportional to the square root of the stiffness",
        range: `symplectic-euler (as the paper prints it), k = ${STIFFNESS[0]} to ${formatNumber(STIFFNESS[STIFFNESS.length - 1])} N/m, ${SIDE} × ${SIDE} particles of ${1000 * MASS} g, hung, with gravity and air, ${STEPS} steps`,
        quantity: "slope of log h over log k [−]",
        paper: -0.5,
        measured: slope,
        holds: { atLeast: -0.52, atMost: -0.48 },
        differs: { atLeast: -0.6, atMost: -0.4 },
        kind: "stability",
        expected: "holds",
        why: `The largest stable step falls from ${formatNumber(1000 * limits[0])} to ${formatNumber(1000 * limits[limits.length - 1])} ms; h√(k/m) stays between ${formatNumber(Math.min(...scaled))} and ${formatNumber(Math.max(...scaled))}.`,
        revised:
          "The first edition took a free sheet without weight and air. There √(m/k) is the only time there is, the slope is −½ by dimension and the rule could not fail; it came out as −0.5. The sheet now hangs in gravity and air, which have times of their own.",
      },
      {
        claim: "The limit is hω = 2 of the fastest mode",
        from: "ours",
        range: "the same; ω of the sheet with its springs at rest length, by power iteration on their exact matrix, without pins",
        quantity: "largest difference of hω/2 from 1 [−]",
        measured: Math.max(...shares.map((share) => Math.abs(share - 1))),
        holds: { atMost: 0.05 },
        differs: { atMost: 0.15 },
        kind: "stability",
        expected: "holds",
        why: `ω√(m/k) is ${formatNumber(fastest)} and hω/2 lies between ${formatNumber(Math.min(...shares))} and ${formatNumber(Math.max(...shares))}. Pins take a little of the fastest mode away, and a soft sheet is pulled long by its weight, which stiffens it across its springs.`,
        revised:
          "The first edition compared h√(k/m) at the five stiffnesses with one another, which repeats the verdict above; it is now compared with the theory.",
      },
      {
        claim: "The blend at λ = 0, which the paper calls explicit Euler too, has no stable step: it gains energy at any",
        from: "ours",
        range: `explicit-euler, free sheet in the void, k = ${SHARE_STIFFNESS} N/m, ${SHARES.map((share, n) => `${SHARE_STEPS[n]} steps of ${share}`).join(" and ")} of the limit above`,
        quantity: "energy at the end over that at the start, the smaller of the two [−]",
        measured: Math.min(...growths),
        holds: { atLeast: 1.1 },
        differs: { atLeast: 1.001 },
        kind: "stability",
        expected: "holds",
        why: `With the old velocity every mode without damping grows by √(1 + h²ω²) in every step, however short: the energy grows ${growths.map((growth) => formatNumber(growth)).join(" and ")} times.`,
        revised: `The first edition claimed the opposite, that it is stable at ${SHARES[0]} of the limit, and found that it is not (the energy grew 1.96 times). What is claimed is now what is meant, at two steps.`,
      },
      {
        claim: "Implicit Euler has no such limit",
        range: `implicit-euler at 100 times the limit of explicit Euler, k = ${SHARE_STIFFNESS} N/m, ${STEPS} steps`,
        quantity: "kinetic and elastic energy at the end over that at the start and in the height of the sheet [−]",
        measured: implicit,
        holds: { atMost: 1 },
        differs: { atMost: GROWTH },
        kind: "stability",
        expected: "holds",
        why: `After ${STEPS} steps of ${formatNumber(100_000 * limits[at])} ms the sheet has ${formatNumber(implicit)} of that energy: it hangs at rest.`,
      },
    ],
    tables: [
      {
        title: "Largest stable step",
        columns: [{ heading: "k [N/m]", digits: 6 }, { heading: "symplectic-euler [ms]" }, { heading: "h √(k/m)" }, { heading: "hω/2" }],
        rows: STIFFNESS.map((k, n) => [k, 1000 * limits[n], scaled[n], shares[n]]),
      },
    ],
    pictures: await takePictures(limits[at]),
    plots: [
      {
        title: "Largest stable step against stiffness: it falls as 1/√k",
        x: { label: "k [N/m]", isLogarithmic: true },
        y: { label: "h [s]", isLogarithmic: true },
        series: [
          {
            name: "symplectic-euler",
            points: STIFFNESS.map((k, n) => [k, limits[n]] as const),
            mark: "points",
          },
          {
            name: "2/ω",
            points: STIFFNESS.map((k) => [k, (2 / fastest) * Math.sqrt(MASS / k)] as const),
            mark: "line",
            isTruth: true,
          },
        ],
      },
    ],
    reason:
      "Symplectic Euler is stable while hω < 2 for the fastest mode, and ω grows with √k. With the old velocity in its place every mode without damping grows by √(1 + h²ω²) in every step, however short: the paper's formula and its text mean two methods, and only the one it prints has the limit.",
  };
}

/** The sheet just below and just above the limit, at the same number of steps. */
async function takePictures(limit: number): Promise<Findings["pictures"]> {
  const pictures: Picture[] = [];
  for (const share of [0.98, 1.02]) {
    const scene = sheetScene("symplectic-euler", SHARE_STIFFNESS, share * limit, true);
    const simulation = await createSimulation(scene);
    let steps = 0;
    while (steps < STEPS && simulation.view.measure().strainMax < TORN) {
      simulation.step();
      steps++;
    }
    pictures.push(await takePicture(simulation, scene, { caption: `${share} of the limit, step ${steps}`, edges: true }));
  }
  return [{ title: "A step 2 % below the limit and one 2 % above", pictures }];
}

/** At this strain [−] the picture shows what happens; a few steps later there is nothing left to see. */
const TORN = 0.6;

/** The largest step at which the energy stays bounded [s]. */
async function findLimit(stiffness: number, task: Task): Promise<number> {
  const natural = Math.sqrt(MASS / stiffness);
  let [low, high] = [0.05 * natural, 2 * natural];
  for (let n = 0; n < HALVINGS; n++) {
    await task.progress(n / HALVINGS);
    const middle = Math.sqrt(low * high);
    if ((await measureGrowth("symplectic-euler", stiffness, middle, true)) <= GROWTH) low = middle;
    else high = middle;
  }
  return low;
}

/** Kinetic and elastic energy after some steps over that at the start, with what is in the height of a hung sheet; without bound where the run is lost. */
async function measureGrowth(method: string, stiffness: number, timestep: number, isHung: boolean, steps: number = STEPS): Promise<number> {
  const simulation = await createSimulation(sheetScene(method, stiffness, timestep, isHung));
  const start = simulation.view.measure().elastic + (isHung ? SIDE * SIDE * MASS * GRAVITY : 0);
  try {
    for (let n = 0; n < steps; n++) simulation.step();
  } catch (error) {
    if (error instanceof NumericalError) return Number.MAX_VALUE;
    throw error;
  }
  const { kinetic, elastic } = simulation.view.measure();
  return (kinetic + elastic) / start;
}

/** ω√(m/k) of the fastest mode of the sheet at rest: power iteration on Σ u uᵀ over its springs, K(1) of springs at their rest length. */
async function fastestMode(): Promise<number> {
  const { cloth, sceneIndex } = await buildScene(parseScene(sheetScene("symplectic-euler", 1, 1, true)), refuseMesh);
  const { ends } = cloth.springs;
  const rest = (i: number): [number, number] => [(i % SIDE) / (SIDE - 1), -Math.floor(i / SIDE) / (SIDE - 1)];
  let mode = Float64Array.from({ length: 2 * SIDE * SIDE }, (_, c) => ((c * 37) % 11) - 5);
  let squared = 0;
  for (let n = 0; n < 2000; n++) {
    const next = new Float64Array(mode.length);
    for (let s = 0; s < ends.length; s += 2) {
      const [i, j] = [ends[s], ends[s + 1]];
      const [p, q] = [rest(sceneIndex[i]), rest(sceneIndex[j])];
      const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
      const r = Math.sqrt(dx * dx + dy * dy);
      const along = ((mode[2 * j] - mode[2 * i]) * dx + (mode[2 * j + 1] - mode[2 * i + 1]) * dy) / (r * r);
      next[2 * i] -= along * dx;
      next[2 * i + 1] -= along * dy;
      next[2 * j] += along * dx;
      next[2 * j + 1] += along * dy;
    }
    squared = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0));
    mode = next.map((value) => value / squared);
  }
  return Math.sqrt(squared);
}

/** Slope of log h over log k, by least squares. */
function fitSlope(limits: readonly number[]): number {
  const logs = (values: readonly number[]): number[] => values.map((value) => Math.log(value)); // not in a step
  return fitLine(logs(STIFFNESS), logs(limits)).slope;
}
