import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Cell, Experiment, Findings, Plot, Task, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { isWhole } from "../torn.ts";
import { type HungCloth, hangCloth, JITTER_STEPS } from "./hang-cloth.ts";
import { KIM, kimCloth, LIVE_SIDE, listKappas, stiffnessOf } from "./kim-cloth.ts";

const SIDE = 12;
const STEPS = 300;
/** κ = k Δt²/m: Fig. 4 has 3.1, Fig. 3 has 62.5. */
const KAPPAS = { quick: [3.125, 62.5, 1000, 1e5], full: [1, 3.125, 12, 18, 62.5, 1000, 1e5] } as const;
const SWEEPS = { quick: [1, 2, 4], full: [1, 2, 4, 6] } as const;
const ALPHAS = [0, 0.5, 0.8, 0.95, 0.999] as const;
/** Springs as stiff as Fig. 3's and more count as stiff, and up to four sweeps as few. */
const STIFF = 62.5;
const FEW = 4;
/** As good as solved: implicit Euler with the same law and Jacobian, to which the sweeps converge. */
const CONVERGED = 1e-6;

/** The law and the Jacobian of type 1 springs. */
const MODELS = {
  symmetric: { title: "symmetric springs, eq. 1", heading: "eq. 1, symmetric", springModel: "symmetric", jacobian: "clamped" },
  unsmoothed: { title: "asymmetric, eq. 7", heading: "eq. 7", springModel: "asymmetric", jacobian: "choi" },
  smoothed: { title: "asymmetric, smoothed, eq. 9", heading: "eq. 9, smoothed", springModel: "asymmetric", jacobian: "smoothed" },
} as const;
type Model = keyof typeof MODELS;

const cloth = (side: number, kappa: number, model: Model): SceneInput =>
  kimCloth({
    title: "Kim: the smoothed Jacobian",
    description: `Fig. 4's cloth at ${side} × ${side} with k·Δt²/m = ${listKappas(kappa)}: with Choi and Ko's Jacobian, which jumps at the rest length, few sweeps tremble or tear it; with the smoothed one they do not [Kim06, eq. 7 and 9].`,
    side,
    stiffness: stiffnessOf(kappa),
    springModel: MODELS[model].springModel,
    solver: { method: "gauss-seidel", sweeps: 1, jacobian: MODELS[model].jacobian },
    methods: (["unsmoothed", "smoothed"] as const).map((name) => ({
      name,
      title: MODELS[name].title,
      solver: { method: "gauss-seidel", sweeps: 1, jacobian: MODELS[name].jacobian },
    })),
  });

/** [Kim06, sec. 3, eq. 9]: the second contribution of the paper. */
export const smoothedJacobian: Experiment = {
  paper: "kim06",
  name: "smoothed-jacobian",
  title: "The smoothed Jacobian",
  place: "Section 3, eq. 7 and 9",
  claim:
    "The stability of few sweeps is degraded if symmetric springs are replaced by Choi's asymmetric ones, because their Jacobian (eq. 7) is discontinuous at the rest length; implicit methods do not suffer from that, and more sweeps cure it. The smoothed Jacobian (eq. 9, α = 0.8) makes it stable even with one.",
  setup: `Fig. 4's cloth at ${SIDE} × ${SIDE}, ${STEPS} steps, k·Δt²/m from ${KAPPAS.full[0]} to ${formatNumber(KAPPAS.full[KAPPAS.full.length - 1])} and η from 1 to ${SWEEPS.full[SWEEPS.full.length - 1]}, and converged (implicit Euler with the same law and Jacobian, conjugate gradients to ${formatNumber(CONVERGED)}). Jitter is the RMS change of velocity from one step to the next over the last ${JITTER_STEPS} steps, in units of gΔt: a calm cloth is well below 1. The full run has Fig. 3's cloth at ${KIM.side} × ${KIM.side} too.`,
  scene: cloth(SIDE, STIFF, "unsmoothed"),
  live: {
    scene: cloth(LIVE_SIDE, STIFF, "smoothed"),
    knobs: [
      {
        label: "η, sweeps a step",
        choices: [1, 2, 4, 6, 20].map((sweeps) => ({ name: String(sweeps), set: { "solver.sweeps": sweeps } })),
      },
      {
        label: "α, where smoothing begins",
        choices: ALPHAS.map((alpha) => ({
          name: alpha === 0.999 ? "0.999: hardly smoothed" : String(alpha),
          set: { "solver.alpha": alpha },
        })),
        start: 2,
      },
    ],
    beside: { name: "not smoothed (eq. 7)", set: { "solver.jacobian": "choi" } },
    gauges: ["speed", "strain", "peak strain"],
    look: `This cloth is ${LIVE_SIDE} × ${LIVE_SIDE}, larger than that of the tables. Beside, without smoothing, one sweep tears the cloth, and two to four make it tremble. With α = 0.999 one sweep tears the smoothed one too, if far less wildly; with twenty sweeps both are calm.`,
  },
  seconds: { quick: 12, full: 35 },
  run: runSmoothing,
};

