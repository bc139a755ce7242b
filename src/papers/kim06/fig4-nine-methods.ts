import type { Simulation } from "../../sim/simulation.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { readPositions, rmsDistance } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { KIM, type KimMethod, kimCloth, NINE_METHODS } from "./kim-cloth.ts";
import { type ClothRun, meanHeight, runCloth, TORN, timePlainSteps } from "./run-cloth.ts";

const SCENE = kimCloth({
  title: "Kim's Fig. 4: nine methods",
  description: `${KIM.side} × ${KIM.side} unit masses one unit apart, type 1 springs of ${KIM.stiffness}, type 2 of ${KIM.weak}, gravity ${KIM.gravity}, damping ${KIM.damping}, steps of ${KIM.timestep} s, anchored at two corners; nine methods to choose from [Kim06, Fig. 4].`,
  methods: NINE_METHODS,
});
/** Steps at which pictures are taken; the last one ends the run. */
const SHOTS = { quick: [40, 80], full: [80, 160, 240, 400] } as const;
/** Methods whose times in plain TypeScript the verdicts are about: the others' are in the full report. */
const TIMED: readonly string[] = ["a", "c", "d", "h", "i"];
/** How far the cloths have fallen is compared after so many steps. */
const COMPARED = 80;
const WHEN = `after ${COMPARED * KIM.timestep} s`;

interface NinthRun extends ClothRun {
  readonly method: KimMethod;
  readonly pictures: readonly Picture[];
  /** How far its middle of mass has fallen when it is compared [m]. */
  readonly fall: number;
  readonly positions: Float64Array;
  /** In plain TypeScript [ms]. */
  readonly plainMs: number;
}

/** [Kim06, sec. 5, fig. 4]: one cloth, nine methods. */
export const fig4NineMethods: Experiment = {
  paper: "kim06",
  name: "fig4-nine-methods",
  title: "Fig. 4: nine methods on one cloth",
  place: "Section 5, Fig. 4",
  claim:
    "On one hanging cloth Kim's method is stable with one, two and four sweeps and comes close to the implicit method as they grow; Kang's second method is unstable with an odd number of Jacobi iterations, Kang's first is slow-moving, and Desbrun's falls much slower than the implicit method.",
  setup: `As in the paper: ${KIM.side} × ${KIM.side} unit masses, type 1 springs of ${KIM.stiffness}, type 2 of ${KIM.weak}, Δt = ${KIM.timestep}, gravity ${KIM.gravity}, damping ${KIM.damping}, two corners anchored. Which neighbours the springs join and what the damping multiplies is not printed: we take Choi and Ko's (eight neighbours, and eight two away) and a viscous force −${KIM.damping} v. The quick run ends ${WHEN}. A cloth counts as lost when a number leaves all bounds, and as torn when a spring is ${1 + TORN} times its length.`,
  scene: SCENE,
  seconds: { quick: 14, full: 100 },
  run: runNineMethods,
};

