import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Series, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { takePicture } from "../take-picture.ts";
import { desbrunByCg } from "./desbrun-by-cg.ts";
import { IMPLICIT, KIM, kimCloth, LIVE_SIDE } from "./kim-cloth.ts";
import { meanHeight } from "./run-cloth.ts";

const SIDE = 40;
/** Steps after which the cloths are compared. */
const STEPS = 320;
const STRIDE = 8;
const SECONDS = STEPS * KIM.timestep;
const ITERATIONS = [1, 2, 3, 5, 10] as const;
/** What counts as a few. */
const FEW = 3;
/** What the paper does not say of its conjugate gradients. */
const KINDS = [
  { preconditioner: "none", start: "velocity" },
  { preconditioner: "diagonal", start: "velocity" },
  { preconditioner: "none", start: "zero" },
  { preconditioner: "diagonal", start: "zero" },
] as const;
const stopped = (iterations: number): SolverInput => ({ method: "implicit-euler", jacobian: "isotropic", maxIterations: iterations });
const cloth = (side: number): SceneInput =>
  kimCloth({
    title: "Kim: Desbrun's method stopped early",
    description: `Fig. 4's cloth at ${side} × ${side} with Desbrun's matrix, solved by conjugate gradients that end after a few iterations (implicit Euler with isotropic blocks and maxIterations), and solved exactly [Kim06, Section 4.1, Fig. 4 (i)].`,
    side,
    solver: stopped(2),
    methods: [
      ...ITERATIONS.map((count) => ({ name: `cg-${count}`, title: `Desbrun, ${count} iterations`, solver: stopped(count) })),
      { name: "desbrun", title: "Desbrun, solved", solver: { method: "desbrun" } },
      { name: "implicit", title: "Choi & Ko, implicit", solver: IMPLICIT },
    ],
  });
const SCENE = cloth(SIDE);

/** [Kim06, sec. 4.1, fig. 4 (i)]: why Desbrun's cloth may have fallen so slowly. */
export const desbrunStoppedEarly: Experiment = {
  paper: "kim06",
  name: "desbrun-stopped-early",
  title: "Fig. 4 (i): Desbrun's method, solved and stopped early",
  place: "Section 4.1, Fig. 4 (i)",
  claim:
    "Desbrun's matrix was solved by conjugate gradients; the falling cloth is damped a lot compared to the implicit method, and even translation along the normal is resisted.",
  setup: `Fig. 4's cloth at ${SIDE} × ${SIDE}, ${SECONDS} s. Desbrun's system (eq. 10) is solved exactly, and by conjugate gradients that end after ${ITERATIONS.join(", ")} iterations a step. When the paper's ended, from which guess they began and whether they had a preconditioner is not printed: all four pairs of guess (the present velocity, or 0) and preconditioner (none, or the diagonal) are run, in the quick run the two that begin with the present velocity.`,
  scene: SCENE,
  live: {
    scene: cloth(LIVE_SIDE),
    knobs: [
      {
        label: "iterations a step",
        choices: [1, 2, 3, 5, 10].map((count) => ({ name: String(count), set: { "solver.maxIterations": count } })),
        start: 1,
      },
    ],
    beside: { name: "Choi & Ko, implicit", set: { solver: IMPLICIT } },
    gauges: ["fall", "distance", "iterations", "ms"],
    look: "With one to three iterations the cloth sinks as through honey while the implicit one beside it falls; from five on it falls as the solved one does, which is still behind the implicit one.",
  },
  seconds: { quick: 6, full: 10 },
  run: runStopped,
};

/** How far the middle of mass falls over time [spacings]. */
interface Fall {
  readonly points: readonly (readonly [number, number])[];
  readonly end: number;
  readonly picture: Picture;
}

