import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { mean, readPositions } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { isWhole, LOST_OR_TORN } from "../torn.ts";
import { keepWave } from "./keep-wave.ts";
import { IMPLICIT, KIM, kimCloth, LIVE_SIDE, listKappas } from "./kim-cloth.ts";
import { bends, roughness } from "./roughness.ts";
import { type ClothRun, runCloth } from "./run-cloth.ts";

const SIDE = 40;
const KAPPA = listKappas(KIM.stiffness * KIM.timestep * KIM.timestep);
/** A bend that a picture draws in the brightest colour, and more [spacings]. */
const BENT = 0.08;
const SWEEPS = 4;
const STEPS = { quick: 160, full: 480 } as const;
/** Roughness is read every so many steps. */
const STRIDE = 40;
/** How far particles are apart by their rest distance, when a wave goes through. */
const SPACINGS = [0.7, 0.8, 0.9, 0.95, 0.99, 1.00001, 1.05, 1.1, 1.2, 1.4] as const;
const PROJECTED: SolverInput = { method: "gauss-seidel", sweeps: SWEEPS, jacobian: "projected" };
const SMOOTHED: SolverInput = { method: "gauss-seidel", sweeps: SWEEPS };
const SOLVED = { method: "implicit-euler", tolerance: 1e-4, kernels: "wasm" } as const;

const cloth = (side: number, stiffness: number): SceneInput =>
  kimCloth({
    title: "Kim: asymmetric springs with Kang's Jacobian",
    description: `Fig. 4's cloth at ${side} × ${side} with asymmetric springs (eq. 6) and Kang's approximate Jacobian (eq. 12), against the smoothed one (eq. 9) [Kim06, Section 4.3].`,
    side,
    stiffness,
    springModel: "asymmetric",
    solver: PROJECTED,
    methods: [
      { name: "projected", title: "eq. 12", solver: PROJECTED },
      { name: "smoothed", title: "eq. 9", solver: SMOOTHED },
    ],
  });
const SCENE = cloth(SIDE, KIM.stiffness);

/** [Kim06, sec. 4.3]: equation 6 with equation 12. */
export const asymmetricProjected: Experiment = {
  paper: "kim06",
  name: "asymmetric-projected",
  title: "Asymmetric springs with Kang's Jacobian: eq. 6 with eq. 12",
  place: "Section 4.3, eq. 6 and 12",
  claim:
    "Asymmetric springs with the approximate Jacobian of eq. 12 also give a good simulation, but with drawbacks: an unnecessary damping of compression, which may remove fine wrinkles, and less damping of elongation, which is crucial for stability where springs are very stretched.",
  setup: `Damping: a wave of velocities goes through a flat cloth whose particles are ${SPACINGS[0]} to ${SPACINGS[SPACINGS.length - 1]} of their rest distance apart, along its plane and across it; the share of its kinetic energy that one step leaves, ${SWEEPS} sweeps. Simulation and wrinkles: Fig. 4's cloth at ${SIDE} × ${SIDE}; roughness is the RMS second difference of the positions along its rows, in spacings. ${LOST_OR_TORN}`,
  scene: SCENE,
  live: {
    scene: cloth(LIVE_SIDE, KIM.stiffness),
    knobs: [
      {
        label: "Jacobian",
        choices: [
          { name: "eq. 12, along springs only", set: { "solver.jacobian": "projected" } },
          { name: "eq. 9, smoothed", set: { "solver.jacobian": "smoothed" } },
          { name: "eq. 7, as it is", set: { "solver.jacobian": "choi" } },
        ],
      },
      {
        label: "type 1 springs",
        choices: [KIM.stiffness, 200, KIM.stiff].map((stiffness) => ({
          name: String(stiffness),
          set: { "cloths.0.springs.stretch": stiffness, "cloths.0.springs.shear": stiffness },
        })),
      },
    ],
    beside: { name: "Choi & Ko, implicit", set: { solver: IMPLICIT } },
    gauges: ["fall", "distance", "speed", "peak strain"],
    look: "With springs of 50 eq. 12 drapes as well as eq. 9, with fewer small folds than the implicit cloth beside. With springs of 1000 it bursts from its corners.",
  },
  seconds: { quick: 5, full: 15 },
  run: runProjected,
};

/** A run and how rough its cloth is over time [spacings]. */
interface RoughRun extends ClothRun {
  readonly roughness: readonly (readonly [number, number])[];
  readonly picture: Picture;
}

