import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, runSteps } from "../run-steps.ts";

const TIMESTEP = 1 / 300;
const SIZE = 12;
const MASS = 0.001;
const GRAVITY = 9.81;
/** c of [Kang02, eq. 21 and 24] [kg/s]. */
const COEFFICIENT = 0.002;

interface Model {
  readonly name: string;
  readonly damping: { readonly viscous?: number; readonly relative?: number };
  readonly solver: NonNullable<SceneInput["solver"]>;
}

const MODELS: readonly Model[] = [
  { name: "none", damping: { viscous: 0 }, solver: { method: "block-jacobi" } },
  {
    name: "velocity, eq. 23 as printed",
    damping: { viscous: COEFFICIENT },
    solver: { method: "block-jacobi", damping: "printed" },
  },
  { name: "velocity, eq. 23 mended", damping: { viscous: COEFFICIENT }, solver: { method: "block-jacobi" } },
  {
    name: "differences, eq. 25 as printed",
    damping: { viscous: 0, relative: COEFFICIENT },
    solver: { method: "block-jacobi", damping: "printed" },
  },
  {
    name: "differences, eq. 25 mended",
    damping: { viscous: 0, relative: COEFFICIENT },
    solver: { method: "block-jacobi" },
  },
];

type Situation = "coasts" | "falls" | "swings";

/** A free sheet that coasts at 1 m/s without weight, one that falls flat, and one that hangs and swings. */
function sheet(situation: Situation, { damping, solver }: Model): SceneInput {
  return {
    drape: 1,
    title: "Kang & Cho: damping models",
    description:
      "A sheet held along its upper side swings, damped by velocity or by differences of velocity; the variants are the papers' equations.",
    timestep: TIMESTEP,
    duration: 4,
    gravity: situation === "coasts" ? [0, 0, 0] : [0, -GRAVITY, 0],
    solver,
    variants: [
      { name: "mended", title: "Equations mended", solver: { method: "block-jacobi" } },
      { name: "printed", title: "Equations as printed", solver: { method: "block-jacobi", damping: "printed" } },
    ],
    cloths: [
      {
        grid: {
          columns: SIZE,
          rows: SIZE,
          width: 1,
          height: 1,
          origin: [-0.5, 1.4, 0],
          v: situation === "swings" ? [0, -1, 0] : [0, 0, 1],
        },
        springs: { stretch: 100, shear: 100 },
        masses: MASS,
        damping,
        ...(situation === "falls" ? {} : { velocity: [0, 0, 1] }),
        ...(situation === "swings" ? { pins: ["top"] } : {}),
      },
    ],
    camera: { position: [1.4, 1.2, 2.2], target: [0, 0.9, 0] },
    floor: 0,
  };
}

