import { NumericalError } from "../../core/errors.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/parse-scene.ts";
import type { Experiment, Findings, Picture, Series, Task } from "../experiment.ts";
import { partOf } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const BLENDS = [0, 0.25, 0.5, 0.75, 1];
const STEPS = 120;
const TIMESTEP = 1 / 60;
/** A mass of 1 kg on a spring: ωh [−]. */
const PHASE = 0.2;
const SIDE = 12;

/** A mass on a spring along x, out of its place by a tenth: one linear mode. */
function springScene(theta: number): SceneInput {
  const stiffness = (PHASE / TIMESTEP) * (PHASE / TIMESTEP);
  const network = { positions: [[0, 0, 0], [1.1, 0, 0]], masses: 1, springs: [[0, 1, 1, stiffness, "stretch"]] }; // biome-ignore format: one line
  return {
    drape: 1,
    gravity: [0, 0, 0],
    timestep: TIMESTEP,
    solver: { method: "theta", theta, jacobian: "exact", tolerance: 1e-13 },
    cloths: [{ network, pins: [0] }],
  };
}

/** A sheet that swings down from one side. */
function sheetScene(theta: number): SceneInput {
  return {
    drape: 1,
    title: "The blend of explicit and implicit Euler",
    timestep: TIMESTEP,
    duration: STEPS * TIMESTEP,
    solver: { method: "theta", theta },
    variants: BLENDS.map((value) => ({
      name: `theta-${value}`,
      title: `λ = ${value}`,
      solver: { method: "theta", theta: value },
    })),
    cloths: [
      {
        grid: { columns: SIDE, rows: SIDE, width: 1, height: 1, v: [0, -0.3, 1] },
        springs: { stretch: 300, shear: 300, bend: 3 },
        masses: 0.2 / (SIDE * SIDE),
        damping: { viscous: 1e-4 },
        pins: ["top"],
      },
    ],
    camera: { position: [2.4, -0.1, 2.2], target: [0.5, -0.5, 0.3] },
  };
}

export const thetaBlend: Experiment = {
  paper: "ertekin14",
  name: "theta-blend",
  title: "From explicit to implicit: λ from 0 to 1",
  place: "Section 5.2",
  claim:
    "Y* = Y + h[(1 − λ) f(Y) + λ f(Y*)] is explicit Euler at λ = 0 and implicit Euler at λ = 1; implicit schemes are stable with large steps.",
  setup:
    "A mass on a spring at ωh = 0.2, whose energy must change by (1 + (1 − λ)²ω²h²)/(1 + λ²ω²h²) in every step, and a sheet of 12 × 12 particles, 300 N/m, that swings down at 1/60 s.",
  scene: {
    ...sheetScene(0.5),
    description:
      "A sheet swings down from one side. Its variants blend explicit and implicit Euler, λ from 0 to 1; those below ½ are lost.",
  },
  seconds: { quick: 4, full: 4 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const rows: (string | number)[][] = [];
  const series: Series[] = [];
  const pictures: Picture[] = [];
  const errors: number[] = [];
  const lasted: number[] = [];
  for (const [n, theta] of BLENDS.entries()) {
    const part = partOf(task, n / BLENDS.length, (n + 1) / BLENDS.length);
    const factor = await measureFactor(theta, partOf(part, 0, 0.2));
    const w = PHASE * PHASE;
    const law = (1 + (1 - theta) * (1 - theta) * w) / (1 + theta * theta * w);
    errors.push(Math.abs(factor / law - 1));
    const scene = sheetScene(theta);
    const simulation = await createSimulation(scene);
    const points: [number, number][] = [];
    let steps = 0;
    try {
      for (; steps < STEPS; steps++) {
        if (steps % 10 === 0) await part.progress(0.2 + (0.8 * steps) / STEPS);
        simulation.step();
        const { kinetic, elastic, gravitational } = simulation.measure();
        points.push([simulation.time, kinetic + elastic + gravitational]);
      }
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
    }
    lasted.push(steps);
    if (steps === STEPS) {
      series.push({ name: `λ = ${theta}`, points, mark: "line" });
      pictures.push(await takePicture(simulation, scene, { caption: `λ = ${theta}, 2 s` }));
    }
    rows.push([theta, law, factor, steps === STEPS ? "stable" : `lost at step ${steps}`]);
  }
  return {
    verdicts: [
      {
        claim: "The blend does to a mode what its formula says, at every λ",
        from: "ours",
        quantity: "largest error of the energy's factor a step [−]",
        measured: Math.max(...errors),
        holds: { atMost: 1e-9 },
        differs: { atMost: 1e-6 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "With λ below ½ cloth at 1/60 s is lost",
        quantity: "steps that λ = 0 and 0.25 last, at most, of 120",
        measured: Math.max(...lasted.filter((_, n) => BLENDS[n] < 0.5)),
        holds: { atMost: STEPS - 1 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "From λ = ½ on it is stable",
        quantity: "steps that λ = 0.5, 0.75 and 1 last, at least, of 120",
        measured: Math.min(...lasted.filter((_, n) => BLENDS[n] >= 0.5)),
        holds: { atLeast: STEPS },
        kind: "stability",
        expected: "holds",
      },
    ],
    tables: [
      {
        title: "What a step does",
        columns: [
          { heading: "λ" },
          { heading: "energy's factor a step, by the formula", isPaper: true, digits: 6 },
          { heading: "ours", digits: 6 },
          { heading: "the sheet, 120 steps" },
        ],
        rows,
      },
    ],
    pictures: [{ title: "The sheet after 2 s", pictures }],
    plots: [
      {
        title: "Energy of the sheet",
        x: { label: "time [s]" },
        y: { label: "kinetic, elastic and gravitational energy [J]" },
        series,
      },
    ],
    reason:
      "λ = ½ keeps the energy of every linear mode and is of second order; each λ above it brakes, λ = 1 most; each λ below it drives every mode, at any step, so it is not explicit Euler alone that needs small steps.",
  };
}

/** By what the energy of the mass on the spring is multiplied in a step, over some steps. */
async function measureFactor(theta: number, task: Task): Promise<number> {
  await task.progress(0);
  const simulation = await createSimulation(springScene(theta));
  const energy = (): number => {
    const { kinetic, elastic } = simulation.measure();
    return kinetic + elastic;
  };
  const start = energy();
  const steps = 10;
  for (let n = 0; n < steps; n++) simulation.step();
  return (energy() / start) ** (1 / steps); // not in a step
}