async function runProjected({ isQuick, progress }: Task): Promise<Findings> {
  const kept: { spacing: number; eq9: [number, number]; eq12: [number, number] }[] = [];
  for (const [n, spacing] of SPACINGS.entries()) {
    const keep = async (solver: SolverInput): Promise<[number, number]> => [
      await keepWave(solver, 0, spacing, "asymmetric"),
      await keepWave(solver, 1, spacing, "asymmetric"),
    ];
    kept.push({ spacing, eq9: await keep(SMOOTHED), eq12: await keep(PROJECTED) });
    await progress((0.2 * (n + 1)) / SPACINGS.length);
  }
  const steps = isQuick ? STEPS.quick : STEPS.full;
  const runs: RoughRun[] = [];
  const solvers: readonly (readonly [string, SolverInput])[] = [
    ["eq. 9, four sweeps", SMOOTHED],
    ["eq. 12, four sweeps", PROJECTED],
    ["eq. 7, solved", { ...SOLVED, jacobian: "choi" as const }],
    ["eq. 9, solved", { ...SOLVED, jacobian: "smoothed" as const }],
    ["eq. 12, solved", { ...SOLVED, jacobian: "projected" as const }],
  ];
  for (const [n, [caption, solver]] of solvers.entries()) {
    runs.push(await runRough(solver, steps, caption));
    await progress(0.2 + (0.7 * (n + 1)) / solvers.length);
  }
  const stiff = await runCloth(cloth(SIDE, KIM.stiff), PROJECTED, { steps: STEPS.quick });
  const names = solvers.map(([name]) => name);
  return {
    verdicts: [...judgeDamping(kept), ...judgeCloths(runs, stiff, steps)],
    tables: [
      {
        title: `Share of a wave's energy that one step leaves, ${SWEEPS} sweeps`,
        columns: ["distance", "along, eq. 12", "along, eq. 9", "across, eq. 12", "across, eq. 9"].map((heading) => ({ heading })),
        rows: kept.map(({ spacing, eq9, eq12 }) => [formatNumber(spacing), eq12[0], eq9[0], eq12[1], eq9[1]]),
        note: "Distance of particles by their rest distance; waves along the plane and across it. Less than 1 is damping.",
      },
    ],
    pictures: [
      {
        title: `After ${steps * KIM.timestep} s, coloured by how much the rows bend (yellow: ${BENT} spacings and more)`,
        pictures: [2, 4, 3, 1].map((n) => runs[n].picture),
      },
    ],
    plots: [
      {
        title: "What one step leaves of a wave: eq. 12 damps compression, eq. 9 lets it go",
        x: { label: "distance of particles by their rest distance" },
        y: { label: "share of the energy left, along the plane" },
        series: [
          { name: "eq. 9", mark: "line", points: kept.map(({ spacing, eq9 }) => [spacing, eq9[0]]) },
          { name: "eq. 12", mark: "line", points: kept.map(({ spacing, eq12 }) => [spacing, eq12[0]]) },
        ],
      },
      {
        title: `Roughness of the hanging cloth, ${SIDE} × ${SIDE}`,
        x: { label: "time [s]" },
        y: { label: "RMS second difference [spacings]" },
        series: names.map((name, n) => ({ name, mark: "line", points: runs[n].roughness, isTruth: n === 2 })),
      },
    ],
    reason:
      "Eq. 12 keeps the whole stiffness k uuᵀ of a spring in the matrix whether it pulls or not, so a compressed spring, which by eq. 6 gives no force at all, still holds its ends together for the length of a step. And it leaves out the tension across a stretched spring, which eq. 1 has: such motion is not damped at all, which is what Fig. 2 breaks by.",
  };
}