interface Point {
  readonly kappa: number;
  readonly sweeps: number | "converged";
  readonly runs: Readonly<Record<Model, HungCloth>>;
}

async function runSmoothing({ isQuick, progress }: Task): Promise<Findings> {
  const kappas: readonly number[] = isQuick ? KAPPAS.quick : KAPPAS.full;
  const counts = [...(isQuick ? SWEEPS.quick : SWEEPS.full), "converged"] as const;
  const points: Point[] = [];
  for (const [k, kappa] of kappas.entries()) {
    for (const [n, sweeps] of counts.entries()) {
      const hang = (model: Model): Promise<HungCloth> => hangCloth(cloth(SIDE, kappa, model), solverOf(model, sweeps), STEPS);
      const runs = { symmetric: await hang("symmetric"), unsmoothed: await hang("unsmoothed"), smoothed: await hang("smoothed") };
      points.push({ kappa, sweeps, runs });
      await progress((0.6 * (k + (n + 1) / counts.length)) / kappas.length);
    }
  }
  const byAlpha: HungCloth[] = [];
  for (const [n, alpha] of ALPHAS.entries()) {
    const solver: SolverInput = { method: "gauss-seidel", sweeps: 1, alpha };
    byAlpha.push(await hangCloth(cloth(SIDE, STIFF, "smoothed"), solver, STEPS));
    await progress(0.6 + (0.1 * (n + 1)) / ALPHAS.length);
  }
  const jumping = (points.find(({ kappa, sweeps }) => kappa === STIFF && sweeps === 1) as Point).runs.unsmoothed;
  const large = isQuick ? [] : await runLarge((part) => progress(0.7 + 0.3 * part));
  const told = ({ strain, jitter }: HungCloth): Cell => (isWhole(strain) ? jitter : `torn (${formatNumber(jitter)})`);
  return {
    verdicts: judgeSmoothing(points, counts),
    tables: [
      {
        title: `Jitter [gΔt] of a hanging cloth, ${SIDE} × ${SIDE}`,
        columns: [
          { heading: "k·Δt²/m" },
          { heading: "η" },
          ...(["smoothed", "unsmoothed", "symmetric"] as const).map((model) => ({ heading: MODELS[model].heading })),
        ],
        rows: points.map(({ kappa, sweeps, runs }) => [kappa, sweeps, told(runs.smoothed), told(runs.unsmoothed), told(runs.symmetric)]),
        note: "Asymmetric springs but for those of eq. 1.",
      },
      {
        title: `One sweep by α, k·Δt²/m = ${STIFF}, ${SIDE} × ${SIDE}`,
        columns: [{ heading: "α" }, { heading: "jitter [gΔt]" }, { heading: "largest strain [%]" }],
        rows: [
          ...ALPHAS.map((alpha, n): Cell[] => [alpha, byAlpha[n].jitter, 100 * byAlpha[n].strain]),
          ["eq. 7", jumping.jitter, 100 * jumping.strain],
        ],
        note: "The paper sets 0.8. Towards 1 the smoothed Jacobian becomes that of eq. 7, which jumps.",
      },
      ...(large.length === 0 ? [] : [tableOfLarge(large)]),
    ],
    pictures: [],
    plots: [plotJitter(points, 1), plotJitter(points, FEW)],
    reason:
      "A spring that is a hair shorter than its rest length has no stiffness by eq. 7, a hair longer it has all of k. Where springs are stiff, a particle that is pushed through its rest length by what the sweeps have left is thrown back in the next step by a matrix that did not expect it. A converged solve leaves next to nothing, and little is thrown about. Smoothed over the last fifth of its length, a spring announces itself before it pulls, and the particle is slowed on its way.",
  };
}

