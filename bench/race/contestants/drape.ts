import { createSimulation, type SceneInput } from "../../../src/index.ts";
import { type Contestant, FRAME, markQuick, type Runner, type Setting, sweep } from "../contestant.ts";
import { explicitSteps } from "../explicit-motion.ts";
import type { RaceCloth } from "../race-cloth.ts";

type Solver = NonNullable<SceneInput["solver"]>;

interface Form {
  readonly name: string;
  readonly solver: Solver;
  /** Has kernels, and insists on them: those of contact with bodies are else loaded for larger cloth alone, with the same bits. */
  readonly hasKernels?: boolean;
  /** Of the cloth, besides what the race prescribes. */
  readonly cloth?: Readonly<Record<string, unknown>>;
  readonly settings: readonly Setting[] | ((cloth: RaceCloth) => readonly Setting[]);
  /** All of them by default. */
  readonly scenes?: readonly string[];
  readonly largestQuick?: number;
}

const EVERY_SCENE: readonly string[] = ["hang", "swing", "sphere", "fold", "flag", "dressed"];
const TOLERANCES: readonly number[] = [1e-1, 1e-2, 1e-3];
const digits = (tolerance: number): number => -Math.log10(tolerance);

/** One step a frame, and nothing said. */
const AUTO = { steps: 1, integrator: "bdf2", options: {} } as const;

/** Substeps of a frame and hats along a side, coarse to fine. */
const TWO_LEVEL: readonly (readonly [substeps: number, hats: number])[] = [
  [2, 9],
  [4, 9],
  [4, 17],
  [6, 13],
  [8, 17],
  [8, 33],
  [16, 33],
];

/** Drape's methods in the race: any method and any of its options may be added here as one more line. */
const FORMS: readonly Form[] = [
  {
    // what a scene gets that names no method, and how it does with less time or shorter steps
    name: "auto",
    solver: { method: "auto" },
    hasKernels: false,
    settings: [
      ...[1, 2, 4, 8, 16].map((budget) => ({
        ...AUTO,
        label: `steps=1 budget=${budget}`,
        work: 1 - 1 / (2 * budget),
        options: { budget },
      })),
      ...[1, 2, 4].map((steps) => ({ ...AUTO, label: `steps=${steps}`, steps, work: steps, quick: true })),
    ],
  },
  {
    // it divides the frame by itself
    name: "two-level",
    solver: { method: "two-level" },
    settings: TWO_LEVEL.map(([substeps, hats], n) => ({
      ...AUTO,
      label: `substeps=${substeps} hats=${hats}`,
      work: substeps + n / 100,
      quick: n % 2 === 1,
      options: { substeps, hats },
    })),
  },
  {
    name: "implicit-euler",
    solver: { method: "implicit-euler" },
    settings: markQuick(
      sweep([1, 2, 3, 4, 6, 8, 16, 32], "tolerance", [1e-1, 3e-2, 1e-2, 1e-3], "euler", digits),
      ({ steps, options }) => options.tolerance === (steps === 32 ? 1e-1 : 1e-2) && steps !== 2 && steps !== 3 && steps !== 6,
    ),
  },
  {
    name: "bdf2",
    solver: { method: "bdf2" },
    settings: sweep([1, 2, 4, 8, 16, 32], "tolerance", TOLERANCES, "bdf2", digits),
    largestQuick: 0,
  },
  {
    name: "implicit-midpoint",
    solver: { method: "implicit-midpoint" },
    settings: markQuick(
      sweep([4, 8, 12, 16, 32, 64], "tolerance", TOLERANCES.slice(1), "midpoint", digits),
      ({ steps, options }) => options.tolerance === 1e-2 && (steps === 12 || steps === 16),
    ),
    scenes: ["hang", "swing", "flag"], // contact rings in it
    largestQuick: 32,
  },
  {
    name: "symplectic-euler",
    solver: { method: "symplectic-euler" },
    hasKernels: false,
    settings: (cloth) =>
      [1, 2].map((times) => {
        const steps = times * explicitSteps(cloth);
        return { label: `steps=${steps}`, steps, work: steps, quick: times === 1, integrator: "euler", options: {} };
      }),
    scenes: ["hang", "swing"],
    largestQuick: 0,
  },
  {
    name: "linear-edge",
    solver: { method: "linear-edge" },
    settings: sweep([1, 4], "iterations", [1, 5, 20, 80, 320], "euler"),
    largestQuick: 0,
  },
  {
    // with the default memory of 8 it gets less far in the same time, and more steps a frame do not bring it closer
    name: "linear-edge lbfgs bdf2",
    solver: { method: "linear-edge", acceleration: "lbfgs", integrator: "bdf2", memory: 20 },
    settings: markQuick(
      [
        ...sweep([1], "iterations", [5, 10, 20, 30, 40, 60, 80, 160, 320], "bdf2"),
        ...sweep([2], "iterations", [10, 20, 40, 80, 160], "bdf2"),
      ].sort((a, b) => a.work - b.work),
      ({ steps, work }) => steps === 1 && work >= 20 && work <= 80,
    ),
  },
  {
    // one solve a step: the shorter the steps, the less its inertia is too much
    name: "linear-edge midpoint",
    solver: { method: "linear-edge", integrator: "midpoint" },
    settings: [8, 16, 24, 33, 48, 64, 96, 128].map((steps) => ({
      label: `steps=${steps}`,
      steps,
      work: steps,
      quick: steps === 33 || steps === 64,
      integrator: "midpoint",
      options: {},
    })),
    scenes: ["hang", "swing", "flag"], // contact rings in it
  },
  {
    name: "gauss-seidel",
    solver: { method: "gauss-seidel" },
    settings: sweep([1, 4, 6, 8, 10, 16, 64], "sweeps", [1, 4, 6, 16, 64], "euler"),
    largestQuick: 0,
  },
  {
    name: "gauss-seidel + tethers",
    solver: { method: "gauss-seidel" },
    cloth: { tethers: 1.01 },
    scenes: ["hang", "swing"],
    settings: sweep([1, 4, 16, 64], "sweeps", [1, 4, 16, 64], "euler"),
  },
];

