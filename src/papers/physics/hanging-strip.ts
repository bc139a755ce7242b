import { createSimulation } from "../../scene/create-simulation.ts";
import type { Experiment, Findings, Live, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions } from "../run-steps.ts";
import { GRAVITY, pluckedChain } from "./hanging-chain.ts";
import { errorGain, type KnownAnswer, knownTable, worstError } from "./known-answer.ts";

/** Zeros of the Bessel function J₀: a limp strip of length L that hangs from one end has ω = (j/2) √(g/L). */
const BESSEL_ZEROS = [2.404826, 5.520078, 8.653728];
const LINKS = [20, 40, 80];
const FINEST = LINKS[LINKS.length - 1];
/** Crossings of 0 between which the period is taken: two whole periods. */
const CROSSINGS = 5;
/** Steps in a period of the mode. */
const STEPS_A_PERIOD = 240;

const live: Live = {
  knobs: [
    { label: "mode", choices: [1, 2, 3].map((mode) => ({ name: String(mode), set: { cloths: pluckedChain(20, mode).scene.cloths } })) },
    { label: "steps a second", choices: [60, 240].map((rate) => ({ name: String(rate), set: { timestep: 1 / rate } })), start: 1 },
  ],
  gauges: ["kinetic", "speed", "ms"],
  look: "The strip swings by a tenth of a millimetre, too little to see: count how often its kinetic energy comes and goes, twice a period; the second mode is 2.3 times as fast as the first, the third 3.6 times.",
};

export const hangingStrip: Experiment = {
  paper: "physics",
  name: "hanging-strip",
  title: "Hanging strip: the frequencies of a limp strip",
  place: "Bernoulli 1732; any book on vibrations",
  claim: "A limp strip hung from one end swings with the frequencies (j/4π) √(g/L), j the zeros of the Bessel function J₀.",
  setup:
    `A chain of 1 m that does not stretch, with half a mass at its tip, put aside a little along one of its modes. The implicit midpoint method takes ${STEPS_A_PERIOD} steps a period, and the time between crossings is divided by its own ` +
    "lengthening of the period, ωh/(2 atan(ωh/2)).",
  scene: {
    ...pluckedChain(20, 1).scene,
    description: "A limp strip hung from one end swings by a tenth of a millimetre in its slowest mode.",
    timestep: 1 / 240,
    solver: { method: "implicit-midpoint", tolerance: 1e-12 },
    camera: { position: [2, -0.5, 0.6], target: [0, -0.5, 0] },
  },
  live,
  seconds: { quick: 2, full: 2 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const answers: KnownAnswer[] = [];
  const discrete: number[] = [];
  for (const [n, zero] of BESSEL_ZEROS.entries()) {
    const ours: number[] = [];
    for (const [k, links] of LINKS.entries()) {
      const at = (n + k / LINKS.length) / BESSEL_ZEROS.length;
      const part = partOf(task, at, at + 1 / (LINKS.length * BESSEL_ZEROS.length));
      const { frequency, expected } = await measureFrequency(links, n + 1, part);
      ours.push(frequency);
      discrete.push(Math.abs(frequency / expected - 1));
    }
    const known = (zero / (4 * Math.PI)) * Math.sqrt(GRAVITY);
    answers.push({ name: `mode ${n + 1}`, known, ours });
  }
  return {
    verdicts: [
      {
        claim: "The three lowest frequencies are Bessel's",
        range: `modes 1 to 3, ${LINKS.join(", ")} links, ${STEPS_A_PERIOD} steps a period`,
        why: `${answers.map(({ ours }) => formatNumber(ours[LINKS.length - 1], 4)).join(", ")} Hz where Bessel's zeros give ${answers.map(({ known }) => formatNumber(known, 4)).join(", ")}.`,
        quantity: `largest error, ${FINEST} links [%]`,
        measured: worstError(answers),
        holds: { atMost: 0.5 },
        differs: { atMost: 2 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "The error falls with the square of the length of a link",
        range: `modes 1 to 3, ${LINKS[0]} to ${FINEST} links`,
        why: `From ${formatNumber(worstError(answers, 0), 2)} to ${formatNumber(worstError(answers), 2)} %: the tip has half a mass.`,
        quantity: `largest error with ${LINKS[0]} links over that with ${FINEST} [−]; second order gives ${(FINEST / LINKS[0]) ** 2}`, // not in a step
        measured: errorGain(answers),
        holds: { atLeast: 10 },
        differs: { atLeast: 3 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "The engine moves the chain of so many links as its own algebra says",
        from: "ours",
        range: `modes 1 to 3, ${LINKS.join(", ")} links`,
        why: `${formatNumber(100 * Math.max(...discrete), 2)} % at worst: what is left of the error above is the chain's, not the engine's.`,
        quantity: "largest error against the frequency of the discrete chain [%]",
        measured: 100 * Math.max(...discrete),
        holds: { atMost: 0.01 },
        differs: { atMost: 0.1 },
        kind: "error",
        expected: "holds",
      },
    ],
    tables: [
      knownTable(
        "Frequencies of a strip of 1 m [Hz]",
        "mode",
        LINKS.map((links) => `${links} links`),
        answers,
      ),
    ],
    pictures: [],
    plots: [
      {
        title: "Error of the frequency against the number of links",
        x: { label: "links", isLogarithmic: true },
        y: { label: "error [%]", isLogarithmic: true },
        series: answers.map(({ name, known, ours }) => ({
          name,
          points: ours.map((value, k): [number, number] => [LINKS[k], 100 * Math.abs(value / known - 1)]),
          mark: "line" as const,
        })),
      },
    ],
    reason:
      "The tip has half a mass, as half the area of a link lies there. With a full one, a common slip, the error would fall only with the length of a link.",
  };
}

/** Frequency [Hz] at which the engine swings the chain, and that of the algebra of so many links. */
async function measureFrequency(links: number, mode: number, task: Task): Promise<{ frequency: number; expected: number }> {
  const { scene, omega, amplitude } = pluckedChain(links, mode);
  const timestep = (2 * Math.PI) / omega / STEPS_A_PERIOD;
  const solver = { method: "implicit-midpoint", tolerance: 1e-12 } as const;
  const simulation = await createSimulation({ ...scene, timestep, solver });
  const crossings: number[] = [];
  let before = amplitude(readPositions(simulation));
  for (let n = 0; crossings.length < CROSSINGS; n++) {
    if (n % 10 === 0) await task.progress(Math.min(1, n / (2.6 * STEPS_A_PERIOD)));
    simulation.step();
    const after = amplitude(readPositions(simulation));
    if (before * after <= 0) crossings.push(simulation.time - (timestep * after) / (after - before));
    before = after;
  }
  const lengthening = (omega * timestep) / (2 * Math.atan((omega * timestep) / 2)); // not in a step
  const period = (crossings[CROSSINGS - 1] - crossings[0]) / 2 / lengthening;
  return { frequency: 1 / period, expected: omega / (2 * Math.PI) };
}