function solverOf(model: Model, sweeps: number | "converged"): SolverInput {
  const { jacobian } = MODELS[model];
  return sweeps === "converged"
    ? { method: "implicit-euler", jacobian, tolerance: CONVERGED }
    : { method: "gauss-seidel", jacobian, sweeps };
}

function judgeSmoothing(points: readonly Point[], counts: readonly (number | "converged")[]): Verdict[] {
  const few = points.filter(({ kappa, sweeps }) => kappa >= STIFF && sweeps !== "converged" && sweeps <= FEW);
  const soft = points.filter(({ kappa, sweeps }) => kappa < 4 && sweeps !== "converged");
  const solved = points.filter(({ sweeps }) => sweeps === "converged");
  const one = points.filter(({ sweeps }) => sweeps === 1);
  const ratio = ({ runs }: Point, model: Model): number => runs.unsmoothed.jitter / runs[model].jitter;
  const jitterOf = (found: readonly Point[], model: Model): number[] => found.map(({ runs }) => runs[model].jitter);
  const kappas = [...new Set(few.map(({ kappa }) => kappa))];
  const least = (kappa: number): number => {
    const at = (sweeps: number | "converged"): number =>
      points.find((point) => point.kappa === kappa && point.sweeps === sweeps)?.runs.unsmoothed.jitter ?? Number.NaN;
    return at("converged") / at(1);
  };
  const stiff = `${SIDE} × ${SIDE}, k·Δt²/m = ${kappas.map((kappa) => formatNumber(kappa)).join(", ")}, η = ${counts.filter((count) => count !== "converged" && count <= FEW).join(", ")}`;
  const told = (point: Point): string => `${formatNumber(point.kappa)} and η = ${point.sweeps}`;
  const first = few[0];
  const jumpiest = solved.reduce((most, point) => (ratio(point, "symmetric") > ratio(most, "symmetric") ? point : most));
  const stiffest = solved[solved.length - 1];
  const mildest = few.find(({ sweeps }) => sweeps === FEW) ?? first;
  return [
    {
      claim: "The stability is degraded if symmetric springs are replaced by Choi's, with the Jacobian of eq. 7",
      range: stiff,
      quantity: "jitter with Choi's springs, divided by that with symmetric ones, least of all",
      measured: Math.min(...few.map((point) => ratio(point, "symmetric"))),
      holds: { atLeast: 3 },
      differs: { atLeast: 1.3 },
      kind: "stability",
      expected: "holds with a difference",
      why: `At k·Δt²/m = ${told(first)} the jitter is ${formatNumber(first.runs.unsmoothed.jitter)} gΔt against ${formatNumber(first.runs.symmetric.jitter)}, with ${FEW} sweeps ${formatNumber(mildest.runs.unsmoothed.jitter)} against ${formatNumber(mildest.runs.symmetric.jitter)}: the fewer the sweeps the worse. ${few.filter(({ runs }) => !isWhole(runs.unsmoothed.strain)).length} of ${few.length} cloths are torn.`,
    },
    {
      claim: "It is not degraded where springs are as soft as Fig. 4's",
      from: "ours",
      range: `${SIDE} × ${SIDE}, k·Δt²/m below 4, η = ${counts.filter((count) => count !== "converged").join(", ")}`,
      quantity: "jitter unsmoothed, divided by that smoothed, largest of all",
      measured: Math.max(...soft.map((point) => ratio(point, "smoothed"))),
      holds: { atMost: 1.3 },
      differs: { atMost: 3 },
      kind: "stability",
      expected: "holds",
      why: `Unsmoothed the jitter is at most ${formatNumber(Math.max(...jitterOf(soft, "unsmoothed")))} gΔt, smoothed ${formatNumber(Math.max(...jitterOf(soft, "smoothed")))}: a spring that hardly moves in a step is hardly missed.`,
    },
    {
      claim: "The discontinuity does not cause the problem in implicit methods",
      range: `${SIDE} × ${SIDE}, k·Δt²/m = ${solved.map(({ kappa }) => formatNumber(kappa)).join(", ")}, converged`,
      quantity: "jitter unsmoothed [gΔt], largest of all",
      measured: Math.max(...jitterOf(solved, "unsmoothed")),
      holds: { atMost: 1 },
      differs: { atMost: 3 },
      kind: "stability",
      expected: "holds with a difference",
      why: `Converged, the unsmoothed cloths have ${solved.map(({ runs }) => formatNumber(runs.unsmoothed.jitter)).join(", ")} gΔt, the smoothed ones ${solved.map(({ runs }) => formatNumber(runs.smoothed.jitter)).join(", ")}. With symmetric springs, which do not jump, they have ${solved.map(({ runs }) => formatNumber(runs.symmetric.jitter)).join(", ")}. The jump adds most at k·Δt²/m = ${formatNumber(jumpiest.kappa)}, ${formatNumber(ratio(jumpiest, "symmetric"))} times theirs; at ${formatNumber(stiffest.kappa)} it is ${formatNumber(ratio(stiffest, "symmetric"))} times.`,
    },
    {
      claim: "Kim's method also becomes stable unsmoothed as the iterations increase",
      range: `${SIDE} × ${SIDE}, k·Δt²/m = ${kappas.map((kappa) => formatNumber(kappa)).join(", ")}, from one sweep to converged`,
      quantity: "jitter converged, divided by that with one sweep, largest of all",
      measured: Math.max(...kappas.map(least)),
      holds: { atMost: 0.3 },
      differs: { atMost: 0.9 },
      kind: "stability",
      expected: "holds",
      why: `The jitter falls to ${kappas.map((kappa) => formatNumber(least(kappa))).join(", ")} of what it is with one sweep.`,
    },
    {
      claim: "The smoothed Jacobian makes it stable even with one iteration",
      range: `${SIDE} × ${SIDE}, k·Δt²/m = ${one.map(({ kappa }) => formatNumber(kappa)).join(", ")}, η = 1, α = 0.8`,
      quantity: "jitter [gΔt], largest of all",
      measured: Math.max(...jitterOf(one, "smoothed")),
      holds: { atMost: 0.5 },
      differs: { atMost: 1 },
      kind: "stability",
      expected: "holds with a difference",
      why: `Smoothed ${one.map(({ runs }) => formatNumber(runs.smoothed.jitter)).join(", ")} gΔt, unsmoothed ${one.map(({ runs }) => formatNumber(runs.unsmoothed.jitter)).join(", ")}.`,
    },
  ];
}

