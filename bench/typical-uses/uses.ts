import { spreadOf } from "../../src/core/spread.ts";
import { createSimulation, createWorld, type Profile, type SceneInput, STAGES, type StepStage, type World } from "../../src/index.ts";
import { readGalleryScene } from "../support/scene-run.ts";
import type { Row } from "../support/table.ts";

export interface UseNumbers {
  readonly frames: number;
  /** [ms], 0 for none. */
  readonly budget: number;
}

export interface Use {
  /** The README tells of it. */
  readonly isTold?: boolean;
  measure(numbers: UseNumbers): Promise<Row>;
}

const WARM_UP = 30;
const GUSTS = { velocity: [0.3, 0, -2.5], density: 0.25, gusts: { strength: 0.7, period: 0.8 } } as const;
/** Capes in a world, and the vertices of each. */
const CAPES = 100;
const CAPE = { columns: 15, rows: 20 } as const;
const THREADS = 2;
/** Shares of stages are known from one of so many frames. */
const PROFILED = 3;
/** Frames in which capes fall asleep at the latest. */
const LONGEST = 3600;

export const USES: Readonly<Record<string, Use>> = {
  flag: { isTold: true, measure: (numbers) => measureScene("flag in gusts", withBudget(readGalleryScene("flag"), numbers), numbers) },
  cape: { isTold: true, measure: (numbers) => measureScene("cape on a body, meets itself", withBudget(cape("cotton"), numbers), numbers) },
  figure: { isTold: true, measure: (numbers) => measureScene("walking figure in skirt", readGalleryScene("skirt"), numbers) },
  tablecloth: {
    isTold: true,
    measure: (numbers) => measureScene("tablecloth", withBudget(readGalleryScene("tablecloth"), numbers), numbers),
  },
  capes: { isTold: true, measure: ({ frames }) => measureCapes(frames, false) },
  "jersey-cape": {
    measure: (numbers) => measureScene("jersey cape on a body, meets itself", withBudget(cape("jersey"), numbers), numbers),
  },
  "capes-asleep": { measure: ({ frames }) => measureCapes(frames, true) },
};

export function measureUse(name: string, numbers: UseNumbers): Promise<Row> {
  return USES[name].measure(numbers);
}

/** A scene with the method that is chosen where it names none. */
function withBudget(scene: SceneInput, { budget }: UseNumbers): SceneInput {
  return { ...scene, solver: budget > 0 ? { budget } : {} };
}

/** A cape of 32 × 32 vertices, 0.8 × 1.2 m, held at its neck, before the back that the wind blows it against. */
function cape(fabric: "jersey" | "cotton"): SceneInput {
  return {
    drape: 1,
    wind: GUSTS,
    cloths: [{ grid: { columns: 32, rows: 32, width: 0.8, height: 1.2, origin: [0, 1.5, 0] }, fabric, pins: ["top"] }],
    colliders: [{ capsule: { from: [0.1, 0.9, -0.12], to: [0.7, 0.9, -0.12], radius: 0.1 } }],
    collision: { self: true },
  };
}

async function measureScene(use: string, scene: SceneInput, { frames }: UseNumbers): Promise<Row> {
  const simulation = await createSimulation({ ...scene, timestep: 1 / 60 });
  const times = new Float64Array(frames);
  const stages = emptyProfile();
  let strain = 0;
  for (let n = 0; n < WARM_UP; n++) simulation.step();
  globalThis.gc?.();
  for (let n = 0; n < frames; n++) {
    const start = performance.now();
    simulation.step();
    times[n] = performance.now() - start;
    addProfile(stages, simulation.profile);
    if (n % 20 === 0) strain = Math.max(strain, simulation.view.measure().strainMax); // seldom: it takes what the next step needs out of the cache
  }
  const { intersections, maxPenetration } = simulation.view.inspect();
  return {
    use,
    vertices: simulation.particleCount,
    method: simulation.method,
    ...describeTimes(times, stages),
    "largest strain [%]": (100 * strain).toFixed(1),
    "intersections, depth [mm]": `${intersections}, ${(1000 * maxPenetration).toFixed(1)}`,
  };
}

/** Capes on a capsule each, in one world. What stages take is asked for in a second world, so that no frame bears it. */
async function measureCapes(frames: number, isAsleep: boolean): Promise<Row> {
  const world = await makeCapes();
  if (isAsleep) await letSleep(world);
  else for (let n = 0; n < WARM_UP; n++) world.update(1 / 60);
  globalThis.gc?.();
  const times = new Float64Array(frames);
  for (let n = 0; n < frames; n++) {
    const start = performance.now();
    world.update(1 / 60);
    times[n] = performance.now() - start;
  }
  const share = world.cloths.filter((cloth) => cloth.isAsleep).length / CAPES;
  world.dispose();
  return {
    use: isAsleep ? `${CAPES} capes, ${Math.round(100 * share)} % asleep` : `${CAPES} capes, a body each`,
    vertices: CAPES * CAPE.columns * CAPE.rows,
    method: "auto",
    ...describeTimes(times, isAsleep ? emptyProfile() : await profileCapes(Math.ceil(frames / PROFILED))),
    "largest strain [%]": "",
    "intersections, depth [mm]": "",
  };
}

async function letSleep(world: World): Promise<void> {
  await world.set({ wind: null });
  for (let n = 0; n < LONGEST && !world.cloths.every((cloth) => cloth.isAsleep); n++) world.update(1 / 60);
}

async function profileCapes(frames: number): Promise<StageSums> {
  const stages = emptyProfile();
  let isCounted = false;
  const world = await makeCapes((profile) => isCounted && addProfile(stages, profile));
  for (let n = 0; n < WARM_UP + frames; n++) {
    isCounted = n >= WARM_UP;
    world.update(1 / 60);
  }
  world.dispose();
  return stages;
}

function makeCapes(told?: (profile: Profile) => unknown): Promise<World> {
  const places = Array.from({ length: CAPES }, (_, n) => [2 * (n % 10), 2 * Math.floor(n / 10)] as const);
  return createWorld({
    threads: THREADS,
    wind: GUSTS,
    cloths: places.map(([x, z]) => ({
      grid: { ...CAPE, width: 0.6, height: 0.8, origin: [x, 1.5, z] as const },
      fabric: "wool" as const,
      pins: ["top" as const],
    })),
    colliders: places.map(([x, z]) => ({
      capsule: { from: [x + 0.3, 0.7, z - 0.12] as const, to: [x + 0.3, 1.3, z - 0.12] as const, radius: 0.1 },
    })),
    ...(told === undefined ? {} : { attend: () => ({ stepped: ({ profile }) => told(profile) }) }),
  });
}

/** Milliseconds of each stage in all frames. */
type StageSums = Record<StepStage, number>;

function emptyProfile(): StageSums {
  return Object.fromEntries(STAGES.map((stage) => [stage, 0])) as StageSums;
}

function addProfile(sums: StageSums, profile: Profile): void {
  for (const stage of STAGES) sums[stage] += profile[stage];
}

/** Spread of the frames [ms], and what share of the time of all frames each stage takes [%]: medians of shares would not add up where frames are of two kinds. */
function describeTimes(times: Float64Array, stages: StageSums): Row {
  const { median, p95, worst } = spreadOf(times);
  const all = STAGES.reduce((sum, stage) => sum + stages[stage], 0);
  const shares = STAGES.map((stage) => [`${stage} [%]`, all > 0 ? ((100 * stages[stage]) / all).toFixed(1) : ""] as const);
  return { median: median.toFixed(2), p95: p95.toFixed(2), worst: worst.toFixed(2), ...Object.fromEntries(shares) };
}
