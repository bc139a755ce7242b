import { minAndMedian } from "../../core/time-runs.ts";
import { computeOrdering } from "../../linalg/ordering.ts";
import { graphOfPattern } from "../../linalg/symmetric-matrix.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Cell, Experiment, Findings, Table, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf } from "../run-steps.ts";
import { CHOI_MODELS, choiVariants, modelKnob } from "./choi-models.ts";
import { SWING_CAMERA } from "./measure-swing.ts";
import { meshOutline } from "./outline-mesh.ts";
import { square } from "./panel-outlines.ts";
import { countNonzeros, panelCloth, scalarMatrix } from "./scalar-system.ts";
import { swingingCloth } from "./swinging-cloth.ts";
import { createTimedImplicit, createTimedSolver, type StepTimes, type TimedMethod } from "./timed-method.ts";

const TOLERANCE = 1e-6;
/** Weight of the cloth [kg]. */
const WEIGHT = 0.2;
const STIFFNESS = 1000;
/** Steps that are taken before the clock counts, while the engine still compiles. */
const WARM_UP = 20;
/** Frames of 1/60 s that the cloth swings before steps are measured. */
const FRAMES = 18;

interface Printed {
  /** Milliseconds a step in [Choi13, Table 7.3] at 1245, 2485 and 4219 vertices. */
  readonly totals: readonly number[];
  /** Force, build and solve in [Choi13, Table 7.4 and 7.5], at 5472 vertices. */
  readonly parts: readonly [force: number, build: number, solve: number];
}

/** In the order of `CHOI_MODELS`. */
const PRINTED: readonly Printed[] = [
  { totals: [5.75, 14.74, 29.81], parts: [0.983, 23.249, 25.346] },
  { totals: [2.17, 4.97, 9.08], parts: [5.722, 0, 6.863] },
  { totals: [1.11, 2.72, 5.39], parts: [0.887, 0, 6.905] },
  { totals: [7.18, 16.79, 33.68], parts: [1.71, 28.028, 22.157] },
  { totals: [2.73, 6.25, 11.39], parts: [8.928, 0, 6.169] },
  { totals: [1.4, 3.18, 6.26], parts: [1.944, 0, 6.225] },
];
/** Milliseconds a step at the sizes of `SIZES`. */
function printedTotal({ totals, parts }: Printed, s: number): number {
  return s < totals.length ? totals[s] : parts[0] + parts[1] + parts[2];
}

/** Linear models among `CHOI_MODELS`. */
const LINEAR = [1, 2, 4, 5];

/** Printed speed-up of a model over the conventional one with the same elements. */
function printedGain(m: number, s: number): number {
  return printedTotal(PRINTED[m - (m % 3)], s) / printedTotal(PRINTED[m], s);
}

/** The grids that stand for 1245, 2485, 4219 and 5472 vertices. */
const SIZES: readonly { readonly vertices: number; readonly size: number }[] = [
  { vertices: 1245, size: 35 },
  { vertices: 2485, size: 50 },
  { vertices: 4219, size: 65 },
  { vertices: 5472, size: 74 },
];
/** h²k/m: as in the thesis, by its Table 6.1, and as stiffer cloth has it. */
const KAPPAS: readonly number[] = [0.2, 60];

/** Nonzeros of the matrix and of L before and after reordering, in [Choi13, Table 7.3]. */
const PRINTED_FILL: readonly { readonly vertices: number; matrix: number; before: number; after: number }[] = [
  { vertices: 1245, matrix: 15293, before: 286430, after: 84145 },
  { vertices: 2485, matrix: 30969, before: 829610, after: 236537 },
  { vertices: 4219, matrix: 53067, before: 2200249, after: 505102 },
];

function cloth(size: number, solver: NonNullable<SceneInput["solver"]>): SceneInput {
  return swingingCloth({ size, stiffness: STIFFNESS, timestep: 1 / 60, solver, bendModulus: 1e-6 });
}

/** The models with the tolerance of the tables. */
const SOLVERS: readonly NonNullable<SceneInput["solver"]>[] = CHOI_MODELS.map(({ solver }) =>
  "tolerance" in solver ? { ...solver, tolerance: TOLERANCE } : solver,
);

interface SwingState {
  readonly x: Float64Array;
  readonly v: Float64Array;
}