async function runStopped({ isQuick, progress }: Task): Promise<Findings> {
  const implicit = await drop(IMPLICIT, "implicit", () => progress(0.05));
  const solved = await drop({ method: "desbrun" }, "Desbrun, solved", () => progress(0.1));
  const kinds = isQuick ? KINDS.slice(0, 2) : KINDS;
  const falls: Fall[][] = [];
  for (const [k, kind] of kinds.entries()) {
    const row: Fall[] = [];
    for (const [n, iterations] of ITERATIONS.entries()) {
      const solver = { method: "desbrun-by-cg", iterations, ...kind } as unknown as SolverInput;
      const part = 0.1 + (0.9 * (k + n / ITERATIONS.length)) / kinds.length;
      row.push(await drop(solver, `${iterations} iteration${iterations === 1 ? "" : "s"}`, () => progress(part)));
    }
    falls.push(row);
  }
  const share = ({ end }: Fall): number => end / implicit.end;
  const few = falls.flatMap((row) => row.filter((_, n) => ITERATIONS[n] <= FEW));
  const many = falls.map((row) => row[row.length - 1]);
  const [first] = falls;
  const range = `${SIDE} × ${SIDE}, k·Δt²/m = ${formatNumber(KIM.stiffness * KIM.timestep ** 2)}, ${SECONDS} s`;
  const series = (name: string, { points }: Fall, isTruth = false): Series => ({ name, mark: "line", points, isTruth });
  return {
    verdicts: [
      {
        claim: `The falling cloth is damped a lot compared to the implicit method if conjugate gradients end after ${FEW} iterations or fewer`,
        from: "ours",
        range: `${range}, ${ITERATIONS.filter((count) => count <= FEW).join(", ")} iterations, ${kinds.length} pairs of first guess and preconditioner`,
        quantity: "how far the cloth that falls most has fallen, divided by the implicit one",
        measured: Math.max(...few.map(share)),
        holds: { atMost: 0.7 },
        differs: { atMost: 0.95 },
        kind: "motion",
        expected: "holds",
        why: `From the present velocity and without a preconditioner it falls these parts of the implicit way: ${first.map((fall, n) => `${formatNumber(share(fall))} with ${ITERATIONS[n]}`).join(", ")} iterations; solved exactly ${formatNumber(share(solved))}. So a solve that is stopped early damps more than the exact one; Fig. 4 (i) has no numbers by which one could tell which of them the paper's was.`,
      },
      {
        claim: `${ITERATIONS[ITERATIONS.length - 1]} iterations are as good as solved`,
        from: "ours",
        range: `${range}, ${kinds.length} pairs of first guess and preconditioner`,
        quantity: "fall with them, divided by that solved exactly, the one farthest from 1",
        measured: many.map(({ end }) => end / solved.end).reduce((worst, one) => (Math.abs(one - 1) > Math.abs(worst - 1) ? one : worst)),
        holds: { atLeast: 0.98, atMost: 1.02 },
        differs: { atLeast: 0.9, atMost: 1.1 },
        kind: "motion",
        expected: "holds",
        why: `Their falls, divided by the exact one, are ${many.map(({ end }) => formatNumber(end / solved.end, 4)).join(", ")}.`,
      },
    ],
    tables: [
      {
        title: `How far the cloth has fallen after ${SECONDS} s, by the implicit method's way, with 1 to ${ITERATIONS[ITERATIONS.length - 1]} iterations`,
        columns: [{ heading: "preconditioner, guess" }, ...ITERATIONS.map((count) => ({ heading: String(count) }))],
        rows: falls.map((row, k) => [`${kinds[k].preconditioner}, ${kinds[k].start === "zero" ? "0" : "velocity"}`, ...row.map(share)]),
        note: `Solved exactly: ${formatNumber(share(solved))}. The guess “velocity” is the present one.`,
      },
    ],
    pictures: [
      {
        title: `After ${SECONDS} s: implicit, Desbrun solved, and Desbrun stopped early`,
        pictures: [implicit, solved, ...first.slice(0, 3)].map(({ picture }) => picture),
      },
    ],
    plots: [
      {
        title: "The fewer the iterations, the slower Desbrun's cloth comes down",
        x: { label: "time [s]" },
        y: { label: "fall of the middle of mass [spacings]" },
        series: [
          series("implicit", implicit, true),
          series("Desbrun, solved", solved),
          ...[0, 1, 2, 3].map((n) => series(`${ITERATIONS[n]} iteration${n === 0 ? "" : "s"}`, first[n])),
        ],
      },
    ],
    reason:
      "Solved exactly, Desbrun's matrix lets a free cloth fall as it should, for its rows sum to the mass; a cloth that hangs comes down late, because it must bend and turn and the matrix resists both. An iteration of conjugate gradients carries a velocity over one spring; after a few of them the particles that hang on no anchor yet are still held back by neighbours whose velocities they have not heard of, which is the artificial inertia of Section 3.1. So a solve that ends early falls more slowly still than an exact one. When the paper's ended it does not say, nor how far its cloth (i) has fallen, so which of them its figure shows stays open. Kang's first method is the same matrix with two iterations of Jacobi.",
  };
}

async function drop(solver: SolverInput, caption: string, tell: () => Promise<void>): Promise<Fall> {
  const simulation = await createSimulation({ ...SCENE, solver, variants: [] }, { threads: 1, methods: [desbrunByCg] });
  const start = meanHeight(simulation);
  const points: [number, number][] = [[0, 0]];
  for (let n = 1; n <= STEPS; n++) {
    simulation.step();
    if (n % STRIDE === 0) points.push([simulation.time, start - meanHeight(simulation)]);
    if (n % (STEPS / 4) === 0) await tell();
  }
  const picture = await takePicture(simulation, SCENE, { caption, width: 250, height: 212 });
  return { points, end: points[points.length - 1][1], picture };
}
