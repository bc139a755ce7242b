import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Live, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { mean, partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { CAPSTAN_SETUP, measureCapstan } from "./capstan.ts";
import { type KnownAnswer, knownTable, worstError } from "./known-answer.ts";
import { measureTable, TABLE_SETUP } from "./table-edge.ts";

const GRAVITY = 9.81;
const SLOPE = 0.5;
const COSINE = 1 / Math.sqrt(1 + SLOPE * SLOPE);
const SECONDS = 2;
const TIMESTEP = 0.01;
/** A patch slides with the first, stays with the second. */
const [SLIDES, STAYS] = [0.49, 0.5];
/** Friction on the level, where a patch starts with 1 m/s. */
const STOPS = 0.3;
/** Between the patch and the incline [m]. */
const THICKNESS = 0.002;

/** A patch of cotton on a plane of tan θ = 0.5; `side`² vertices. */
export function inclineScene(side: number, friction: number, method = "implicit-euler"): SceneInput {
  return {
    drape: 1,
    title: "Incline",
    timestep: TIMESTEP,
    duration: SECONDS,
    solver: { method } as SolverInput,
    colliders: [{ plane: { normal: [-SLOPE, 1, 0] } }],
    collision: { thickness: THICKNESS, friction },
    cloths: [
      {
        grid: {
          columns: side,
          rows: side,
          width: 0.2,
          height: 0.2,
          u: [1, SLOPE, 0],
          v: [0, 0, 1],
          origin: [-SLOPE * COSINE * THICKNESS, COSINE * THICKNESS, 0],
        },
        fabric: { base: "cotton", damping: 0 },
        stretch: "free",
      },
    ],
    camera: { position: [0.08, 0.34, 0.62], target: [0, 0.03, 0.1] },
  };
}

/** The same patch on a level plane, at 1 m/s. */
function stoppingScene(rate: number): SceneInput {
  return {
    drape: 1,
    timestep: 1 / rate,
    solver: { method: "implicit-euler" },
    colliders: [{ plane: {} }],
    collision: { thickness: 0, friction: STOPS },
    cloths: [
      {
        grid: { columns: 5, rows: 5, width: 0.2, height: 0.2, u: [1, 0, 0], v: [0, 0, 1] },
        velocity: [1, 0, 0],
        fabric: { base: "cotton", damping: 0 },
        stretch: "free",
      },
    ],
  };
}

const SIDES = [3, 5, 9];
const RATES = [60, 120, 240];

const live: Live = {
  knobs: [
    { label: "μ", choices: [0.3, SLIDES, STAYS, 0.7].map((mu) => ({ name: mu.toFixed(2), set: { "collision.friction": mu } })), start: 1 },
    {
      label: "vertices",
      choices: [5, 9, 17].map((side) => ({
        name: `${side} × ${side}`,
        set: { "cloths.0.grid.columns": side, "cloths.0.grid.rows": side },
      })),
      start: 1,
    },
  ],
  gauges: ["speed", "fall", "ms"],
  look: `The plane has tan θ = ${SLOPE}. With μ just below it the patch slides, ever faster; from ${STAYS.toFixed(2)} on it does not move at all.`,
};

export const friction: Experiment = {
  paper: "physics",
  name: "friction",
  title: "Friction: incline, stopping distance, capstan, table",
  place: "Coulomb; Euler and Eytelwein for the capstan",
  claim:
    `A patch on an incline of tan θ = ${SLOPE} slides with g(sin θ − μ cos θ) for μ = ${SLIDES} and stays for ${STAYS}; one that slides with v on the level stops after v²/2μg; ` +
    "a thread over half a cylinder slips from T₂/T₁ = exp(μπ) on; a strip slides off a table from the overhang μ/(1 + μ) on.",
  setup: `A patch of cotton with implicit Euler on the incline and on the level; ${CAPSTAN_SETUP}; ${TABLE_SETUP}. Resolutions are vertices of the patch, steps a second, sides of the cylinder and spacings of the thread.`,
  scene: {
    ...inclineScene(9, SLIDES),
    description: `A patch of cotton on an incline of tan θ = ${SLOPE} with μ = ${SLIDES}: it slides, slowly. With ${STAYS} it stays.`,
  },
  live,
  seconds: { quick: 10, full: 20 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const incline = await measureIncline(partOf(task, 0, 0.2));
  const stops: number[] = [];
  for (const [k, rate] of RATES.entries()) {
    const simulation = await createSimulation(stoppingScene(rate));
    const start = meanX(readPositions(simulation));
    await runSteps(simulation, 0.5 * rate, partOf(task, 0.2 + 0.03 * k, 0.2 + 0.03 * (k + 1)));
    stops.push(meanX(readPositions(simulation)) - start);
  }
  const stopping = [{ name: `1 m/s, μ = ${STOPS}`, known: 1 / (2 * STOPS * GRAVITY), ours: stops }];
  const capstan = await measureCapstan(partOf(task, 0.3, 0.7));
  const table = await measureTable(partOf(task, 0.7, 1));
  const slides = [{ name: `μ = ${SLIDES}`, known: GRAVITY * COSINE * (SLOPE - SLIDES), ours: incline.accelerations }];
  return {
    verdicts: [
      {
        claim: `On the incline a patch with μ = ${SLIDES} slides as it should`,
        range: `tan θ = ${SLOPE}, patches of ${SIDES.join("², ")}² vertices, ${SECONDS} s, step ${TIMESTEP} s`,
        quantity: `largest error of the acceleration, ${SIDES[SIDES.length - 1]} × ${SIDES[SIDES.length - 1]} vertices [%]`,
        measured: worstError(slides),
        holds: { atMost: 5 },
        differs: { atMost: 20 },
        kind: "motion",
        expected: "holds",
        why: `${formatNumber(incline.accelerations[incline.accelerations.length - 1], 4)} m/s² where g(sin θ − μ cos θ) is ${formatNumber(slides[0].known, 4)}: what friction takes is found within the step.`,
      },
      {
        claim: `With μ = ${STAYS} it stays`,
        range: `the same patches, ${SECONDS} s`,
        quantity: `how far any vertex has come after ${SECONDS} s, of all sizes [mm]`,
        measured: 1000 * incline.creep,
        holds: { atMost: 0.01 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds",
        why: `No vertex has come further than ${formatNumber(1000 * incline.creep, 2)} mm, with tan θ exactly μ: what sticks does not creep.`,
      },
      {
        claim: "A patch at 1 m/s stops after v²/2μg",
        range: `μ = ${STOPS}, ${RATES.join(", ")} steps a second`,
        quantity: `error of the distance at ${RATES[RATES.length - 1]} steps a second [%]`,
        measured: worstError(stopping),
        holds: { atMost: 3 },
        differs: { atMost: 10 },
        kind: "motion",
        expected: "holds",
        why: `${formatNumber(stops[stops.length - 1], 4)} m where ${formatNumber(stopping[0].known, 4)} is known, and ${formatNumber(stops[0], 4)} at ${RATES[0]} steps a second; ${tellExcess(stopping[0])}`,
      },
      ...capstan.verdicts,
      ...table.verdicts,
    ],
    tables: [
      knownTable(
        "Incline: acceleration [m/s²]",
        "patch",
        SIDES.map((side) => `${side} × ${side}`),
        slides,
      ),
      knownTable(
        "Stopping distance [m]",
        "patch",
        RATES.map((rate) => `${rate} steps/s`),
        stopping,
      ),
      ...capstan.tables,
      table.table,
    ],
    pictures: [{ title: `A patch of cotton after ${SECONDS} s on an incline of tan θ = ${SLOPE}`, pictures: incline.pictures }],
    plots: [],
    reason: `Friction is found inside the solve from the force that presses, and what it stops is decided for all particles together: so what sticks does not creep and the thresholds are sharp. The stopping distance shows the step: ${tellExcess(stopping[0])}`,
  };
}

async function measureIncline(
  task: Task,
): Promise<{ accelerations: number[]; creep: number; pictures: Findings["pictures"][number]["pictures"] }> {
  const accelerations: number[] = [];
  const pictures: Findings["pictures"][number]["pictures"][number][] = [];
  let creep = 0;
  for (const [k, side] of SIDES.entries()) {
    for (const [n, mu] of [SLIDES, STAYS].entries()) {
      const scene = inclineScene(side, mu);
      const simulation = await createSimulation(scene);
      const start = readPositions(simulation);
      const at = (k + n / 2) / SIDES.length;
      await runSteps(simulation, Math.round(SECONDS / TIMESTEP), partOf(task, at, at + 0.5 / SIDES.length));
      const ways = distances(start, readPositions(simulation));
      if (n === 0) accelerations.push((2 * mean(ways)) / (SECONDS * SECONDS));
      else creep = Math.max(creep, ...ways);
      if (k === SIDES.length - 1) {
        const caption = `μ = ${mu.toFixed(2)}: ${n === 0 ? "slides" : "stays"}`;
        pictures.push(await takePicture(simulation, scene, { caption, edges: true }));
      }
    }
  }
  return { accelerations, creep, pictures };
}

function distances(start: Float64Array, end: Float64Array): number[] {
  return Array.from({ length: start.length / 3 }, (_, i) => {
    const [x, y, z] = [0, 1, 2].map((c) => end[3 * i + c] - start[3 * i + c]);
    return Math.sqrt(x * x + y * y + z * z);
  });
}

/**
 * By how much of v h the patch at 1 m/s comes too far, at the coarsest and at the finest step. Implicit steps with the speed at their end are short by
 * half of v h; what is more than that is friction that begins late, in steps.
 */
function tellExcess({ known, ours }: KnownAnswer): string {
  const last = RATES.length - 1;
  const excess = (k: number): number => (ours[k] - known) * RATES[k];
  return `it is long by ${formatNumber(excess(0), 2)} v h at ${RATES[0]} steps a second and by ${formatNumber(excess(last), 2)} v h at ${RATES[last]}; implicit steps alone would be short by 0.5 v h, so friction begins ${formatNumber(excess(last) + 0.5, 2)} of a step late.`;
}

function meanX(x: Float64Array): number {
  return mean(Array.from({ length: x.length / 3 }, (_, i) => x[3 * i]));
}
