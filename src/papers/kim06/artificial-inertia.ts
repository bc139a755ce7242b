import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { keepWave, WAVE_LENGTH, WAVE_SIDE } from "./keep-wave.ts";
import { KIM, type KimMethod, kimCloth, LIVE_SIDE } from "./kim-cloth.ts";
import { runCloth } from "./run-cloth.ts";

const SIDE = WAVE_SIDE;
const { stiffness: STIFFNESS, weak: WEAK, timestep: TIMESTEP, gravity: GRAVITY } = KIM;
const FREE = { side: SIDE, stiffness: STIFFNESS, timestep: TIMESTEP, damping: 0, pins: [], duration: 25 } as const;
const SWEEPS = [1, 2, 4, 8, 16];
const RANGE = `${SIDE} × ${SIDE}, flat and free, k·Δt²/m = ${formatNumber(STIFFNESS * TIMESTEP * TIMESTEP)}, one step`;
/** Springs are a hair longer than at rest, so that all of them count as stretched. */
const HAIR = 1.00001;
const METHODS: readonly KimMethod[] = [
  ...SWEEPS.map(
    (sweeps): KimMethod => ({
      name: `kim-${sweeps}`,
      title: `Kim, η = ${sweeps}`,
      solver: { method: "gauss-seidel", sweeps },
    }),
  ),
  { name: "kang2-2", title: "Kang 2, η = 2", solver: { method: "block-jacobi", sweeps: 2 } },
  { name: "kang1", title: "Kang 1", solver: { method: "scalar-jacobi" } },
  { name: "desbrun", title: "Desbrun", solver: { method: "desbrun" } },
  { name: "implicit", title: "Choi & Ko, implicit", solver: { method: "choi-ko", tolerance: 1e-8 } },
];
const description = `Fig. 4's cloth at ${SIDE} × ${SIDE}, free, pulled along its plane: few sweeps make it heavier than it is [Kim06, Section 3.1].`;
const ALONG = kimCloth({
  title: "Kim: artificial inertia",
  description,
  ...FREE,
  gravity: [-GRAVITY, 0, 0],
  methods: METHODS,
});
const ACROSS = kimCloth({ title: "Kim: falling flat", description, ...FREE, gravity: [0, -GRAVITY, 0] });

/** What one step makes of a fall and of a wave, along the plane of the cloth and across it. */
interface Shares {
  readonly fallAlong: number;
  readonly fallAcross: number;
  readonly waveAlong: number;
  readonly waveAcross: number;
}

/** [Kim06, sec. 3.1]: what few sweeps do not solve they hold back. */
export const artificialInertia: Experiment = {
  paper: "kim06",
  name: "artificial-inertia",
  title: "Artificial inertia and viscosity",
  place: "Sections 3.1 and 4.1",
  claim:
    "One sweep divides the acceleration by M = I + Δt²/m ΣK, an artificial inertia; with more sweeps it decreases and the artificial viscosity of the implicit method takes its place. Both act along the plane of the cloth only. Desbrun's method has a big viscosity across it that resists bending and even translation.",
  setup: `Fig. 4's cloth at ${SIDE} × ${SIDE}, flat and free of pins and damping. Fall: the mean velocity after the first step, divided by gΔt, with gravity along the plane and across it. Wave: the share of the kinetic energy that is left after one step of a wave of velocities, ${WAVE_LENGTH} spacings long, along the plane or across it, without gravity. An exact step would leave a fall at 1.`,
  scene: ALONG,
  live: {
    scene: kimCloth({
      title: "Kim: artificial inertia",
      description,
      ...FREE,
      side: LIVE_SIDE,
      gravity: [-GRAVITY, 0, 0],
      eye: [0.2, 1.6, 1.4],
      target: [-0.3, 0, 0],
    }),
    knobs: [{ label: "method", choices: METHODS.map(({ title, solver }) => ({ name: title, set: { solver } })) }],
    beside: { name: "Choi & Ko, implicit", set: { solver: METHODS[METHODS.length - 1].solver } },
    gauges: ["kinetic", "distance", "speed"],
    look: "A free cloth is pulled along its plane. With few sweeps it starts as if it were heavier, its far side first; with sixteen it keeps up with the implicit one beside.",
  },
  seconds: { quick: 4, full: 4 },
  run: runInertia,
};

