import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { createSimulation, type SceneInput, type Snapshot } from "../../src/index.ts";
import type { Setting } from "./contestant.ts";
import { drapeScene } from "./contestants/drape.ts";
import { createExplicitMotion, explicitSteps } from "./explicit-motion.ts";
import { type Reference, readKeptMotion } from "./kept-motion.ts";
import { createMeter, type Frames, framesDistance, measureStrain, SECOND } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";

const FOLDER = ".cache/race";
/**
 * The motion converged in time of sheets up to this size, and of all that touch something or have wind: implicit midpoint, or BDF2 in contact, at h = 1/960 s, every
 * step solved to the end.
 */
const NEWTON_UP_TO = 32;
const NEWTON_STEPS = 16;
/** Contact rings in the midpoint rule. */
const WITH_CONTACT = { method: "bdf2", tolerance: 1e-4 } as const;
const MIDPOINT = { method: "newton-midpoint", tolerance: 1e-4 } as const;
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

/** May a reference be computed, or only taken from the cache? */
export type Effort = "cached" | "once" | "and halved";

/**
 * The motion of the first second, converged in time: small sheets by Newton's method, large ones by many short steps, which take less time there. What is not in
 * the cache may be kept beside the code.
 */
export async function findTruth(cloth: RaceCloth, effort: Effort): Promise<Reference | undefined> {
  const touches = cloth.sphere !== undefined || cloth.selfContact !== undefined;
  const isImplicit = cloth.size <= NEWTON_UP_TO || touches || cloth.wind !== undefined;
  const steps = isImplicit ? NEWTON_STEPS : explicitSteps(cloth);
  const solver = touches ? WITH_CONTACT : MIDPOINT;
  const find = (n: number, compute: boolean): Promise<Frames | undefined> =>
    isImplicit ? findFrames(cloth, n, solver, compute) : findExplicitFrames(cloth, n, compute);
  const kept = effort === "and halved" ? undefined : readKeptMotion(cloth);
  const frames = await find(steps, effort !== "cached" && kept === undefined);
  if (frames === undefined) return kept;
  const halved = await find(2 * steps, effort === "and halved");
  const implicit = touches ? "BDF2" : "implicit midpoint solved by Newton's method";
  const method = isImplicit ? implicit : "leapfrog";
  const meter = createMeter(cloth, undefined, undefined);
  for (const x of frames) meter.take(x);
  const strains = frames.map((x) => measureStrain(cloth, x));
  return {
    frames,
    strains: strains.map(([, max]) => max),
    strains999: strains.map(([, , p999]) => p999),
    measures: meter.result(),
    change: halved === undefined ? Number.NaN : framesDistance(frames, halved),
    about: `${method} at h = 1/${60 * steps} s`,
  };
}

const OWN_UP_TO = 32;

/** The steps of which a converged one is computed beforehand: it explains what of an error is the step's and what is the method's. */
export const OWN_STEPS: readonly Setting[] = (["euler", "bdf2"] as const).flatMap((integrator) =>
  [1, 2, 4].map((steps) => ({ label: "", steps, work: 0, integrator, options: {} })),
);

/** The motion of the converged step of a method's own size; computed for small sheets only. */
export function findOwnStep(cloth: RaceCloth, { integrator, steps }: Setting, compute: boolean): Promise<Frames | undefined> {
  const main = cloth.scene === "hang" || cloth.scene === "swing";
  return findFrames(cloth, steps, CONVERGED[integrator], compute && main && cloth.size <= OWN_UP_TO);
}

/** Something that moves on by frames, and can be put aside as data and taken up again. */
interface Motion {
  frame(): void;
  read(): Float64Array;
  save(): unknown;
  restore(saved: unknown): void;
}

async function findFrames(
  cloth: RaceCloth,
  steps: number,
  solver: NonNullable<SceneInput["solver"]>,
  compute: boolean,
): Promise<Frames | undefined> {
  if (cloth.whole !== undefined) return undefined;
  const scene = drapeScene(cloth, steps, solver);
  return keepFrames(cloth, `${solver.method}-${steps}`, [scene, steps, SECOND], compute, async () => {
    const simulation = await createSimulation(scene);
    return {
      frame() {
        for (let n = 0; n < steps; n++) simulation.step();
      },
      read() {
        const x = new Float64Array(3 * simulation.particleCount);
        simulation.readPositions(x);
        return x;
      },
      save: () => simulation.snapshot(),
      restore: (saved) => simulation.restore(saved as Snapshot),
    };
  });
}

async function findExplicitFrames(cloth: RaceCloth, steps: number, compute: boolean): Promise<Frames | undefined> {
  if (cloth.whole !== undefined) return undefined;
  const { size, pins, mass, stiffness, damping, gravity } = cloth;
  const key = [size, pins, mass, stiffness, damping, gravity, steps, SECOND, [...cloth.positions.subarray(0, 12)]];
  return keepFrames(cloth, `leapfrog-${steps}`, key, compute, async () => {
    const { x, v, frame } = createExplicitMotion(cloth, steps);
    return {
      frame,
      read: () => x.slice(),
      save: () => [x, v],
      restore(saved) {
        const [positions, velocities] = saved as Float64Array[];
        x.set(positions);
        v.set(velocities);
      },
    };
  });
}

const known = new Map<string, Frames>();

/** Frames of the first second, kept under .cache by what `key` says, and taken up where they were left off. */
async function keepFrames(
  { scene, size }: RaceCloth,
  name: string,
  key: unknown,
  compute: boolean,
  create: () => Promise<Motion>,
): Promise<Frames | undefined> {
  const hash = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 12);
  const file = `${FOLDER}/${scene}-${size}-${name}-${hash}`;
  if (known.has(file)) return known.get(file);
  if (!existsSync(`${file}.bin`)) {
    if (!compute) return undefined;
    computeFrames(await create(), file);
  }
  const frames = deserialize(readFileSync(`${file}.bin`)) as Frames;
  known.set(file, frames);
  return frames;
}

function computeFrames(motion: Motion, file: string): void {
  mkdirSync(FOLDER, { recursive: true });
  const frames: Float64Array[] = [];
  if (existsSync(`${file}.state`)) {
    const kept = deserialize(readFileSync(`${file}.state`)) as { frames: Float64Array[]; saved: unknown };
    frames.push(...kept.frames);
    motion.restore(kept.saved);
  }
  const started = performance.now();
  let saved = started;
  while (frames.length < SECOND) {
    motion.frame();
    frames.push(motion.read());
    if (performance.now() - saved < 60_000) continue;
    write(`${file}.state`, { frames, saved: motion.save() });
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
