import { createSimulation } from "../../scene/create-simulation.ts";
import type { Cell, Experiment, Findings, Live, Table, Task, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { median } from "../median.ts";
import { mean, partOf } from "../run-steps.ts";
import { type Flapping, flappingSheet } from "./flapping-sheet.ts";
import { pictureFlight } from "./flight-pictures.ts";
import { OH_METHODS } from "./oh-methods.ts";
import { meanLength, SECONDS, trueVelocities, velocityError } from "./velocity-error.ts";

const TOLERANCE = 1e-5;
/** Steps of the methods [s]: the one whose errors are printed, and the others. */
const USUAL = 0.01;
const STEPS: readonly number[] = [0.02, USUAL, 0.005];
/** Damping of a particle and of a spring [kg/s]: hardly any, and a little. */
const DAMPINGS: readonly { readonly name: string; readonly viscous: number; readonly relative: number }[] = [
  { name: "hardly any", viscous: 0, relative: 0.0005 },
  { name: "a little", viscous: 0.0003, relative: 0.002 },
];
const WINDS: readonly number[] = [1, 3];
const STIFFNESSES: readonly number[] = [10, 100, 1000];

/** A scene of the test: the sheet of Fig. 2 with its wind, damping and stiffness. */
interface Case {
  readonly flapping: Flapping;
  readonly damping: string;
}

function allCases(): Case[] {
  return WINDS.flatMap((wind) =>
    DAMPINGS.flatMap(({ name: damping, viscous, relative }) =>
      STIFFNESSES.map((stiffness): Case => ({ flapping: { stiffness, wind, viscous, relative }, damping })),
    ),
  );
}

/** In a hurry: light wind, soft and middling cloth, a little damping. */
const isQuickCase = ({ flapping: { stiffness, wind, viscous } }: Case): boolean =>
  wind === WINDS[0] && stiffness < STIFFNESSES[2] && viscous > 0;

/** A step of the reference that its stiffest modes bear [s]; twice that must give nearly the same. */
function referenceStep(stiffness: number): number {
  return stiffness < 1000 ? 5e-4 : 2.5e-4;
}

/** What came out in one scene with one step: errors of the methods in their order [m/s]. */
interface Outcome {
  readonly one: Case;
  readonly timestep: number;
  readonly speed: number;
  readonly errors: readonly number[];
}

async function measureCase(one: Case, truth: readonly Float64Array[], steps: readonly number[], task: Task): Promise<Outcome[]> {
  const { flapping } = one;
  const speed = mean(truth.map((v) => meanLength(v)));
  const outcomes: Outcome[] = [];
  for (const [n, timestep] of steps.entries()) {
    const errors: number[] = [];
    for (const [m, { solver }] of OH_METHODS.entries()) {
      const at = (k: number): number => (n + k / OH_METHODS.length) / steps.length;
      const simulation = await createSimulation(flappingSheet(flapping, { ...solver, tolerance: TOLERANCE }, timestep));
      errors.push(await velocityError(simulation, truth, partOf(task, at(m), at(m + 1))));
    }
    outcomes.push({ one, timestep, speed, errors });
  }
  return outcomes;
}

/** How far the reference is from the one at twice its step, over its mean speed. */
async function referenceError(flapping: Flapping, truth: readonly Float64Array[], task: Task): Promise<number> {
  const coarse = await trueVelocities(flapping, 2 * referenceStep(flapping.stiffness), task);
  return mean(coarse.map((v, n) => meanLength(v, truth[n]))) / mean(truth.map((v) => meanLength(v)));
}

/** Error of one method by that of another, of every scene and step; lost methods are infinitely far. */
function ratios(outcomes: readonly Outcome[], method: number, without: number): number[] {
  return outcomes.map(({ errors }) => (Number.isNaN(errors[method]) ? Number.POSITIVE_INFINITY : errors[method] / errors[without]));
}

const share = (values: readonly number[]): number => values.filter((value) => value < 1).length / values.length;

async function run(task: Task): Promise<Findings> {
  const { isQuick } = task;
  const cases = allCases().filter((one) => !isQuick || isQuickCase(one));
  const steps = isQuick ? [USUAL] : STEPS;
  const outcomes: Outcome[] = [];
  let referenceIsOff = 0;
  for (const [n, one] of cases.entries()) {
    const part = partOf(task, n / cases.length, (n + 1) / cases.length);
    const truth = await trueVelocities(one.flapping, referenceStep(one.flapping.stiffness), partOf(part, 0, 0.25));
    outcomes.push(...(await measureCase(one, truth, steps, partOf(part, 0.25, 0.9))));
    if (n === cases.length - 1) referenceIsOff = await referenceError(one.flapping, truth, partOf(part, 0.9, 1));
  }
  const softest = { stiffness: STIFFNESSES[0], wind: WINDS[0], ...DAMPINGS[0] };
  const usual = outcomes.filter(({ timestep }) => timestep === USUAL);
  return {
    verdicts: judgeMethods(outcomes, steps, cases.length, referenceIsOff),
    tables: [errorTable(usual), ...shareTables(outcomes, steps)],
    pictures: [
      {
        title: "The softest sheet in light wind, hardly damped, step 0.005 s: with BDF2 and PAID it flies apart",
        pictures: await pictureFlight(softest, task),
      },
    ],
    plots: [
      {
        title: `Velocity error by mean speed in every scene, step ${USUAL} s`,
        x: { label: "scene", categories: usual.map(({ one }) => shortName(one)) },
        y: { label: "error by speed" },
        series: OH_METHODS.map(({ name }, m) => ({
          name,
          points: usual
            .map(({ errors, speed }, n): [number, number] => [n, Math.min(2, errors[m] / speed)])
            .filter(([, error]) => Number.isFinite(error)),
          mark: "points" as const,
        })),
      },
    ],
    reason:
      `What implicit Euler brakes is the turning of taut springs. PAID takes that brake off and leaves the damping of the stretch, which is the larger error wherever the sheet is soft: so it gains, and by some per cent only (median ${formatNumber(100 * (1 - median(ratios(outcomes, 1, 0))), 2)} %). BDF2 alone gains more than that: its median error is ${formatNumber(median(ratios(outcomes, 2, 0)), 2)} of implicit Euler's.\n\n` +
      "The paper's reference, explicit Euler, amplifies its stiffest modes even at 0.00001 s; the Verlet method does not. Over two seconds the motion is not chaotic yet: the reference with twice the step gives nearly the same velocities.",
  };
}

function judgeMethods(outcomes: readonly Outcome[], steps: readonly number[], count: number, referenceIsOff: number): Verdict[] {
  const [paid, bdf2Paid, turned] = [ratios(outcomes, 1, 0), ratios(outcomes, 3, 2), ratios(outcomes, 4, 2)];
  const range = `the sheet of Fig. 2, mean velocity error over ${SECONDS} s; ${count} scenes of wind, damping and stiffness, step ${steps.join(", ")} s: ${outcomes.length} runs a method`;
  const quantity = "share of the runs in which the error is smaller with PAID";
  return [
    {
      claim: "PAID makes implicit Euler more accurate.",
      range,
      quantity,
      measured: share(paid),
      holds: { atLeast: 0.9 },
      differs: { atLeast: 0.5 },
      kind: "error",
      expected: "holds",
      why: `The error with PAID is ${formatNumber(Math.min(...paid), 3)} to ${formatNumber(Math.max(...paid), 3)} of that without, ${formatNumber(median(paid), 3)} in the middle of the runs.`,
      revised:
        "The first edition took another scene, a sheet hung by its whole upper side that moves at 0.1 m/s, and asked for 5 % less error at the worst of four stiffnesses: 1 % came out, a difference. The paper says that the table is the test of Fig. 2, so that scene is used, with wind, damping, stiffness and step over a range, and the share is judged.",
    },
    {
      claim: "PAID makes BDF2 more accurate, too.",
      range,
      quantity,
      measured: share(bdf2Paid),
      holds: { atLeast: 0.9 },
      differs: { atLeast: 0.5 },
      kind: "error",
      expected: "does not hold",
      why: `The error with PAID is ${formatNumber(median(bdf2Paid), 3)} times that without in the middle of the runs, and in ${bdf2Paid.filter((ratio) => !(ratio < 100)).length} of them the sheet flies apart. BDF2 has no brake of first order that tension left in its old direction could cancel, so it is driven. The paper prints no equations of this method; ours is the straightforward one, and the next row has another reading.`,
      revised: "The first edition judged the worst stiffness of its own scene: 6.5 % more error, and the same outcome.",
    },
    {
      claim: "With the old tension turned along with its spring PAID makes BDF2 more accurate.",
      from: "ours",
      range,
      quantity,
      measured: share(turned),
      holds: { atLeast: 0.9 },
      differs: { atLeast: 0.5 },
      kind: "error",
      expected: "holds",
      why: `The error is ${formatNumber(Math.min(...turned), 3)} to ${formatNumber(Math.max(...turned), 3)} of that of BDF2 alone, ${formatNumber(median(turned), 3)} in the middle of the runs.`,
      revised:
        "The first edition asked only that it do no harm, within 1 % at the worst stiffness, and it did none: the livelier sheet shows that it helps.",
    },
    {
      claim: "The reference is converged.",
      from: "ours",
      range: `the last of the scenes, Verlet at its step and at twice that, over ${SECONDS} s`,
      quantity: "mean difference of the two in velocity, over the mean speed",
      measured: referenceIsOff,
      holds: { atMost: 0.01 },
      differs: { atMost: 0.05 },
      kind: "error",
      expected: "holds",
      why: `With twice the step the velocities change by ${formatNumber(100 * referenceIsOff, 2)} % of the mean speed; the smallest error of all runs is ${formatNumber(100 * Math.min(...outcomes.flatMap(({ errors, speed }) => errors.filter(Number.isFinite).map((error) => error / speed))), 2)} %.`,
    },
  ];
}

const shortName = ({ flapping, damping }: Case): string =>
  `${flapping.wind} m/s, ${flapping.stiffness} N/m${damping === DAMPINGS[0].name ? "" : ", damped"}`;

function errorTable(usual: readonly Outcome[]): Table {
  return {
    title: `Table 1: mean velocity error over ${SECONDS} s [m/s], step ${USUAL} s`,
    columns: [{ heading: "scene" }, ...OH_METHODS.map(({ name }) => ({ heading: name })), { heading: "mean speed" }],
    rows: usual.map(({ one, speed, errors }): Cell[] => [shortName(one), ...errors, speed]),
    note: `Scenes by wind and stiffness, damped a little or hardly at all. Against the Verlet method at ${formatNumber(1000 * referenceStep(STIFFNESSES[0]))} ms, ${formatNumber(1000 * referenceStep(STIFFNESSES[2]))} ms for the stiffest. A dash is a method that was lost. The paper's own numbers are missing in every copy that we have.`,
  };
}

function shareTables(outcomes: readonly Outcome[], steps: readonly number[]): Table[] {
  const rowsOf = (cells: (some: readonly Outcome[]) => Cell[]): Cell[][] =>
    steps.map((timestep) => [timestep, ...cells(outcomes.filter((one) => one.timestep === timestep))]);
  return [
    {
      title: "Beside implicit Euler: share of the scenes in which PAID is closer to the truth, and errors",
      columns: [{ heading: "step [s]" }, { heading: "PAID closer" }, { heading: "PAID's error" }, { heading: "BDF2's error" }],
      rows: rowsOf((some) => [share(ratios(some, 1, 0)), median(ratios(some, 1, 0)), median(ratios(some, 2, 0))]),
      note: "Errors by those of implicit Euler, medians over the scenes.",
    },
    {
      title: "Beside BDF2: share of the scenes in which PAID is closer to the truth, and errors",
      columns: [
        { heading: "step [s]" },
        { heading: "PAID closer" },
        { heading: "its error" },
        { heading: "tension turned: closer" },
        { heading: "its error" },
      ],
      rows: rowsOf((some) => [3, 4].flatMap((method) => [share(ratios(some, method, 2)), median(ratios(some, method, 2))])),
      note: "Errors by those of BDF2 alone, medians over the scenes.",
    },
  ];
}

const SHOWN: Flapping = { stiffness: 100, wind: 1, ...DAMPINGS[1] };

const live: Live = {
  knobs: [
    {
      label: "method",
      choices: OH_METHODS.map(({ name, solver }) => ({ name, set: { solver: { ...solver, tolerance: TOLERANCE } } })),
      start: 1,
    },
    {
      label: "stiffness [N/m]",
      choices: STIFFNESSES.map((stiffness) => ({
        name: String(stiffness),
        set: { "cloths.0.springs.stretch": stiffness, "cloths.0.springs.bend": stiffness / 20 },
      })),
      start: 1,
    },
  ],
  beside: { name: "implicit Euler", set: { solver: { method: "implicit-euler", tolerance: TOLERANCE } } },
  gauges: ["speed", "kinetic", "distance"],
  look: "Both start alike. With PAID the sheet swings higher and on for longer after the wind has stopped; BDF2 with PAID gains energy until the soft sheet flutters by itself.",
};

export const table1VelocityError: Experiment = {
  paper: "oh04",
  name: "table1-velocity-error",
  title: "Table 1: velocity errors of four methods",
  place: "Section 6, Table 1",
  claim: "With the PAID force the velocities of cloth in the wind are closer to the truth, with implicit Euler and with BDF2.",
  setup: `The test of Fig. 2, as the paper says: a rectangle hung by two corners, wind for one second, then calm. The average velocity error of the four methods over ${SECONDS} s is taken against an explicit method with short steps, in winds of ${WINDS.join(" and ")} m/s, with ${DAMPINGS.map(({ name }) => name).join(" and with ")} damping, springs of ${STIFFNESSES.join(", ")} N/m and steps of ${STEPS.join(", ")} s. Size and masses are ours, since the paper gives none. In a hurry: the light wind, a little damping, the softer springs, ${USUAL} s.`,
  scene: { ...flappingSheet(SHOWN, { method: "paid", tolerance: TOLERANCE }, USUAL), title: "Oh's Table 1: a sheet in the wind" },
  live,
  seconds: { quick: 5, full: 100 },
  run,
};
