import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { createSimulation, type SceneInput, type Snapshot } from "../../src/index.ts";
import type { Setting } from "./contestant.ts";
import { drapeScene } from "./contestants/drape.ts";
import { type Frames, framesDistance } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";

const FOLDER = ".cache/race";
const SECOND = 60;
/** Steps a frame of the motion converged in time: h = 1/960 s. */
const TRUTH_STEPS = 16;
const MIDPOINT = { method: "newton-midpoint", tolerance: 1e-4 };
/** The converged step of each integrator. */
const CONVERGED = {
  euler: { method: "newton-euler", tolerance: 1e-5 },
  midpoint: MIDPOINT,
  bdf2: {
    method: "linear-edge",
    integrator: "bdf2",
    acceleration: "lbfgs",
    iterations: 5000,
    memory: 20,
    tolerance: 1e-5,
  },
} as const;

export interface Reference {
  readonly frames: Frames;
  /** RMS distance [m] to the same motion at half the step; NaN where nobody looked. */
  readonly change: number;
}

/** May a reference be computed, or only taken from the cache? */
export type Effort = "cached" | "once" | "and halved";

/** The motion of the first second, converged in time: implicit midpoint at 1/960 s, every step solved to the end by Newton's method. */
export async function findTruth(cloth: RaceCloth, effort: Effort): Promise<Reference | undefined> {
  const frames = await findFrames(cloth, TRUTH_STEPS, MIDPOINT, effort !== "cached");
  if (frames === undefined) return undefined;
  const halved = await findFrames(cloth, 2 * TRUTH_STEPS, MIDPOINT, effort === "and halved");
  return { frames, change: halved === undefined ? Number.NaN : framesDistance(frames, halved) };
}

/** The motion of the converged step of a method's own size, computed only for one step a frame. */
export function findOwnStep(
  cloth: RaceCloth,
  { integrator, steps }: Setting,
  compute: boolean,
): Promise<Frames | undefined> {
  return findFrames(cloth, steps, CONVERGED[integrator], compute && steps === 1);
}

const known = new Map<string, Frames>();

/** Kept under .cache by what the scene says, and taken up where it was left off. */
async function findFrames(
  cloth: RaceCloth,
  steps: number,
  solver: NonNullable<SceneInput["solver"]>,
  compute: boolean,
): Promise<Frames | undefined> {
  if (cloth.whole !== undefined) return undefined;
  const scene = drapeScene(cloth, steps, solver);
  const hash = createHash("sha256")
    .update(JSON.stringify([scene, steps, SECOND]))
    .digest("hex")
    .slice(0, 12);
  const file = `${FOLDER}/${cloth.scene}-${cloth.size}-${solver.method}-${steps}-${hash}`;
  if (known.has(file)) return known.get(file);
  if (!existsSync(`${file}.bin`)) {
    if (!compute) return undefined;
    await computeFrames(scene, steps, file);
  }
  const frames = deserialize(readFileSync(`${file}.bin`)) as Frames;
  known.set(file, frames);
  return frames;
}

async function computeFrames(scene: SceneInput, steps: number, file: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const simulation = await createSimulation(scene);
  const frames: Float64Array[] = [];
  if (existsSync(`${file}.state`)) {
    const kept = deserialize(readFileSync(`${file}.state`)) as { frames: Float64Array[]; snapshot: Snapshot };
    frames.push(...kept.frames);
    simulation.restore(kept.snapshot);
  }
  const started = performance.now();
  let saved = started;
  while (frames.length < SECOND) {
    for (let n = 0; n < steps; n++) simulation.step();
    const x = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(x);
    frames.push(x);
    if (performance.now() - saved < 60_000) continue;
    write(`${file}.state`, { frames, snapshot: simulation.snapshot() });
    saved = performance.now();
    console.log(`${file}: frame ${frames.length} of ${SECOND}, ${((saved - started) / 60_000).toFixed(0)} minutes`);
  }
  write(`${file}.bin`, frames);
  rmSync(`${file}.state`, { force: true });
}

function write(path: string, value: unknown): void {
  writeFileSync(`${path}.part`, serialize(value));
  renameSync(`${path}.part`, path);
}