async function runNineMethods(task: Task): Promise<Findings> {
  const runs: NinthRun[] = [];
  for (const [n, method] of NINE_METHODS.entries()) {
    runs.push(await runOne(method, task, (part) => task.progress((n + part) / NINE_METHODS.length)));
  }
  const run = (name: string): NinthRun => runs.find(({ method }) => method.name === name) as NinthRun;
  const broken = (...names: string[]): number => names.filter((name) => !(run(name).strain < TORN)).length;
  const implicit = run("d");
  const away = (name: string): number => rmsDistance(run(name).positions, implicit.positions);
  const share = (name: string): number => run(name).fall / implicit.fall;
  return {
    verdicts: [
      {
        claim: "Kim's method is stable with 1, 2 and 4 sweeps",
        quantity: "runs (a) to (c) that are lost or torn",
        paper: 0,
        measured: broken("a", "b", "c"),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "With more sweeps it becomes similar to the implicit method",
        quantity: `RMS distance from (d) with four sweeps, divided by that with one, ${WHEN}`,
        measured: away("c") / away("a"),
        holds: { atMost: 0.6 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds with a difference",
        why: `Closer, but one sweep is close already: ${formatNumber(away("a"))} spacings from (d) against ${formatNumber(away("c"))} with four, on a cloth that has fallen ${formatNumber(implicit.fall)}. So far most of it falls freely, which costs no sweeps.`,
      },
      {
        claim: "Kang's second method is unstable with an odd number of iterations",
        quantity: "runs (e) and (f) that are lost or torn",
        paper: 2,
        measured: broken("e", "f"),
        holds: { atLeast: 2 },
        differs: { atLeast: 1 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "and stable with an even number",
        quantity: "whether run (g) is lost or torn",
        paper: 0,
        measured: broken("g"),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "Kang's first method is very slow due to its big artificial inertia",
        quantity: `how far (h) has fallen ${WHEN}, divided by (d)`,
        measured: share("h"),
        holds: { atMost: 0.5 },
        differs: { atMost: 0.9 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "Desbrun's falling cloth is damped a lot compared to the implicit method",
        quantity: `how far (i) has fallen ${WHEN}, divided by (d)`,
        measured: share("i"),
        holds: { atMost: 0.7 },
        differs: { atMost: 0.95 },
        kind: "motion",
        expected: "does not hold",
        why: `It has fallen ${formatNumber(run("i").fall)} spacings, (d) ${formatNumber(implicit.fall)}: the rows of Desbrun's matrix sum to the mass, so what falls freely falls exactly, and only the pull of the anchored corners is spread too far. Why the paper's fell visibly slower we do not know; a solve that stopped early would do it, as Kang's first shows.`,
      },
      {
        claim: "Kim's method is faster than the implicit one",
        quantity: "ms a step of (d) divided by (c), plain TypeScript",
        measured: implicit.plainMs / run("c").plainMs,
        holds: { atLeast: 2 },
        differs: { atLeast: 1 },
        kind: "time",
        expected: "holds",
        why: `(d) took ${formatNumber(implicit.plainMs)} ms a step and (c) ${formatNumber(run("c").plainMs)} ms.`,
      },
      {
        claim: "Kang's first method takes the least time a step",
        quantity: "ms a step of (h) divided by the least of (a), (c), (d) and (i), plain TypeScript",
        measured: run("h").plainMs / Math.min(...TIMED.filter((name) => name !== "h").map((name) => run(name).plainMs)),
        holds: { atMost: 1 },
        differs: { atMost: 1.5 },
        kind: "time",
        expected: "holds",
        why: `(h) took ${formatNumber(run("h").plainMs)} ms a step, (a) ${formatNumber(run("a").plainMs)} and (i) ${formatNumber(run("i").plainMs)}. Kang's first divides by scalars where Kim's inverts 3 × 3 blocks, but it goes over all springs once for the forces and twice for its two iterations; one sweep of Kim's goes once.`,
      },
    ],
    tables: [
      {
        title: `Nine methods, ${KIM.side} × ${KIM.side}`,
        columns: [
          { heading: "method" },
          { heading: "paper: stable?", isPaper: true },
          { heading: "stable?" },
          { heading: "largest strain [%]" },
          { heading: `fallen ${WHEN} [spacings]` },
          { heading: `RMS distance from (d) [spacings]` },
          { heading: "ms a step, as shipped" },
          { heading: "ms a step, TypeScript" },
        ],
        rows: runs.map((one) => [
          one.method.title,
          one.method.name === "e" || one.method.name === "f" ? "no" : "yes",
          one.lostAt > 0 ? `lost at step ${one.lostAt}` : one.strain < TORN ? "yes" : "torn",
          100 * one.strain,
          one.fall,
          one.method === implicit.method ? "–" : rmsDistance(one.positions, implicit.positions),
          one.ms,
          one.plainMs,
        ]),
        note: "The times in the paper's figure are not in our copy. As shipped, the methods of Kim, Kang (second) and Choi & Ko run in WebAssembly at this size; in plain TypeScript all are alike. Choi & Ko is solved by conjugate gradients to its default tolerance.",
      },
    ],
    pictures: runs.map(({ method, pictures }) => ({ title: method.title, pictures })),
    plots: [],
    reason:
      "What the paper shows is what we see, but for Desbrun's method. Why Jacobi with an odd number of iterations is lost stands with the experiment on odd and even numbers, why Kang's first is so slow and Desbrun's is not with the one on artificial inertia.",
  };
}

async function runOne(method: KimMethod, { isQuick }: Task, progress: (part: number) => Promise<void>): Promise<NinthRun> {
  const shots: readonly number[] = isQuick ? SHOTS.quick : SHOTS.full;
  const pictures: Picture[] = [];
  let fall = Number.NaN;
  let positions: Float64Array = new Float64Array(0);
  let start = 0;
  let shownAt = 0;
  const result = await runCloth(SCENE, method.solver, {
    steps: shots[shots.length - 1],
    progress,
    async after(simulation, step) {
      if (step === 0) start = meanHeight(simulation);
      if (step === COMPARED) {
        fall = start - meanHeight(simulation);
        positions = readPositions(simulation);
      }
      const isShown = shots.includes(step) && simulation.time !== shownAt && simulation.view.measure().strainMax < TORN;
      if (isShown) pictures.push(await shoot(simulation, `after ${simulation.time} s`));
    },
    async breaking(simulation) {
      shownAt = simulation.time;
      pictures.push(await shoot(simulation, `breaking, after ${simulation.time} s`));
    },
  });
  const isTimed = !isQuick || TIMED.includes(method.name);
  const plainMs = isTimed ? await timePlainSteps(SCENE, method.solver, result) : Number.NaN;
  return { ...result, method, pictures, fall, positions, plainMs };
}

function shoot(simulation: Simulation, caption: string): Promise<Picture> {
  return takePicture(simulation, SCENE, { caption, width: 250, height: 212 });
}