/** Fig. 3's cloth at the paper's size with few sweeps, smoothed and not. */
async function runLarge(progress: (part: number) => Promise<void>): Promise<Point[]> {
  const found: Point[] = [];
  for (const [n, sweeps] of SWEEPS.full.entries()) {
    const hang = (model: Model): Promise<HungCloth> => hangCloth(cloth(KIM.side, STIFF, model), solverOf(model, sweeps), STEPS);
    const [unsmoothed, smoothed] = [await hang("unsmoothed"), await hang("smoothed")];
    found.push({ kappa: STIFF, sweeps, runs: { unsmoothed, smoothed, symmetric: smoothed } });
    await progress((n + 1) / SWEEPS.full.length);
  }
  return found;
}

function tableOfLarge(large: readonly Point[]): Findings["tables"][number] {
  return {
    title: `Largest strain [%] of Fig. 3's cloth, ${KIM.side} × ${KIM.side}, ${STEPS} steps`,
    columns: [{ heading: "η" }, { heading: MODELS.smoothed.heading }, { heading: MODELS.unsmoothed.heading }],
    rows: large.map(({ sweeps, runs }) => [sweeps, 100 * runs.smoothed.strain, 100 * runs.unsmoothed.strain]),
  };
}

function plotJitter(points: readonly Point[], sweeps: number): Plot {
  const found = points.filter((point) => point.sweeps === sweeps);
  const solved = points.filter((point) => point.sweeps === "converged");
  return {
    title: `Jitter with ${sweeps === 1 ? "one sweep" : `${sweeps} sweeps`}: unsmoothed it grows with the stiffness`,
    x: { label: "k·Δt²/m", isLogarithmic: true },
    y: { label: "jitter [gΔt]", isLogarithmic: true },
    series: [
      { name: "converged, eq. 7", mark: "line", isTruth: true, points: solved.map(({ kappa, runs }) => [kappa, runs.unsmoothed.jitter]) },
      ...(["unsmoothed", "smoothed", "symmetric"] as const).map((model) => ({
        name: MODELS[model].title,
        mark: "line" as const,
        points: found.map(({ kappa, runs }) => [kappa, runs[model].jitter] as const),
      })),
    ],
  };
}