/** Where every measurement begins: the cloth on its way down. */
async function swing(size: number): Promise<SwingState> {
  const method = await createTimedImplicit(cloth(size, { method: "implicit-euler", tolerance: 1e-3 }));
  for (let n = 0; n < FRAMES; n++) method.step(1 / 60);
  return method.state;
}

/** Median milliseconds of each model by part, all in turns. */
async function measure(size: number, kappa: number, steps: number, start: SwingState, task: Task): Promise<readonly StepTimes[]> {
  const h = Math.sqrt((kappa * WEIGHT) / (size * size * STIFFNESS));
  const methods: TimedMethod[] = [];
  for (const [m, solver] of SOLVERS.entries()) {
    const implicit = m % 3 === 0 ? await createTimedImplicit(cloth(size, solver)) : undefined;
    const method = implicit ?? (await createTimedSolver(cloth(size, solver)));
    method.state.x.set(start.x);
    method.state.v.set(start.v);
    implicit?.checkStep(h);
    methods.push(method);
  }
  const times: StepTimes[][] = methods.map(() => []);
  for (let n = 0; n < WARM_UP + steps; n++) {
    methods.forEach((method, m) => {
      const one = method.step(h);
      if (n >= WARM_UP) times[m].push(one);
    });
    await task.progress((n + 1) / (WARM_UP + steps));
  }
  return times.map((list) => {
    const middle = (part: keyof StepTimes): number => minAndMedian(list.map((one) => one[part]))[1];
    return {
      force: middle("force"),
      build: middle("build"),
      solve: middle("solve"),
      iterations: middle("iterations"),
    };
  });
}

/** The upper rows of Table 7.3: printed numbers beside those of a square of irregular triangles, as the thesis has it. */
function countFill(meshes: typeof PRINTED_FILL): { readonly rows: Cell[][]; readonly rates: number[] } {
  const rates: number[] = [];
  const rows = meshes.map((printed) => {
    const matrix = scalarMatrix(panelCloth(meshOutline(square, printed.vertices), 1), 1, "springs");
    const graph = graphOfPattern(matrix);
    const [before, after, best] = (["natural", "cuthill-mckee", "auto"] as const).map((ordering) => computeOrdering(graph, ordering).fill);
    rates.push((100 * after) / before);
    return [
      printed.vertices,
      matrix.rowCount,
      printed.matrix,
      countNonzeros(matrix),
      printed.before,
      before,
      printed.after,
      after,
      (100 * printed.after) / printed.before,
      (100 * after) / before,
      best,
    ];
  });
  return { rows, rates };
}

const totalOf = ({ force, build, solve }: StepTimes): number => force + build + solve;

type Size = (typeof SIZES)[number];

/** What was measured: rows of the tables, speed-ups by h²k/m, size and model, and the last times at each h²k/m. */
interface Measured {
  readonly byResolution: Cell[][];
  readonly byPart: Cell[][];
  readonly gains: number[][][];
  readonly soft: readonly StepTimes[];
  readonly stiff: readonly StepTimes[];
}

async function measureAll(sizes: readonly Size[], task: Task): Promise<Measured> {
  const { isQuick } = task;
  const steps = isQuick ? 12 : 40;
  const byResolution: Cell[][] = [];
  const byPart: Cell[][] = [];
  const gains: number[][][] = KAPPAS.map(() => []);
  let soft: readonly StepTimes[] = [];
  let stiff: readonly StepTimes[] = [];
  for (const [s, { vertices, size }] of sizes.entries()) {
    const start = await swing(size);
    for (const [k, kappa] of KAPPAS.entries()) {
      const at = (part: number): number => (s + (k + part) / KAPPAS.length) / sizes.length;
      const times = await measure(size, kappa, steps, start, partOf(task, at(0), at(1)));
      gains[k].push(times.map((one, m) => totalOf(times[m - (m % 3)]) / totalOf(one)));
      if (k === 0) soft = times;
      else stiff = times;
      times.forEach((one, m) => {
        const base = m - (m % 3);
        const { parts } = PRINTED[m];
        const printed = printedTotal(PRINTED[m], s);
        byResolution.push([
          vertices,
          size * size,
          CHOI_MODELS[m].name,
          kappa,
          printed,
          totalOf(one),
          printedTotal(PRINTED[base], s) / printed,
          totalOf(times[base]) / totalOf(one),
        ]);
        if (s === sizes.length - 1) {
          byPart.push([
            kappa,
            CHOI_MODELS[m].name,
            ...[one.force, one.build, one.solve].flatMap((ours, p) => (isQuick ? [ours] : [parts[p], ours])),
            one.iterations,
          ]);
        }
      });
    }
  }
  return { byResolution, byPart, gains, soft, stiff };
}