async function run(task: Task): Promise<Findings> {
  const { isQuick } = task;
  const steps = isQuick ? 300 : 900;
  const seconds = steps * TIMESTEP;
  const weight = SIZE * SIZE * MASS;
  const coasting: number[] = [];
  const falling: number[] = [];
  const swings: [number, number][][] = [];
  for (const [m, model] of MODELS.entries()) {
    const at = (part: number): number => (m + part) / MODELS.length;
    const coast = await createSimulation(sheet("coasts", model));
    await runSteps(coast, steps, partOf(task, at(0), at(0.3)));
    coasting.push(coast.view.measure().momentum[2] / weight);
    const fall = await createSimulation(sheet("falls", model));
    await runSteps(fall, steps, partOf(task, at(0.3), at(0.6)));
    falling.push(-fall.view.measure().momentum[1] / (weight * GRAVITY * seconds));
    const swing = await createSimulation(sheet("swings", model));
    const start = swing.view.measure();
    const energy = (): number => {
      const { kinetic, elastic, gravitational } = swing.view.measure();
      return (kinetic + elastic + gravitational - start.gravitational) / start.kinetic;
    };
    const points: [number, number][] = [[0, energy()]];
    await runSteps(swing, steps, partOf(task, at(0.6), at(1)), (n) => {
      if (n % 5 === 0) points.push([n * TIMESTEP, energy()]);
    });
    swings.push(points);
  }
  const last = swings.map((points) => points[points.length - 1][1]);
  const [none, printed, mended, , relative] = [0, 1, 2, 3, 4];
  const terminal = MASS / COEFFICIENT;
  const solved = Array.from({ length: steps }).reduce((speed: number) => speed / (1 + (COEFFICIENT * TIMESTEP) / MASS), 1);
  const range = `${SIZE} × ${SIZE} particles of ${1000 * MASS} g, c = ${COEFFICIENT} kg/s, steps of 1/${Math.round(1 / TIMESTEP)} s, ${seconds} s`;
  return {
    verdicts: [
      {
        claim: "Adding hc to the diagonal (eq. 23, as printed) slows the motion in any case.",
        range,
        quantity: `share of its speed that a coasting sheet loses in ${seconds} s`,
        measured: 1 - coasting[printed],
        holds: { atLeast: 0.1 },
        kind: "motion",
        expected: "does not hold",
        why: `The speed of a coasting sheet has changed by ${formatNumber(Math.abs(1 - coasting[printed]), 2)} of itself after ${seconds} s: equations 22 to 25 put the damping on Δv alone, so what is damped is the acceleration.`,
      },
      {
        claim: "With the missing −c v on the right, it does.",
        from: "ours",
        range,
        quantity: `share of its speed that a coasting sheet loses in ${seconds} s`,
        measured: 1 - coasting[mended],
        holds: { atLeast: 0.1 },
        kind: "motion",
        expected: "holds",
        why: `${formatNumber(coasting[mended])} of its speed is left. A force −c v, solved to the end of each step, would leave ${formatNumber(solved)}: two sweeps hold this force back like any other.`,
      },
      {
        claim: "Damping by differences (eq. 24) leaves alone what moves with its neighbours.",
        range,
        quantity: `share of its speed that a coasting sheet loses in ${seconds} s`,
        measured: Math.abs(1 - coasting[relative]),
        holds: { atMost: 1e-9 },
        kind: "motion",
        expected: "holds",
        why: `Its speed changes by ${formatNumber(Math.abs(1 - coasting[relative]), 2)} of itself, and it falls at ${formatNumber(falling[relative], 4)} of g t where damping by velocity lets it fall at ${formatNumber(falling[mended], 4)}.`,
      },
      {
        claim: "Damping by differences dissipates the energy of what does not.",
        range,
        quantity: "energy left in the swing, beside the swing without damping",
        measured: last[relative] / last[none],
        holds: { atMost: 0.9 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds",
        why: `With damping by differences ${formatNumber(last[relative])} of the energy is left, without ${formatNumber(last[none])}.`,
      },
      {
        claim: "Damping dissipates the energy: both models, by velocity too.",
        range,
        quantity: "energy left in the swing damped by velocity (mended), beside the swing without damping",
        measured: last[mended] / last[none],
        holds: { atMost: 0.9 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds",
        why: `Damped by velocity ${formatNumber(last[mended])} of the energy is left, without damping ${formatNumber(last[none])}.`,
      },
    ],
    tables: [
      {
        title: `After ${seconds} s with c = ${COEFFICIENT} kg/s`,
        columns: [{ heading: "damping" }, { heading: "coasting [m/s]" }, { heading: "falling, by g t" }, { heading: "energy left" }],
        rows: MODELS.map(({ name }, m) => [name, coasting[m], falling[m], last[m]]),
        note: `Speeds of a sheet that coasts and of one that falls, energy of one that swings. A sheet that is damped by its velocity must fall no faster than m g/c: here ${(terminal * GRAVITY).toFixed(2)} m/s, ${(terminal / seconds).toFixed(2)} of g t. The swing begins with the energy 1; below 0 the sheet hangs stretched, lower than where it began.`,
      },
    ],
    pictures: [],
    plots: [
      {
        title: "Energy of the swing",
        x: { label: "time [s]" },
        y: { label: "energy, by that of the start" },
        series: MODELS.map(({ name }, m) => ({ name, points: swings[m], mark: "line", isTruth: m === none })),
      },
    ],
    reason:
      "With the damping on Δv alone a coasting sheet never slows down, and a falling one keeps gaining speed, only more slowly, as if it were heavier. With −c v on the right-hand side, which a force −c v asks for, both models do what the text says of them.",
  };
}

export const dampingModels: Experiment = {
  paper: "kang02",
  name: "damping-models",
  title: "Damping by velocity and by differences of velocity",
  place: "Section 3.2, eq. 21–25",
  claim: "Damping by velocity slows every motion, damping by differences leaves alone what moves with its neighbours.",
  setup: `A sheet of ${SIZE} × ${SIZE} particles of ${1000 * MASS} g at 1/${Math.round(1 / TIMESTEP)} s, two sweeps a step: it coasts without weight, it falls flat, and it swings held along its upper side. The equations are taken as printed and with the forces that they leave out.`,
  scene: sheet("swings", MODELS[4]),
  live: {
    knobs: [
      {
        label: "damping",
        choices: MODELS.map(({ name, damping, solver }) => ({ name, set: { solver, "cloths.0.damping": damping } })),
        start: 4,
      },
      {
        label: "the sheet",
        choices: [
          { name: "swings", set: {} },
          { name: "coasts", set: { gravity: [0, 0, 0], "cloths.0.pins": [] } },
        ],
      },
    ],
    gauges: ["kinetic", "speed", "fall"],
    look: "Let it coast: by eq. 23 as printed it never slows down, mended it slows down, and damping by differences leaves it alone. Let it swing: the same damping by differences takes its energy.",
  },
  seconds: { quick: 2, full: 3 },
  run,
};
