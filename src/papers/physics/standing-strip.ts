import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Live, Picture, Series, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { clampedLayout, GRAVITY, ROWS, rigidityFor, stripFabric } from "./bending-strip.ts";
import { errorGain, knownTable, worstError } from "./known-answer.ts";

/** [Greenhill81]: a strip clamped at its base stands upright while σgL³/B is below 9/4 j², j the first zero of the Bessel function J₋₁⸝₃. */
const GREENHILL = 7.837347;
const CELLS = [8, 16, 32];
const FINEST = CELLS[CELLS.length - 1];
/** The resolution that is followed until it falls. */
const FOLLOWED = 1;
/** Parts of the threshold at which it must stand, and fall. */
const BELOW = 0.9;
const ABOVE = 1.1;
/** How far the tip is put aside at the start, of the length. */
const IMPERFECTION = 1e-4;
const TIMESTEP = 0.1;
/** After so many steps only the slowest mode is left; the last few tell its ω². */
const STEPS = 30;
const LAST = 6;
/** So long it takes the one that falls to be seen falling. */
const FALLING_STEPS = 160;

/** The strip stands along +y, bent aside a little along z. */
function standingScene(cells: number, G: number): SceneInput {
  const { spacing, columns, pins } = clampedLayout(cells);
  const positions = Array.from({ length: ROWS * columns }, (_, i) => {
    const s = Math.max(0, ((i % columns) - 1) * spacing);
    return [Math.floor(i / columns) * spacing, ((i % columns) - 1) * spacing, IMPERFECTION * s * s];
  }).flat();
  const size = { columns, rows: ROWS, width: spacing * (columns - 1), height: spacing * (ROWS - 1) };
  return {
    drape: 1,
    title: "Standing strip: Greenhill's threshold",
    gravity: [0, -GRAVITY, 0],
    timestep: TIMESTEP,
    duration: TIMESTEP * FALLING_STEPS,
    solver: { method: "newton-euler", tolerance: 1e-9 },
    cloths: [
      {
        grid: { ...size, origin: [0, -spacing, 0], u: [0, 1, 0], v: [1, 0, 0] },
        positions,
        fabric: stripFabric(rigidityFor(G), 0),
        stretch: "free",
        pins,
      },
    ],
    camera: { position: [2, 0.62, 1.05], target: [0, 0.44, 0.22] },
  };
}

const live: Live = {
  knobs: [
    {
      label: "share of the threshold",
      choices: [0.5, BELOW, ABOVE, 2].map((share) => ({
        name: String(share),
        set: { "cloths.0.fabric.bending": rigidityFor(share * GREENHILL) },
      })),
      start: 2,
    },
  ],
  gauges: ["fall", "speed", "kinetic"],
  look: "Below the threshold the strip stands, whatever the time; above it the tip, put aside by a ten-thousandth, leans further and further and falls after some ten seconds.",
};