function listTables(sizes: readonly Size[], { byResolution, byPart }: Measured, fillRows: Cell[][], isQuick: boolean): Table[] {
  const parts = ["force", "building the matrix", "solving"].flatMap((heading) =>
    isQuick ? [{ heading }] : [{ heading: `${heading}, thesis`, isPaper: true }, { heading }],
  );
  return [
    {
      title: "Table 7.3, upper rows: nonzeros of the matrix and of its factor",
      columns: [
        { heading: "vertices, thesis", isPaper: true, digits: 4 },
        { heading: "vertices", digits: 4 },
        { heading: "matrix, thesis", isPaper: true },
        { heading: "matrix" },
        { heading: "L before, thesis", isPaper: true },
        { heading: "L before" },
        { heading: "L after, thesis", isPaper: true },
        { heading: "L after" },
        { heading: "after by before, thesis [%]", isPaper: true },
        { heading: "after by before [%]" },
        { heading: "L in our own order" },
      ],
      rows: fillRows,
      note: "Squares of irregular triangles. The steps below are timed on grids with as many vertices.",
    },
    {
      title: "Table 7.3: milliseconds a step",
      columns: [
        { heading: "vertices, thesis", isPaper: true, digits: 4 },
        { heading: "vertices", digits: 4 },
        { heading: "model" },
        { heading: "h²k/m" },
        { heading: "ms, thesis", isPaper: true },
        { heading: "ms" },
        { heading: "speed-up, thesis", isPaper: true },
        { heading: "speed-up" },
      ],
      rows: byResolution,
      note: "Medians in mid-swing, all models in turns; plain TypeScript, double precision, one thread. The last size is that of Tables 7.4 and 7.5.",
    },
    {
      title: `Tables 7.4 and 7.5: the step by part, ${sizes[sizes.length - 1].size} × ${sizes[sizes.length - 1].size} vertices [ms]`,
      columns: [{ heading: "h²k/m" }, { heading: "model" }, ...parts, { heading: "iterations" }],
      rows: byPart,
      note: isQuick
        ? `The thesis has these for ${SIZES[SIZES.length - 1].vertices} vertices: in the full run.`
        : "There are no bodies to collide with.",
    },
  ];
}

