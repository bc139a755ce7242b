import type { SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Plot, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { mean } from "../run-steps.ts";
import { kimCloth } from "./kim-cloth.ts";
import { meanHeight, runCloth } from "./run-cloth.ts";

const SIDE = 12;
const STEPS = 80;
/** Steps of one second and unit masses, so that the stiffness is κ = k Δt²/m; gravity is Fig. 3's, in spacings a step squared. */
const GRAVITY = 0.002;
const OTHERS: readonly { readonly title: string; readonly solver: SolverInput }[] = [
  { title: "symplectic Euler", solver: { method: "symplectic-euler" } },
  { title: "Kang 1", solver: { method: "scalar-jacobi" } },
  { title: "Desbrun", solver: { method: "desbrun" } },
  { title: "Choi & Ko", solver: { method: "choi-ko", tolerance: 1e-6 } },
];
const scene = (kappa: number) =>
  kimCloth({
    title: "Kim: a point of the stability map",
    description: `${SIDE} × ${SIDE} unit masses hung by two corners with steps of one second: the stiffness of the springs is k·Δt²/m, to be changed together with the method and its sweeps [Kim06, Sections 2.2 and 3].`,
    side: SIDE,
    stiffness: kappa,
    timestep: 1,
    gravity: [0, -GRAVITY, 0],
    damping: 0,
    duration: STEPS,
    methods: [
      { name: "kim-1", title: "Kim, η = 1", solver: { method: "gauss-seidel", sweeps: 1 } },
      { name: "kim-4", title: "Kim, η = 4", solver: { method: "gauss-seidel", sweeps: 4 } },
      { name: "kang-2", title: "Kang 2, η = 2", solver: { method: "block-jacobi", sweeps: 2 } },
      { name: "kang-3", title: "Kang 2, η = 3", solver: { method: "block-jacobi", sweeps: 3 } },
      ...OTHERS.map(({ title, solver }) => ({ name: `${solver.method}`, title, solver })),
    ],
  });
const STIFFNESS = {
  quick: [0.1, 1, 10, 100, 1e5],
  full: [0.03, 0.1, 0.3, 0.5, 1, 2, 3, 10, 30, 100, 300, 1e3, 1e4, 1e5],
};
const SWEEPS = { quick: [1, 2, 3, 4, 8], full: [1, 2, 3, 4, 5, 6, 7, 8, 10, 12] };
/** Unstable: lost, or strained by so much more than the implicit method [−]. Damped: fallen by less than this share of its way. */
const MORE_STRAIN = 0.3;
const LESS_FALL = 0.5;
/** Springs as stiff as this, k·Δt²/m, and more count as stiff. */
const STIFF = 10;
/** The converged implicit step that all are compared with. */
const TOLERANCE = 1e-8;
/** Kim's sweeps whose damping is judged: as many as in Fig. 4 (c). */
const JUDGED = 4;

type Kind = "stable" | "damped" | "unstable";
interface Point {
  readonly kappa: number;
  readonly row: number;
  readonly kind: Kind;
  /** How far it has fallen, by the implicit method's way. */
  readonly fall: number;
}

/** [Kim06, sec. 2.2 and 3]: where each method is stable. */
export const stabilityMap: Experiment = {
  paper: "kim06",
  name: "stability-map",
  title: "Where each method is stable",
  place: "Sections 2.2, 3 and 4",
  claim:
    "What decides is k·Δt²/m. Explicit steps have a limit; Kim's method has none with any number of sweeps, and even one is an order of magnitude more stable than an explicit step; Kang's first method is always stable but severely damped where springs are stiff.",
  setup: `A ${SIDE} × ${SIDE} cloth let go from level, hung by two corners, ${STEPS} steps, without damping; gravity moves a particle by ${GRAVITY} of the spacing in the first step, as in Fig. 3. Each point is a run, compared with the converged implicit step (conjugate gradients to ${formatNumber(TOLERANCE)}): unstable if it is lost or a spring is strained by ${100 * MORE_STRAIN} % of its length more, damped if it has fallen less than ${LESS_FALL} of its way, stable otherwise.`,
  scene: scene(50),
  live: {
    knobs: [
      {
        label: "k·Δt²/m",
        choices: [0.1, 1, 10, 100, 1e4].map((kappa) => ({
          name: formatNumber(kappa),
          set: { "cloths.0.springs.stretch": kappa, "cloths.0.springs.shear": kappa },
        })),
        start: 1,
      },
      {
        label: "method",
        choices: [
          { name: "Kim, η = 1", set: { solver: { method: "gauss-seidel", sweeps: 1 } } },
          { name: "Kim, η = 4", set: { solver: { method: "gauss-seidel", sweeps: 4 } } },
          { name: "Kang 2, η = 2", set: { solver: { method: "block-jacobi", sweeps: 2 } } },
          { name: "Kang 2, η = 3", set: { solver: { method: "block-jacobi", sweeps: 3 } } },
          ...OTHERS.slice(0, 3).map(({ title, solver }) => ({ name: title, set: { solver } })),
        ],
      },
    ],
    beside: { name: "Choi & Ko, implicit", set: { solver: { method: "choi-ko" } } },
    gauges: ["fall", "distance", "peak strain"],
    look: "Symplectic Euler bursts from k·Δt²/m = 1 on and Kang's second with three iterations soon after; Kim's never does, but falls behind the implicit cloth the stiffer it is, and Kang's first hardly moves.",
  },
  seconds: { quick: 5, full: 25 },
  run: runMap,
};

async function runMap({ isQuick, progress }: Task): Promise<Findings> {
  const stiffness = isQuick ? STIFFNESS.quick : STIFFNESS.full;
  const sweeps = isQuick ? SWEEPS.quick : SWEEPS.full;
  const [kim, kang, others]: Point[][] = [[], [], []];
  for (const [n, kappa] of stiffness.entries()) {
    const reference = await drop(kappa, { method: "choi-ko", tolerance: TOLERANCE, maxIterations: 5000 });
    const judgeRun = async (row: number, solver: SolverInput): Promise<Point> => {
      const run = await drop(kappa, solver);
      const fall = run.fall / reference.fall;
      if (!(run.strain < reference.strain + MORE_STRAIN)) return { kappa, row, fall, kind: "unstable" };
      return { kappa, row, fall, kind: fall < LESS_FALL ? "damped" : "stable" };
    };
    for (const [row, count] of sweeps.entries()) {
      kim.push(await judgeRun(row, { method: "gauss-seidel", sweeps: count }));
      kang.push(await judgeRun(row, { method: "block-jacobi", sweeps: count }));
      await progress((n + (0.8 * row) / sweeps.length) / stiffness.length);
    }
    for (const [row, { solver }] of OTHERS.entries()) others.push(await judgeRun(row, solver));
    await progress((n + 1) / stiffness.length);
  }
  const count = (points: readonly Point[], kind: Kind): number => points.filter((point) => point.kind === kind).length;
  const explicit = others.filter(({ row }) => row === 0);
  const kangFirst = others.filter(({ row }) => row === 1);
  const stiffest = (points: readonly Point[]): number => firstUnstable(points, stiffness);
  const extent = `${SIDE} × ${SIDE}, ${STEPS} steps, k·Δt²/m = ${stiffness.map((kappa) => formatNumber(kappa)).join(", ")}`;
  const fallAt = (points: readonly Point[]): number => points.find(({ kappa }) => kappa === STIFF)?.fall ?? Number.NaN;
  const one = kim.filter(({ row }) => sweeps[row] === 1);
  const judged = kim.filter(({ row }) => sweeps[row] === JUDGED);
  return {
    verdicts: [
      {
        claim: "Kim's method is stable for any number of sweeps and any stiffness",
        range: `${extent}, η = ${sweeps.join(", ")}`,
        quantity: `of ${kim.length} runs, how many are unstable`,
        measured: count(kim, "unstable"),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
        why: `Of its ${kim.length} runs ${count(kim, "stable")} are stable and ${count(kim, "damped")} damped; of Kang's second ${count(kang, "unstable")} are unstable.`,
      },
      {
        claim: "With one sweep the stability is an order of magnitude better than an explicit method's",
        range: `${extent}, η = 1`,
        quantity: `largest k·Δt²/m of the map up to which no run is unstable, one sweep divided by explicit; the map ends at ${formatNumber(Math.max(...stiffness))}`,
        paper: "10",
        measured: stiffest(one) / stiffest(explicit),
        holds: { atLeast: 10 },
        differs: { atLeast: 2 },
        kind: "stability",
        expected: "holds",
        why: `Explicit steps last up to ${formatNumber(stiffest(explicit))}, one sweep up to ${formatNumber(stiffest(one))}, where the map ends.`,
      },
      {
        claim: "Kang's first method is unconditionally stable",
        range: extent,
        quantity: `of ${kangFirst.length} runs, how many are unstable`,
        measured: count(kangFirst, "unstable"),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
        why: `Of its ${kangFirst.length} runs ${count(kangFirst, "stable")} are stable and ${count(kangFirst, "damped")} damped.`,
      },
      {
        claim: "but severely damped as the stiffness grows",
        range: `${extent}, of ${STIFF} and more`,
        quantity: `how far it falls by the implicit method's way, mean over k·Δt²/m of ${STIFF} and more`,
        measured: meanFall(kangFirst),
        holds: { atMost: 0.2 },
        differs: { atMost: LESS_FALL },
        kind: "motion",
        expected: "holds",
        why: `At k·Δt²/m = ${formatNumber(STIFF)} it falls ${formatNumber(fallAt(kangFirst))} of the implicit way, and less beyond.`,
      },
      {
        claim: "Kim's method is far less damped than that",
        range: `${extent}, of ${STIFF} and more, η = ${JUDGED}`,
        quantity: `how far it falls with ${JUDGED} sweeps by the implicit method's way, mean over k·Δt²/m of ${STIFF} and more`,
        measured: meanFall(judged),
        holds: { atLeast: 0.8 },
        differs: { atLeast: LESS_FALL },
        kind: "motion",
        expected: "holds with a difference",
        why: `Far less than Kang's first, whose mean is ${formatNumber(meanFall(kangFirst))}, but clearly behind the implicit one: ${JUDGED} sweeps carry a pull over ${JUDGED} springs or so, and the stiffer the cloth the further it has to go.`,
      },
    ],
    tables: [
      {
        title: "Runs by outcome",
        columns: ["method", "stable", "damped", "unstable"].map((heading) => ({ heading })),
        rows: [
          ["Kim (Gauss–Seidel)", count(kim, "stable"), count(kim, "damped"), count(kim, "unstable")],
          ["Kang 2 (Jacobi)", count(kang, "stable"), count(kang, "damped"), count(kang, "unstable")],
          ...OTHERS.map(({ title }, n) => {
            const own = others.filter(({ row }) => row === n);
            return [title, count(own, "stable"), count(own, "damped"), count(own, "unstable")];
          }),
        ],
      },
    ],
    pictures: [],
    plots: [
      plotMap("Kim's method", kim, "sweeps a step", sweeps.map(String)),
      plotMap("Kang's second method", kang, "Jacobi iterations a step", sweeps.map(String)),
      plotMap(
        "Other methods",
        others,
        "",
        OTHERS.map(({ title }) => title),
      ),
    ],
    reason:
      "Every sweep of Gauss–Seidel on a symmetric positive definite system brings the velocities closer to the implicit step, in the norm of the system. That alone does not prove that step after step is stable, but no run here became unstable. Jacobi has no such property on this system: its map has unstable points for odd numbers of iterations once springs are a little stiff for the step, and for even ones where springs are very stiff, the instability of Fig. 2. What few sweeps cannot solve they hold back: on stiff cloth they fall behind the implicit method, the artificial inertia of Section 3.1.",
  };
}

/** The largest stiffness of the map before the first unstable one; 0 where there is none. */
function firstUnstable(points: readonly Point[], stiffness: readonly number[]): number {
  const bad = points.filter(({ kind }) => kind === "unstable").map(({ kappa }) => kappa);
  const limit = Math.min(Number.POSITIVE_INFINITY, ...bad);
  return Math.max(0, ...stiffness.filter((kappa) => kappa < limit));
}

/** How far the stiff cloths have fallen, by the implicit method's way. */
function meanFall(points: readonly Point[]): number {
  return mean(points.filter(({ kappa }) => kappa >= STIFF).map(({ fall }) => fall));
}

async function drop(kappa: number, solver: SolverInput): Promise<{ readonly strain: number; readonly fall: number }> {
  let start = 0;
  const { strain, simulation } = await runCloth(scene(kappa), solver, {
    steps: STEPS,
    after(state, step) {
      if (step === 0) start = meanHeight(state);
    },
  });
  return { strain, fall: start - meanHeight(simulation) };
}

function plotMap(title: string, points: readonly Point[], label: string, categories: readonly string[]): Plot {
  const kinds: readonly Kind[] = ["stable", "unstable", "damped"];
  return {
    title,
    x: { label: "k·Δt²/m", isLogarithmic: true },
    y: { label, categories },
    series: kinds.map((kind) => ({
      name: kind,
      mark: "points",
      points: points.filter((point) => point.kind === kind).map(({ kappa, row }) => [kappa, row] as const),
    })),
  };
}
