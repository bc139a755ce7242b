import type { SceneInput } from "../../scene/scene-input.ts";
import type { Cell, Experiment, Findings, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { isWhole, LOST_OR_TORN } from "../torn.ts";
import { KIM, type KimMethod, kimCloth, LIVE_SIDE, listKappas, stiffnessOf } from "./kim-cloth.ts";
import { followToRest, last, lineOverTime, meanDistance, type Way, type WaysToRest } from "./way-to-rest.ts";

const SIDE = 24;
const STEPS = 400;
const KAPPAS = { quick: [0.625, 3.125], full: [0.625, 3.125, 20, 62.5, 1000] } as const;
/** Fig. 4's stiffness, which the plot shows. */
const KAPPA = 3.125;
const inPlace = (sweeps: number): KimMethod => ({
  name: `in-place-${sweeps}`,
  title: `in place, η = ${sweeps}`,
  solver: { method: "gauss-seidel", jacobian: "isotropic", sweeps },
});
const jacobi = (sweeps: number): KimMethod => ({
  name: `jacobi-${sweeps}`,
  title: `as printed (Jacobi), η = ${sweeps}`,
  solver: { method: "scalar-jacobi", sweeps },
});
const SOLVED: KimMethod = { name: "solved", title: "solved (Desbrun)", solver: { method: "desbrun" } };
const METHODS: readonly KimMethod[] = [SOLVED, inPlace(1), inPlace(2), inPlace(4), jacobi(2), jacobi(4)];
/** Those that the verdicts compare stand beside each other. */
const COLUMNS = [
  { name: "jacobi-2", heading: "printed 2" },
  { name: "in-place-2", heading: "in place 2" },
  { name: "jacobi-4", heading: "printed 4" },
  { name: "in-place-4", heading: "in place 4" },
  { name: "in-place-1", heading: "in place 1" },
] as const;
const cloth = (side: number, kappa: number): SceneInput =>
  kimCloth({
    title: "Kim: Kang's first method updated in place",
    description: `Fig. 4's cloth at ${side} × ${side} with blocks k I and symmetric springs: velocities updated in place, or kept apart until the sweep is over [Kim06, Section 4.2, eq. 11].`,
    side,
    stiffness: stiffnessOf(kappa),
    springModel: "symmetric",
    solver: inPlace(2).solver,
    methods: METHODS,
  });

/** [Kim06, sec. 4.2]: what the paper supposes of Kang's first method. */
export const firstMethodInPlace: Experiment = {
  paper: "kim06",
  name: "first-method-in-place",
  title: "Kang's first method updated in place",
  place: "Section 4.2, eq. 11",
  claim:
    "Kang's first method keeps new velocities apart until a sweep is over, and is stable all the same thanks to its scalar Jacobian; updating in place, the paper supposes, will enhance the quality of the simulation also in this case.",
  setup: `Fig. 4's cloth at ${SIDE} × ${SIDE} with symmetric springs and blocks k I, ${STEPS * KIM.timestep} s, k·Δt²/m = ${listKappas(...KAPPAS.full)} (quick: ${listKappas(...KAPPAS.quick)}): two and four sweeps as printed, and one, two and four in place. Both converge to Desbrun's method, which they are held against. ${LOST_OR_TORN}`,
  scene: cloth(SIDE, KAPPA),
  live: {
    scene: cloth(LIVE_SIDE, KAPPA),
    knobs: [{ label: "update", choices: METHODS.slice(1).map(({ title, solver }) => ({ name: title, set: { solver } })), start: 1 }],
    beside: { name: "solved (Desbrun)", set: { solver: SOLVED.solver } },
    gauges: ["fall", "distance", "strain", "ms"],
    look: "In place, two sweeps fall about as far as four do as printed, at half the cost; both lag behind the solved one.",
  },
  seconds: { quick: 4, full: 10 },
  run: runInPlace,
};

async function runInPlace({ isQuick, progress }: Task): Promise<Findings> {
  const kappas: readonly number[] = isQuick ? KAPPAS.quick : KAPPAS.full;
  const found: WaysToRest[] = [];
  for (const [n, kappa] of kappas.entries()) {
    found.push(await followToRest(cloth(SIDE, kappa), SIDE, METHODS, STEPS, (part) => progress((n + part) / kappas.length)));
  }
  const way = (ways: WaysToRest, name: string): Way => ways.others.find(({ method }) => method.name === name) as Way;
  const ratio = (ways: WaysToRest, one: string, other: string): number => meanDistance(way(ways, one)) / meanDistance(way(ways, other));
  const ratios = found.map((ways) => ratio(ways, "in-place-2", "jacobi-2"));
  const halves = found.map((ways) => ratio(ways, "in-place-2", "jacobi-4"));
  const all = found.flatMap(({ others }) => others);
  const middle = found[kappas.indexOf(KAPPA)];
  const range = `${SIDE} × ${SIDE}, k·Δt²/m = ${listKappas(...kappas)}, ${STEPS * KIM.timestep} s`;
  return {
    verdicts: [
      {
        claim: "Updating in place enhances the quality of Kang's first method",
        range: `${range}, two sweeps`,
        quantity: "RMS distance from the solved cloth in the mean over the run, in place by as printed, largest of the stiffnesses",
        measured: Math.max(...ratios),
        holds: { atMost: 0.9 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds",
        why: `The ratios are ${ratios.map((one) => formatNumber(one)).join(", ")}. With k·Δt²/m = ${listKappas(KAPPA)} the cloth falls ${formatNumber(last(way(middle, "in-place-2").fall))} sides in place, ${formatNumber(last(way(middle, "jacobi-2").fall))} as printed and ${formatNumber(last(middle.reference.fall))} solved.`,
      },
      {
        claim: "A sweep in place is worth two as printed",
        from: "ours",
        range: `${range}, two sweeps in place against four as printed`,
        quantity: "the same ratio, the one farthest from 1",
        measured: halves.reduce((worst, one) => (Math.abs(one - 1) > Math.abs(worst - 1) ? one : worst)),
        holds: { atLeast: 0.8, atMost: 1.2 },
        differs: { atLeast: 0.6, atMost: 1.5 },
        kind: "motion",
        expected: "holds",
        why: `The ratios are ${halves.map((one) => formatNumber(one)).join(", ")}.`,
      },
      {
        claim: "Kang's first method is stable for any stiffness, and so it is in place, even with one sweep",
        range: `${range}, all of them`,
        quantity: `of ${all.length} runs, how many are lost or torn`,
        measured: all.filter(({ strain }) => !isWhole(strain)).length,
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
        why: `The most strained spring of all is ${formatNumber(100 * Math.max(...all.map(({ strain }) => strain)))} % longer than at rest.`,
      },
    ],
    tables: [
      {
        title: `RMS distance from the solved cloth, mean over ${STEPS * KIM.timestep} s [sides of the cloth]`,
        columns: [{ heading: "k·Δt²/m" }, ...COLUMNS.map(({ heading }) => ({ heading }))],
        rows: found.map((ways, n): Cell[] => [kappas[n], ...COLUMNS.map(({ name }) => meanDistance(way(ways, name)))]),
        note: "Numbers of sweeps in place, and of those as printed, by Jacobi.",
      },
    ],
    pictures: [],
    plots: [
      {
        title: `Kang's first method in place and as printed, k·Δt²/m = ${listKappas(KAPPA)}`,
        x: { label: "time [s]" },
        y: { label: "fall of the middle of mass [sides]" },
        series: [
          lineOverTime(SOLVED.title, middle.times, middle.reference.fall, true),
          ...middle.others.map((one) => lineOverTime(one.method.title, middle.times, one.fall)),
        ],
      },
    ],
    reason:
      "A particle that sees the new velocities of the neighbours that precede it passes a pull on through the whole sweep, not by one spring. In place, two sweeps are as good as four that keep the old velocities. Quality here means nearness to Desbrun's solution; the damping of that solution itself, which comes from blocks k I, stays.",
  };
}