function judge(sizes: readonly Size[], { gains, soft, stiff }: Measured, rates: readonly number[], isQuick: boolean): Findings["verdicts"] {
  const last = sizes.length - 1;
  const linear = gains[0].flatMap((list) => list.filter((_, m) => m % 3 !== 0));
  const [edgeIer, edgeIvt, , triangleIar, triangleIvt] = gains[0][last].slice(1);
  const place = `${sizes[last].size * sizes[last].size} vertices, h²k/m = ${KAPPAS[0]}`;
  return [
    {
      claim: "The linear models are about two to five times as fast as the conventional ones.",
      range: `${sizes.map(({ size }) => size * size).join(", ")} vertices, h²k/m = ${KAPPAS[0]}, conjugate gradients to ${TOLERANCE}`,
      quantity: "least speed-up, of four models at all sizes",
      paper: Math.min(...LINEAR.flatMap((m) => sizes.map((_, s) => printedGain(m, s)))),
      measured: Math.min(...linear),
      holds: { atLeast: 2 },
      differs: { atLeast: 1 },
      kind: "time",
      expected: "holds",
      why: `At this stiffness conjugate gradients need ${soft[0].iterations} iterations only, and our matrix is built in ${formatNumber(soft[0].build, 2)} ms: the conventional step costs less than the thesis'.`,
    },
    {
      claim: "IVT is faster than IER and IAR.",
      range: place,
      quantity: "least speed-up of IVT by that of IER or IAR",
      paper: Math.min(printedGain(2, last) / printedGain(1, last), printedGain(5, last) / printedGain(4, last)),
      measured: Math.min(edgeIvt / edgeIer, triangleIvt / triangleIar),
      holds: { atLeast: 1 },
      kind: "time",
      expected: "holds",
      why: `They differ by how a direction is predicted alone: forces take ${formatNumber(soft[1].force, 2)} ms with IER and ${formatNumber(soft[2].force, 2)} with IVT, of a step of ${formatNumber(totalOf(soft[2]), 2)}.`,
    },
    {
      claim: "Forces take longer with IER and IAR than with the conventional models, and about as long with IVT.",
      range: place,
      quantity: "time of the forces, IVT by conventional, worse of edges and triangles",
      paper: Math.max(PRINTED[2].parts[0] / PRINTED[0].parts[0], PRINTED[5].parts[0] / PRINTED[3].parts[0]),
      measured: Math.max(soft[2].force / soft[0].force, soft[5].force / soft[3].force),
      holds: { atMost: 1.5 },
      differs: { atMost: 3 },
      kind: "time",
      expected: "holds",
      why: `Conventional, rotation and IVT take ${[0, 1, 2].map((m) => formatNumber(soft[m].force, 2)).join(", ")} ms with edges and ${[3, 4, 5].map((m) => formatNumber(soft[m].force, 2)).join(", ")} with triangles; ours of first order need no angle, so that they gain less over IER than the thesis'.`,
    },
    {
      claim: "The speed-up is slightly larger with edges than with triangles.",
      range: place,
      quantity: "speed-up of IVT with edges by that with triangles",
      paper: printedGain(2, last) / printedGain(5, last),
      measured: edgeIvt / triangleIvt,
      holds: { atLeast: 1 },
      differs: { atLeast: 0.8 },
      kind: "time",
      expected: "holds with a difference",
      why: `It is ${formatNumber(edgeIvt, 3)} with edges and ${formatNumber(triangleIvt, 3)} with triangles: our conventional triangles cost more to assemble, ${formatNumber(soft[3].build, 2)} against ${formatNumber(soft[0].build, 2)} ms, which the linear model saves.`,
    },
    ...(isQuick
      ? []
      : [
          {
            claim: "The higher the resolution, the larger the speed-up.",
            range: `${sizes.map(({ size }) => size * size).join(", ")} vertices, h²k/m = ${KAPPAS[0]}`,
            quantity: "speed-up of linear edges (IVT) at the largest size by that at the smallest",
            paper: printedGain(2, last) / printedGain(2, 0),
            measured: edgeIvt / gains[0][0][2],
            holds: { atLeast: 1 },
            kind: "time" as const,
            expected: "does not hold" as const,
            why: `It is ${formatNumber(gains[0][0][2], 3)} at the smallest size and ${formatNumber(edgeIvt, 3)} at the largest. The thesis' conventional step grows faster than its vertices, because building and solving its matrix do; ours is built in place, and conjugate gradients need ${soft[0].iterations} iterations at any size, while the nonzeros of L that a linear step visits grow faster than the vertices.`,
          },
        ]),
    {
      claim: "Where cloth is stiff the linear models are more than ten times as fast.",
      from: "ours",
      range: `${sizes[last].size * sizes[last].size} vertices, h²k/m = ${KAPPAS[1]}`,
      quantity: "speed-up of linear edges (IVT)",
      measured: gains[1][last][2],
      holds: { atLeast: 10 },
      differs: { atLeast: 5 },
      kind: "time",
      expected: "holds",
      why: `Conjugate gradients need ${stiff[0].iterations} iterations there, ${soft[0].iterations} at h²k/m = ${KAPPAS[0]}; a substitution costs the same at both.`,
    },
    {
      claim: "Reordering preserves the sparsity of the factor.",
      range: `squares of irregular triangles of ${rates.length === 1 ? "1245" : "1245, 2485 and 4219"} vertices`,
      why: `Cuthill–McKee leaves ${rates.map((rate) => formatNumber(rate, 3)).join(", ")} % of the nonzeros, in the thesis ${PRINTED_FILL.slice(
        0,
        rates.length,
      )
        .map(({ before, after }) => formatNumber((100 * after) / before, 3))
        .join(", ")}.`,
      quantity: "nonzeros of L after Cuthill–McKee by before, worst mesh of Table 7.3 [%]",
      paper: Math.max(...PRINTED_FILL.map(({ before, after }) => (100 * after) / before)),
      measured: Math.max(...rates),
      holds: { atMost: 40 },
      differs: { atMost: 60 },
      kind: "fill",
      expected: "holds",
    },
  ];
}

