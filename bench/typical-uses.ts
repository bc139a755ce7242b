/**
 * What a frame costs in five typical uses, with defaults: median, what 95 of 100 frames do not exceed and the worst [ms], and where the mean goes by stage. A frame is a step of 1/60 s.
 *
 *     npm run bench -- typical-uses [USE…] [frames=300] [budget=0] [capes=100] [threads=2]
 */
import { createSimulation, createWorld, type SceneInput, STAGES, type World } from "../src/index.ts";
import { percentile } from "./race/percentile.ts";
import { readArguments } from "./support/arguments.ts";
import { readGalleryScene } from "./support/scene-run.ts";
import { publish, type Row } from "./support/table.ts";

const { words, numbers } = readArguments({ frames: 300, budget: 0, capes: 100, threads: 2 });
const WARM_UP = 30;
const GUSTS = { velocity: [0.3, 0, -2.5], density: 0.25, gusts: { strength: 0.7, period: 0.8 } } as const;
const solver = numbers.budget > 0 ? { budget: numbers.budget } : {};

/** A cape of 32 × 32 vertices, 0.8 × 1.2 m, held at its neck, before the back that the wind blows it against. */
function cape(fabric: "jersey" | "cotton"): SceneInput {
  return {
    drape: 1,
    wind: GUSTS,
    cloths: [{ grid: { columns: 32, rows: 32, width: 0.8, height: 1.2, origin: [0, 1.5, 0] }, fabric, pins: ["top"] }],
    colliders: [{ capsule: { from: [0.1, 0.9, -0.12], to: [0.7, 0.9, -0.12], radius: 0.1 } }],
    collision: { self: true },
    solver,
  };
}

const USES: Readonly<Record<string, () => SceneInput>> = {
  flag: () => ({ ...readGalleryScene("flag"), solver }),
  "jersey cape": () => cape("jersey"),
  "cotton cape": () => cape("cotton"),
  "dressed figure": () => readGalleryScene("skirt"),
  tablecloth: () => ({ ...readGalleryScene("tablecloth"), solver }),
};

async function measureScene(use: string, scene: SceneInput): Promise<Row> {
  const simulation = await createSimulation({ ...scene, timestep: 1 / 60 });
  const frames: number[] = [];
  const stages = new Map<string, number>();
  let strain = 0;
  for (let n = 0; n < WARM_UP + numbers.frames; n++) {
    const start = performance.now();
    simulation.step();
    if (n < WARM_UP) continue;
    frames.push(performance.now() - start);
    for (const stage of STAGES) stages.set(stage, (stages.get(stage) ?? 0) + simulation.profile[stage] / numbers.frames);
    if (n % 20 === 0) strain = Math.max(strain, simulation.view.measure().strainMax); // seldom: it takes what the next step needs out of the cache
  }
  const { intersections, maxPenetration } = simulation.view.inspect();
  return {
    use,
    vertices: simulation.particleCount,
    method: simulation.method,
    ...describe(frames),
    "largest strain [%]": (100 * strain).toFixed(1),
    "intersections, depth [mm]": `${intersections}, ${(1000 * maxPenetration).toFixed(1)}`,
    stages: STAGES.map((stage) => `${stage} ${(stages.get(stage) ?? 0).toFixed(2)}`).join(", "),
  };
}

/** So many capes of 300 vertices, each on a capsule of its own. */
function createCapes(count: number, threads: number): Promise<World> {
  const place = (n: number): [number, number] => [2 * (n % 10), 2 * Math.floor(n / 10)];
  return createWorld({
    threads,
    wind: GUSTS,
    cloths: Array.from({ length: count }, (_, n) => {
      const [x, z] = place(n);
      return {
        grid: { columns: 15, rows: 20, width: 0.6, height: 0.8, origin: [x, 1.5, z] as const },
        fabric: "wool" as const,
        pins: ["top" as const],
      };
    }),
    colliders: Array.from({ length: count }, (_, n) => {
      const [x, z] = place(n);
      return { capsule: { from: [x + 0.3, 0.7, z - 0.12] as const, to: [x + 0.3, 1.3, z - 0.12] as const, radius: 0.1 } };
    }),
  });
}

function frameOf(world: World): number {
  const start = performance.now();
  world.update(1 / 60);
  return performance.now() - start;
}

/** Worlds of capes on one thread and on several, frame by frame in turn, so that a busy machine is busy for both; and the same when all are asleep. */
async function measureCapes(count: number): Promise<Row[]> {
  const worlds = [await createCapes(count, 1), await createCapes(count, numbers.threads)];
  const names = ["one thread", `${numbers.threads} threads`];
  const takeFrames = (): number[][] => {
    const times = worlds.map((): number[] => []);
    for (let n = 0; n < numbers.frames; n++) for (const [w, world] of worlds.entries()) times[w].push(frameOf(world));
    return times;
  };
  const row = (use: string, times: number[]): Row => ({
    use,
    vertices: 300 * count,
    method: "",
    ...describe(times),
    "largest strain [%]": "",
    "intersections, depth [mm]": "",
    stages: `least ${Math.min(...times).toFixed(2)}`,
  });
  for (let n = 0; n < WARM_UP; n++) for (const world of worlds) world.update(1 / 60);
  const awake = takeFrames();
  for (const world of worlds) {
    await world.set({ wind: null });
    for (let n = 0; n < 3600 && !world.cloths.every((cloth) => cloth.isAsleep); n++) world.update(1 / 60);
  }
  const share = worlds[0].cloths.filter((cloth) => cloth.isAsleep).length / count;
  const asleep = takeFrames();
  for (const world of worlds) world.dispose();
  return [
    ...awake.map((times, w) => row(`${count} capes, ${names[w]}`, times)),
    ...asleep.map((times, w) => row(`${count} capes, ${Math.round(100 * share)} % asleep, ${names[w]}`, times)),
  ];
}

function describe(times: readonly number[]): Row {
  return {
    median: percentile(Float64Array.from(times), 0.5).toFixed(2),
    p95: percentile(Float64Array.from(times), 0.95).toFixed(2),
    worst: Math.max(...times).toFixed(2),
  };
}

const CAPES = "capes";
for (const word of words)
  if (!(word in USES) && word !== CAPES) throw new Error(`no use ${word}; there are: ${[...Object.keys(USES), CAPES].join(", ")}`);
const rows: Row[] = [];
for (const [use, scene] of Object.entries(USES)) if (words.length === 0 || words.includes(use)) rows.push(await measureScene(use, scene()));
if (words.length === 0 || words.includes(CAPES)) rows.push(...(await measureCapes(numbers.capes)));
publish(
  "typical-uses",
  `${numbers.frames} frames, ${numbers.budget > 0 ? `budget ${numbers.budget} ms` : "no budget"}, one thread but for the capes`,
  rows,
);