function judgeDamping(kept: readonly { spacing: number; eq9: readonly number[]; eq12: readonly number[] }[]): Verdict[] {
  const slack = kept.filter(({ spacing }) => spacing <= 0.9);
  const taut = kept.filter(({ spacing }) => spacing >= 1.05);
  const lost = ({ eq9, eq12 }: (typeof kept)[number]): number => (1 - eq12[0]) / (1 - eq9[0]);
  const held = ({ eq9, eq12 }: (typeof kept)[number]): number => (1 - eq12[1]) / (1 - eq9[1]);
  return [
    {
      claim: "Eq. 12 makes an unnecessary damping of compression",
      range: `waves along the plane, particles at ${slack.map(({ spacing }) => spacing).join(", ")} of their rest distance, k·Δt²/m = ${KAPPA}, η = ${SWEEPS}`,
      quantity: "energy lost in a step with eq. 12, divided by that with eq. 9, least of all",
      measured: Math.min(...slack.map(lost)),
      holds: { atLeast: 1.1 },
      differs: { atLeast: 1 },
      kind: "motion",
      expected: "holds",
      why: `${slack.map(({ spacing, eq9, eq12 }) => `At ${spacing} eq. 12 takes ${formatNumber(100 * (1 - eq12[0]))} % of it, eq. 9 ${formatNumber(100 * (1 - eq9[0]))} %`).join(". ")}.`,
    },
    {
      claim: "On the contrary, it makes less damping of elongation than the original Jacobian",
      range: `waves across the plane, particles at ${taut.map(({ spacing }) => spacing).join(", ")} of their rest distance, k·Δt²/m = ${KAPPA}, η = ${SWEEPS}`,
      quantity: "energy lost in a step with eq. 12, divided by that with eq. 9, largest of all",
      measured: Math.max(...taut.map(held)),
      holds: { atMost: 0.9 },
      differs: { atMost: 1 },
      kind: "motion",
      expected: "holds",
      why: `Across stretched springs eq. 12 damps nothing: it takes ${taut.map(({ eq12 }) => formatNumber(100 * (1 - eq12[1]), 2)).join(", ")} % where eq. 9 takes ${taut.map(({ eq9 }) => formatNumber(100 * (1 - eq9[1]))).join(", ")} %.`,
    },
  ];
}

function judgeCloths([eq9, eq12, original, , solved]: readonly RoughRun[], stiff: ClothRun, steps: number): Verdict[] {
  const range = `${SIDE} × ${SIDE}, k·Δt²/m = ${KAPPA}, ${steps * KIM.timestep} s`;
  const rough = ({ roughness }: RoughRun): number => mean(roughness.map(([, value]) => value));
  return [
    {
      claim: "The combination also gives a good cloth simulation",
      range: `${range}, η = ${SWEEPS}`,
      quantity: "largest strain with eq. 12, divided by that with eq. 9",
      measured: eq12.strain / eq9.strain,
      holds: { atLeast: 0.9, atMost: 1.1 },
      differs: { atMost: 2 },
      kind: "stability",
      expected: "holds",
      why: `Largest strains of ${formatNumber(100 * eq12.strain)} and ${formatNumber(100 * eq9.strain)} %.`,
    },
    {
      claim: "The damping of compression may remove fine wrinkles",
      range: `${range}, converged`,
      quantity: "mean roughness with eq. 12, divided by that with the Jacobian of eq. 7",
      measured: rough(solved) / rough(original),
      holds: { atMost: 0.9 },
      differs: { atMost: 1 },
      kind: "motion",
      expected: "holds",
      why: `Roughness of ${formatNumber(rough(solved))} spacings against ${formatNumber(rough(original))}. With four sweeps eq. 12 has ${formatNumber(rough(eq12))} and eq. 9 ${formatNumber(rough(eq9))}: most of what eq. 7 lets wrinkle, the smoothing takes as well.`,
    },
    {
      claim: "It can be unstable when springs are very stretched",
      range: `${SIDE} × ${SIDE}, k·Δt²/m = ${formatNumber(KIM.stiff * KIM.timestep ** 2)}, η = ${SWEEPS}, ${STEPS.quick * KIM.timestep} s`,
      quantity: "whether it is lost or torn",
      measured: Number(!isWhole(stiff.strain)),
      holds: { atLeast: 1 },
      kind: "stability",
      expected: "holds",
      why: stiff.lostAt > 0 ? `It is lost at step ${stiff.lostAt}.` : `Its largest strain is ${formatNumber(100 * stiff.strain)} %.`,
    },
  ];
}

async function runRough(solver: SolverInput, steps: number, caption: string): Promise<RoughRun> {
  const overTime: [number, number][] = [];
  const run = await runCloth(SCENE, solver, {
    steps,
    after(simulation, step) {
      if (step > 0 && step % STRIDE === 0) overTime.push([simulation.time, roughness(readPositions(simulation), SIDE, "rows")]);
    },
  });
  const colour = bends(readPositions(run.simulation), SIDE, "rows");
  const picture = await takePicture(run.simulation, SCENE, { caption, width: 336, height: 270, colour, colourRange: [0, BENT] });
  return { ...run, roughness: overTime, picture };
}