export const drape: readonly Contestant[] = FORMS.map(
  ({ name, solver, hasKernels = true, cloth: extra = {}, settings, scenes = EVERY_SCENE, largestQuick }) => ({
    name: `drape ${name}`,
    team: "drape",
    about: describe({ ...solver, ...extra }),
    scenes,
    selfContact: "yes",
    ...(largestQuick === undefined ? {} : { largestQuick }),
    settings: (cloth) => (typeof settings === "function" ? settings(cloth) : settings),
    create: (cloth, { steps, options }) =>
      createDrape(drapeScene(cloth, steps, { ...(hasKernels && { kernels: "wasm" }), ...solver, ...options }, extra), steps),
  }),
);

function describe(options: Readonly<Record<string, unknown>>): string {
  return Object.entries(options)
    .map(([option, value]) => `${option}=${value}`)
    .join(" ");
}

export async function createDrape(scene: SceneInput, steps: number): Promise<Runner> {
  const simulation = await createSimulation(scene);
  return {
    frame() {
      for (let n = 0; n < steps; n++) simulation.step();
    },
    readPositions: (out) => simulation.readPositions(out),
    dispose() {},
    measure() {
      const { strainMean, strainMax } = simulation.view.measure();
      return { strainMean, strainMax, penetration: simulation.view.inspect().intersections };
    },
  };
}

/** The race's cloth as a scene of Drape. */
export function drapeScene(cloth: RaceCloth, steps: number, solver: Solver, extra: Readonly<Record<string, unknown>> = {}): SceneInput {
  if (cloth.whole !== undefined) return { ...cloth.whole, timestep: FRAME / steps, solver };
  const { size, stiffness, mass, damping, gravity, pins, sphere, wind, selfContact, positions, along } = cloth;
  return {
    drape: 1,
    timestep: FRAME / steps,
    solver,
    gravity: [0, -gravity, 0],
    cloths: [
      {
        grid: {
          columns: size,
          rows: size,
          width: 1,
          height: 1,
          origin: [...positions.subarray(0, 3)],
          v: [...along],
        },
        ...(selfContact === undefined ? {} : { positions: [...positions] }),
        springs: { stretch: stiffness, shear: stiffness },
        springModel: "symmetric",
        masses: mass,
        damping: { viscous: damping * mass },
        pins,
        ...extra,
      },
    ],
    ...(wind === undefined ? {} : { wind }),
    ...(selfContact === undefined ? {} : { collision: { self: true, ...selfContact } }),
    ...(sphere === undefined
      ? {}
      : {
          colliders: [{ sphere: { center: sphere.centre, radius: sphere.radius }, friction: sphere.friction }],
          collision: { thickness: sphere.thickness, friction: sphere.friction },
        }),
  };
}