export const standingStrip: Experiment = {
  paper: "physics",
  name: "standing-strip",
  title: "Standing strip: when does it buckle under its own weight?",
  place: "Greenhill 1881",
  claim: `A strip clamped at its base stands if and only if σgL³/B < ${GREENHILL}.`,
  setup:
    `The strip of the cantilever, upright, its tip put aside by ${formatNumber(IMPERFECTION)} of its length. At ${BELOW} and ${ABOVE} of the threshold the slowest mode is followed through undamped implicit steps, ` +
    "x(n+1) − 2x(n) + x(n−1) = −h²ω² x(n+1), which gives ω²; since ω²G falls in a straight line through 0 at the threshold, the two give the threshold itself.",
  scene: {
    ...standingScene(16, ABOVE * GREENHILL),
    description: "A strip stands on its clamp, a tenth softer than one that could: after some seconds it falls over.",
  },
  live,
  seconds: { quick: 5, full: 5 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const thresholds: number[] = [];
  const series: Series[] = [];
  const pictures: Picture[] = [];
  const leans: number[] = [];
  for (const [k, cells] of CELLS.entries()) {
    const stiffness: number[] = [];
    for (const [n, share] of [BELOW, ABOVE].entries()) {
      const at = (k + n / 2) / CELLS.length;
      const part = partOf(task, at, at + 0.5 / CELLS.length);
      const scene = standingScene(cells, share * GREENHILL);
      const simulation = await createSimulation(scene);
      const tip: number[] = [];
      for (let step = 0; step < STEPS; step++) {
        await part.progress((0.5 * step) / STEPS);
        simulation.step();
        tip.push(tipAside(readPositions(simulation), cells));
      }
      stiffness.push(slowestMode(tip.slice(-LAST - 2)) * share);
      if (k !== FOLLOWED) continue;
      await runSteps(simulation, FALLING_STEPS - STEPS, partOf(part, 0.5, 1), () => {
        tip.push(tipAside(readPositions(simulation), cells));
      });
      leans.push(Math.abs(tip[tip.length - 1]));
      series.push({
        name: `${share} of the threshold`,
        points: tip.map((value, step) => [(step + 1) * TIMESTEP, Math.abs(value)]),
        mark: "line",
      });
      const caption = `${share} of the threshold, after ${TIMESTEP * FALLING_STEPS} s`;
      pictures.push(await takePicture(simulation, scene, { caption }));
    }
    const [below, above] = stiffness;
    thresholds.push(GREENHILL * (BELOW + ((ABOVE - BELOW) * below) / (below - above)));
  }
  const answers = [{ name: "σgL³/B at which ω² = 0", known: GREENHILL, ours: thresholds }];
  return {
    verdicts: [
      {
        claim: "The threshold is Greenhill's",
        range: `${CELLS.join(", ")} cells; from ω² at ${BELOW} and ${ABOVE} of it`,
        why: `It comes out at ${formatNumber(thresholds[thresholds.length - 1], 4)} where Greenhill has ${formatNumber(GREENHILL, 4)}: the exact matrix keeps the compression of the threads.`,
        quantity: `error of σgL³/B, ${FINEST} cells [%]`,
        measured: worstError(answers),
        holds: { atMost: 1 },
        differs: { atMost: 5 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: `At ${BELOW} of the threshold it stands`,
        range: `${CELLS[FOLLOWED]} cells, ${TIMESTEP * FALLING_STEPS} s`,
        why: `Its tip is aside by ${formatNumber(leans[0], 2)} of its length, less than the ${formatNumber(IMPERFECTION)} at the start.`,
        quantity: `tip aside after ${TIMESTEP * FALLING_STEPS} s, ${CELLS[FOLLOWED]} cells [lengths]`,
        measured: leans[0],
        holds: { atMost: IMPERFECTION },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: `At ${ABOVE} of the threshold it falls`,
        range: `${CELLS[FOLLOWED]} cells, ${TIMESTEP * FALLING_STEPS} s`,
        why: `Its tip is aside by ${formatNumber(leans[1], 2)} of its length.`,
        quantity: `tip aside after ${TIMESTEP * FALLING_STEPS} s, ${CELLS[FOLLOWED]} cells [lengths]`,
        measured: leans[1],
        holds: { atLeast: 0.1 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "The error falls with the spacing",
        range: `${CELLS[0]} to ${FINEST} cells`,
        why: `From ${formatNumber(worstError(answers, 0), 2)} to ${formatNumber(worstError(answers), 2)} %.`,
        quantity: `error with ${CELLS[0]} cells over error with ${FINEST} [−]; second order gives ${(FINEST / CELLS[0]) ** 2}`, // not in a step
        measured: errorGain(answers),
        holds: { atLeast: 8 },
        differs: { atLeast: 2 },
        kind: "error",
        expected: "holds",
      },
    ],
    tables: [
      knownTable(
        "The threshold",
        "quantity",
        CELLS.map((cells) => `${cells} cells`),
        answers,
      ),
    ],
    pictures: [{ title: `The same strip a little stiffer and a little softer, ${CELLS[FOLLOWED]} cells`, pictures }],
    plots: [
      {
        title: `How far the tip is aside, ${CELLS[FOLLOWED]} cells`,
        x: { label: "time [s]" },
        y: { label: "tip aside [m]", isLogarithmic: true },
        series,
      },
    ],
    reason:
      "Weight enters through the tension of the threads, which are in compression here: the exact matrix of the converged implicit step keeps that term, so the strip loses its stiffness where it should. " +
      "A method that leaves it out (as the clamped Jacobian does) finds the same equilibrium, but may step past the threshold without falling for a long time.",
  };
}

/** The tip of the middle row, along z [m]. */
function tipAside(x: Float64Array, cells: number): number {
  const { columns } = clampedLayout(cells);
  return x[3 * (2 * columns - 1) + 2];
}

/** ω² of a mode from its values at successive implicit steps, by least squares [1/s²]. */
function slowestMode(values: readonly number[]): number {
  let product = 0;
  let square = 0;
  for (let n = 2; n < values.length; n++) {
    product -= (values[n] - 2 * values[n - 1] + values[n - 2]) * values[n];
    square += values[n] * values[n];
  }
  return product / (TIMESTEP * TIMESTEP * square);
}