function plotGains(sizes: readonly Size[], { gains }: Measured): NonNullable<Findings["plots"]> {
  return [
    {
      title: "Speed-up of linear edges (IVT) over conventional ones",
      x: { label: "vertices" },
      y: { label: "times as fast", isLogarithmic: true },
      series: [
        ...KAPPAS.map((kappa, k) => ({
          name: `h²k/m = ${kappa}`,
          points: sizes.map(({ size }, s) => [size * size, gains[k][s][2]] as const),
          mark: "points" as const,
        })),
        {
          name: "thesis, h²k/m not told",
          points: SIZES.map(({ vertices }, s) => [vertices, printedTotal(PRINTED[0], s) / printedTotal(PRINTED[2], s)] as const),
          mark: "line",
          isPaper: true,
        },
      ],
    },
  ];
}

async function run(task: Task): Promise<Findings> {
  const { isQuick } = task;
  const sizes = isQuick ? SIZES.slice(0, 1) : SIZES;
  const fill = countFill(isQuick ? PRINTED_FILL.slice(0, 1) : PRINTED_FILL);
  const measured = await measureAll(sizes, task);
  const { gains, soft } = measured;
  const last = sizes.length - 1;
  const edgeIvt = gains[0][last][2];
  return {
    verdicts: judge(sizes, measured, fill.rates, isQuick),
    tables: listTables(sizes, measured, fill.rows, isQuick),
    pictures: [],
    plots: plotGains(sizes, measured),
    reason: `A step with the constant matrix is one pass over the elements and two triangular solves, however stiff the cloth. What it saves depends on what the conventional step costs: at the soft stiffness of the thesis conjugate gradients need ${soft[0].iterations} iterations here, and our matrix is built in ${formatNumber(soft[0].build, 2)} ms where the thesis took ${PRINTED[0].parts[1]} ms at ${SIZES[SIZES.length - 1].vertices} vertices: linear edges (IVT) are ${formatNumber(edgeIvt, 2)} times as fast as conventional ones. At h²k/m = ${KAPPAS[1]}, where conjugate gradients need as many more iterations as they do, it is ${formatNumber(gains[1][last][2], 2)} times. (What the step is then worth is another matter: see the swinging cloth.)`,
  };
}

export const tables7StepTimes: Experiment = {
  paper: "choi13",
  name: "tables7-3-5-step-times",
  title: "Tables 7.3 to 7.5: time of a step, by resolution and by part",
  place: "Chapter 7, Tables 7.3, 7.4 and 7.5",
  claim:
    "The linear models are about two to five times as fast as the conventional ones (three to six at 5472 vertices), since nothing is built and solving is a substitution.",
  setup: `The swinging cloth on grids with about the thesis' numbers of vertices, in mid-swing; conventional models by conjugate gradients to ${formatNumber(TOLERANCE)}. Once nearly as soft for the step as the thesis' eigenvalues say, h²k/m = ${KAPPAS[0]}, once with ${KAPPAS[1]}.`,
  scene: {
    ...cloth(35, CHOI_MODELS[2].solver),
    title: "Choi's swinging cloth of 1225 vertices (Table 7.3)",
    description: "A square metre held by two corners is let go from horizontal; the variants are Choi's six models.",
    duration: 3,
    variants: choiVariants(CHOI_MODELS),
    camera: SWING_CAMERA,
  },
  live: {
    scene: { ...cloth(24, CHOI_MODELS[2].solver), camera: SWING_CAMERA },
    knobs: [
      modelKnob(CHOI_MODELS, CHOI_MODELS[2]),
      {
        label: "time step",
        choices: [1 / 1000, 1 / 240, 1 / 60].map((timestep) => ({ name: `1/${Math.round(1 / timestep)} s`, set: { timestep } })),
        start: 2,
      },
    ],
    gauges: ["ms", "iterations", "strain"],
    look: "With a conventional model the milliseconds go with the iterations, and these with the time step; with a linear one they are the same at any.",
  },
  seconds: { quick: 4, full: 90 },
  run,
};
