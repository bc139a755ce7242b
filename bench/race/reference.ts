import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { createSimulation, type SceneInput, type Snapshot } from "../../src/index.ts";
import { FRAME, type Setting } from "./contestant.ts";
import { drapeScene } from "./contestants/drape.ts";
import { type Frames, framesDistance, SECOND } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";

const FOLDER = ".cache/race";
/** The motion converged in time of sheets up to this size: implicit midpoint at h = 1/960 s, every step solved to the end by Newton's method. */
const NEWTON_UP_TO = 80;
const NEWTON_STEPS = 16;
const MIDPOINT = { method: "newton-midpoint", tolerance: 1e-4 };
/** Of larger ones: the explicit second-order rule with steps so short that it is stable, which take less time there than Newton's few. */
const EXPLICIT = { method: "verlet" };
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
  /** How it was computed, in words. */
  readonly about: string;
}

/** May a reference be computed, or only taken from the cache? */
export type Effort = "cached" | "once" | "and halved";

/** The motion of the first second, converged in time. */
export async function findTruth(cloth: RaceCloth, effort: Effort): Promise<Reference | undefined> {
  const implicit = cloth.size <= NEWTON_UP_TO;
  const solver = implicit ? MIDPOINT : EXPLICIT;
  const steps = implicit ? NEWTON_STEPS : explicitSteps(cloth);
  const frames = await findFrames(cloth, steps, solver, effort !== "cached");
  if (frames === undefined) return undefined;
  const halved = await findFrames(cloth, 2 * steps, solver, effort === "and halved");
  const method = implicit ? "implicit midpoint solved by Newton's method" : "Verlet's rule";
  return {
    frames,
    change: halved === undefined ? Number.NaN : framesDistance(frames, halved),
    about: `${method} at h = 1/${60 * steps} s`,
  };
}

/** Steps a frame at which h is 0.8 of Verlet's limit 2/ω, with ω² ≤ 16 k/m for a grid with both diagonals. */
function explicitSteps({ stiffness, mass }: RaceCloth): number {
  return Math.ceil((FRAME * Math.sqrt((16 * stiffness) / mass)) / (0.8 * 2));
}

/** The steps of which a converged one is computed beforehand: it explains what of an error is the step's and what is the method's. */
export const OWN_STEPS: readonly Setting[] = (["euler", "bdf2"] as const).flatMap((integrator) =>
  [1, 2, 4].map((steps) => ({ label: "", steps, work: 0, integrator, options: {} })),
);

/** The motion of the converged step of a method's own size; computed for small sheets, and for one step a frame of middling ones. */
export function findOwnStep(
  cloth: RaceCloth,
  { integrator, steps }: Setting,
  compute: boolean,
): Promise<Frames | undefined> {
  const affordable = cloth.size <= 32 || (cloth.size <= NEWTON_UP_TO && steps === 1);
  const main = cloth.scene === "hang" || cloth.scene === "swing";
  return findFrames(cloth, steps, CONVERGED[integrator], compute && affordable && main);
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