async function runInertia({ progress }: Task): Promise<Findings> {
  const shares = new Map<string, Shares>();
  for (const [n, { name, solver }] of METHODS.entries()) {
    shares.set(name, {
      fallAlong: await fall(ALONG, solver, 0),
      fallAcross: await fall(ACROSS, solver, 1),
      waveAlong: await keepWave(solver, 0, HAIR),
      waveAcross: await keepWave(solver, 1, HAIR),
    });
    await progress((n + 1) / METHODS.length);
  }
  const of = (name: string): Shares => shares.get(name) as Shares;
  const kim = SWEEPS.map((sweeps) => of(`kim-${sweeps}`));
  const rises = kim.slice(1).map(({ fallAlong }, n) => fallAlong - kim[n].fallAlong);
  // in an unstrained lattice ΣK is 4 k along the plane for the eight neighbours, and 4 k' for the eight two away
  const predicted = 1 / (1 + 4 * TIMESTEP * TIMESTEP * (STIFFNESS + WEAK));
  const jacobi = inside(await settled({ method: "block-jacobi", sweeps: 1 }));
  return {
    verdicts: [
      {
        claim: "One (Jacobi) sweep scales the acceleration by M⁻¹",
        range: RANGE,
        quantity: "velocity inside the cloth after one step along the plane, divided by M⁻¹gΔt, less 1",
        measured: Math.abs(jacobi / predicted - 1),
        holds: { atMost: 0.01 },
        differs: { atMost: 0.1 },
        kind: "error",
        expected: "holds",
        why: `Inside the cloth the velocity is ${formatNumber(jacobi, 5)} gΔt, M⁻¹ is ${formatNumber(predicted, 5)}.`,
      },
      {
        claim: "The artificial inertia decreases as we iterate more",
        range: `${RANGE}, η = ${SWEEPS.join(", ")}`,
        quantity: "least rise of the falling speed along the plane from one η to the next",
        measured: Math.min(...rises),
        holds: { atLeast: 0 },
        kind: "motion",
        expected: "holds",
        why: `The falling speed along the plane is ${kim.map(({ fallAlong }) => formatNumber(fallAlong)).join(", ")} of gΔt.`,
      },
      {
        claim: "The artificial viscosity increases",
        range: `${RANGE}, η = ${SWEEPS.join(", ")}`,
        quantity: `energy of the wave along the plane left with ${SWEEPS[SWEEPS.length - 1]} sweeps, divided by that with one`,
        measured: kim[kim.length - 1].waveAlong / kim[0].waveAlong,
        holds: { atMost: 1 },
        differs: { atMost: 1.1 },
        kind: "motion",
        expected: "holds",
        why: `Of the wave's energy ${kim.map(({ waveAlong }) => formatNumber(waveAlong)).join(", ")} is left, by the implicit method ${formatNumber(of("implicit").waveAlong)}.`,
      },
      {
        claim: "Neither acts across the plane: the cloth falls flat as it should",
        range: `${RANGE}, η = 1`,
        quantity: "falling speed across the plane with one sweep [of gΔt]",
        paper: 1,
        measured: of("kim-1").fallAcross,
        holds: { atLeast: 0.999, atMost: 1.001 },
        kind: "motion",
        expected: "holds",
        why: `Along the plane the same sweep leaves ${formatNumber(of("kim-1").fallAlong)} of gΔt.`,
      },
      {
        claim: "and bending motion is not damped",
        range: `${RANGE}, η = 4`,
        quantity: "energy of the wave across the plane left with four sweeps",
        measured: of("kim-4").waveAcross,
        holds: { atLeast: 0.99 },
        differs: { atLeast: 0.9 },
        kind: "motion",
        expected: "holds",
        why: `Desbrun's leaves ${formatNumber(of("desbrun").waveAcross)} of it, Kang's first ${formatNumber(of("kang1").waveAcross)}.`,
      },
      {
        claim: "Desbrun's method has a big artificial viscosity across the plane",
        range: RANGE,
        quantity: "energy of the wave across the plane that is left",
        measured: of("desbrun").waveAcross,
        holds: { atMost: 0.5 },
        differs: { atMost: 0.9 },
        kind: "motion",
        expected: "holds",
        why: `The implicit method leaves ${formatNumber(of("implicit").waveAcross)}.`,
      },
      {
        claim: "and resists even translation along the normal",
        range: RANGE,
        quantity: "falling speed across the plane [of gΔt]",
        measured: of("desbrun").fallAcross,
        holds: { atMost: 0.9 },
        differs: { atMost: 0.99 },
        kind: "motion",
        expected: "does not hold",
        why: `A free cloth falls across its plane at ${formatNumber(of("desbrun").fallAcross, 6)} gΔt: the rows of Desbrun's matrix sum to the mass, so solved exactly it resists no translation. Kang's first, which stops after two iterations on the same matrix, falls at ${formatNumber(of("kang1").fallAcross)}.`,
      },
    ],
    tables: [
      {
        title: "What one step leaves: 1 is all of it",
        columns: [
          { heading: "method" },
          { heading: "fall along" },
          { heading: "fall across" },
          { heading: "wave along" },
          { heading: "wave across" },
        ],
        rows: METHODS.map(({ name, title }) => {
          const { fallAlong, fallAcross, waveAlong, waveAcross } = of(name);
          return [title, fallAlong, fallAcross, waveAlong, waveAcross];
        }),
        note: "Along the plane of the cloth and across it. Falls are falling speeds as shares of gΔt, waves are shares of the kinetic energy.",
      },
    ],
    pictures: [],
    plots: [
      {
        title: "Kim's method along the plane: from inertia to viscosity",
        x: { label: "sweeps a step", isLogarithmic: true },
        y: { label: "share that one step leaves" },
        series: [
          { name: "falling speed", mark: "line", points: SWEEPS.map((sweeps, n) => [sweeps, kim[n].fallAlong]) },
          { name: "energy of the wave", mark: "line", points: SWEEPS.map((sweeps, n) => [sweeps, kim[n].waveAlong]) },
          {
            name: "energy of the wave, implicit",
            mark: "line",
            isTruth: true,
            points: [SWEEPS[0], SWEEPS[SWEEPS.length - 1]].map((sweeps) => [sweeps, of("implicit").waveAlong] as const),
          },
        ],
      },
    ],
    reason:
      "Across the plane of a flat, unstrained cloth the springs' Jacobian is nothing, so a method that keeps the springs' directions cannot hold the cloth back there. Desbrun's and Kang's first replace it by k times the identity. Desbrun's matrix is solved exactly and its rows sum to the mass, so a translation of a free cloth is not resisted at all: the paper's claim fails there; Kang's first stops after two iterations and holds back everything.",
  };
}

/** Mean velocity against the axis after one step, as a share of gΔt. */
async function fall(scene: SceneInput, solver: SolverInput, axis: number): Promise<number> {
  const { simulation } = await runCloth(scene, solver, { steps: 1, hasStrain: false });
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  let sum = 0;
  for (let c = axis; c < v.length; c += 3) sum -= v[c];
  return sum / simulation.particleCount / (GRAVITY * TIMESTEP);
}

/** Velocities after one step along the plane. */
async function settled(solver: SolverInput): Promise<Float64Array> {
  const { simulation } = await runCloth(ALONG, solver, { steps: 1, hasStrain: false });
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  return v;
}

/** The share of gΔt that the middle particle has. */
function inside(v: Float64Array): number {
  const middle = Math.floor(SIDE / 2) * SIDE + Math.floor(SIDE / 2);
  return -v[3 * middle] / (GRAVITY * TIMESTEP);
}
