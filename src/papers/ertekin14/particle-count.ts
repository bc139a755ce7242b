import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { fitLine } from "../fit-line.ts";
import { formatNumber } from "../format-number.ts";
import { mean, partOf, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

/** Vertices a side, quick and full. */
const SIDES = [
  [7, 13, 25],
  [7, 13, 25, 41],
];
const RATE = 60;
const STEPS = 60;
/** The sheet is shown after so many steps, when it hangs and is seen from the front. */
const SHOWN = 30;
/** With so many particles a side the edges would cover the picture. */
const FINE = 25;
const STRETCH = 300;

/** A sheet of one weight and one stiffness that swings from two corners, with any number of particles. */
function sheetScene(side: number): SceneInput {
  return {
    drape: 1,
    title: "More particles",
    timestep: 1 / RATE,
    duration: STEPS / RATE,
    solver: { method: "implicit-euler", tolerance: 1e-4, kernels: "typescript" },
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] },
        springs: { stretch: STRETCH, shear: STRETCH / 2, bend: 0.5 },
        masses: 0.2 / (side * side),
        damping: { viscous: 0.02 / (side * side) },
        pins: ["top-left", "top-right"],
      },
    ],
    camera: { position: [1.6, -0.1, 1.9], target: [0.5, -0.52, 0.1] },
  };
}

export const particleCount: Experiment = {
  paper: "ertekin14",
  name: "particle-count",
  title: "More particles, more work",
  place: "Sections 6 and 7",
  claim: "A more realistic look takes more particles, and the cost of computation increases drastically with their number.",
  setup: `A sheet of 1 m and 0.2 kg, ${STRETCH} N/m, swings down from two corners for ${STEPS / RATE} s with ${SIDES[1].map((side) => `${side}²`).join(", ")} particles (the last not in the quick form). The work of implicit Euler is counted in iterations of conjugate gradients times particles, that of explicit Euler in steps of its limit, 0.65 √(m/k), times particles: no clock. What looks more realistic is left to the eye.`,
  scene: {
    ...sheetScene(25),
    description: "A sheet with 25 × 25 particles. With fewer its curves have corners, with more they are smoother and take longer.",
  },
  live: {
    scene: sheetScene(13),
    knobs: [
      {
        label: "particles a side",
        choices: [7, 13, 25, 41].map((side) => {
          const [cloth] = sheetScene(side).cloths;
          return { name: String(side), set: { "cloths.0": cloth } };
        }),
        start: 1,
      },
    ],
    gauges: ["iterations", "ms", "strain", "fall"],
    look: "Twice the particles a side are four times as many, and each step takes more iterations. This sheet has no folds: more particles make its borders smoother and little else.",
  },
  seconds: { quick: 3, full: 8 },
  run,
};

interface Counted {
  readonly side: number;
  readonly iterations: number;
  /** Particles times iterations or steps for a second of motion. */
  readonly implicitWork: number;
  readonly explicitWork: number;
}

async function run(task: Task): Promise<Findings> {
  const found: Counted[] = [];
  const pictures: Picture[] = [];
  const sides = SIDES[task.isQuick ? 0 : 1];
  for (const [n, side] of sides.entries()) {
    const scene = sheetScene(side);
    const simulation = await createSimulation(scene);
    const iterations: number[] = [];
    const look = async (): Promise<void> => {
      pictures.push(await takePicture(simulation, scene, { caption: `${side} × ${side}`, edges: side < FINE, width: 250, height: 220 }));
    };
    const count = (): void => {
      iterations.push(simulation.view.measure().iterations);
    };
    const at = (part: number): number => (n + part) / sides.length;
    await runSteps(simulation, SHOWN, partOf(task, at(0), at(SHOWN / STEPS)), count);
    await look();
    await runSteps(simulation, STEPS - SHOWN, partOf(task, at(SHOWN / STEPS), at(1)), count);
    const particles = side * side;
    const limit = 0.65 * Math.sqrt(0.2 / particles / STRETCH);
    const implicitWork = particles * mean(iterations) * RATE;
    found.push({ side, iterations: mean(iterations), implicitWork, explicitWork: particles / limit });
  }
  const exponent = (work: (one: Counted) => number): number => {
    const logs = (values: readonly number[]): number[] => values.map((value) => Math.log(value)); // not in a step
    return fitLine(logs(found.map(({ side }) => side * side)), logs(found.map(work))).slope;
  };
  const implicit = exponent(({ implicitWork }) => implicitWork);
  const [first, last] = [found[0], found[found.length - 1]];
  return {
    verdicts: [
      {
        claim: "The cost of computation increases drastically with the number of particles",
        range: `implicit Euler, tolerance 10⁻⁴, ${sides[0]}² to ${sides[sides.length - 1]}² particles of a sheet of one weight and stiffness, steps of 1/${RATE} s`,
        quantity: "power of the number of particles with which its work grows [−]; 1 is in proportion",
        measured: implicit,
        holds: { atLeast: 1.2 },
        differs: { atLeast: 1.02 },
        kind: "fill",
        expected: "holds",
        why: `${formatNumber(first.iterations)} iterations a step with ${first.side}² particles, ${formatNumber(last.iterations)} with ${last.side}²: the work grows ${formatNumber(last.implicitWork / first.implicitWork)} times where the particles are ${formatNumber((last.side * last.side) / (first.side * first.side))} times as many. Explicit Euler's grows with the power ${formatNumber(exponent(({ explicitWork }) => explicitWork))}, because lighter particles need shorter steps.`,
      },
    ],
    tables: [
      {
        title: "Work for a second of motion",
        columns: [
          { heading: "particles" },
          { heading: "iterations a step" },
          { heading: "implicit: particles × iterations" },
          { heading: "explicit: particles × steps" },
        ],
        rows: found.map((one) => [one.side * one.side, one.iterations, one.implicitWork, one.explicitWork]),
      },
    ],
    pictures: [{ title: `After ${SHOWN / RATE} s; edges are drawn below ${FINE} × ${FINE}`, pictures }],
    plots: [
      {
        title: "Work against particles: more than in proportion",
        x: { label: "particles", isLogarithmic: true },
        y: { label: "particles × iterations or steps, a second", isLogarithmic: true },
        series: [
          { name: "implicit Euler", points: found.map((one) => [one.side * one.side, one.implicitWork] as const), mark: "line" },
          { name: "explicit Euler", points: found.map((one) => [one.side * one.side, one.explicitWork] as const), mark: "line" },
          {
            name: "in proportion",
            points: found.map(
              (one) => [one.side * one.side, (first.implicitWork * one.side * one.side) / (first.side * first.side)] as const,
            ),
            mark: "line",
            isTruth: true,
          },
        ],
      },
    ],
    reason:
      "A finer mesh has faster modes: springs as stiff between lighter particles. Explicit steps become shorter with the square root of the number, and conjugate gradients need about so many more iterations; both multiply with the particles.",
  };
}
