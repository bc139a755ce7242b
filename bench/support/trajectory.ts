import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";

/** Positions at the end of each frame of 1/60 s, and what it took. */
export interface Trajectory {
  readonly frames: readonly Float64Array[];
  /** Largest strain of a stretch spring on the way. */
  readonly strainMax: number;
  /** Iterations a step, mean and most, and the largest residual at which a step ended. */
  readonly iterations: number;
  readonly mostIterations: number;
  readonly residual: number;
  /** Milliseconds a frame. */
  readonly ms: number;
}

interface Progress {
  frames: Float64Array[];
  strainMax: number;
  iterations: number;
  mostIterations: number;
  residual: number;
  spent: number;
  steps: number;
}

const FOLDER = ".cache/linear-motion";
const LOG = `${FOLDER}/progress.log`;

/** Runs a scene for so many frames, each of `substeps` steps. `name` tells its frames in the log. */
export async function runTrajectory(scene: SceneInput, substeps: number, frames: number, name: string): Promise<Trajectory> {
  const simulation = await createSimulation(scene);
  const progress = startProgress();
  while (progress.frames.length < frames) takeFrame(simulation, substeps, progress, name, frames);
  return finish(progress);
}

/** The same, kept under .cache: read from there if it is complete, taken up where it was left off if it is not. */
export async function cachedTrajectory(scene: SceneInput, substeps: number, frames: number, name: string): Promise<Trajectory> {
  const file = `${FOLDER}/${name}`;
  if (existsSync(`${file}.bin`)) return deserialize(readFileSync(`${file}.bin`)) as Trajectory;
  const simulation = await createSimulation(scene);
  let progress = startProgress();
  if (existsSync(`${file}.state`)) {
    const kept = deserialize(readFileSync(`${file}.state`)) as { progress: Progress; snapshot: unknown };
    progress = kept.progress;
    simulation.restore(kept.snapshot as Parameters<Simulation["restore"]>[0]);
  }
  while (progress.frames.length < frames) {
    takeFrame(simulation, substeps, progress, name, frames);
    write(`${file}.state`, { progress, snapshot: simulation.snapshot() });
  }
  const trajectory = finish(progress);
  write(`${file}.bin`, trajectory);
  rmSync(`${file}.state`);
  return trajectory;
}

function startProgress(): Progress {
  mkdirSync(FOLDER, { recursive: true });
  return { frames: [], strainMax: 0, iterations: 0, mostIterations: 0, residual: 0, spent: 0, steps: 0 };
}

function takeFrame(simulation: Simulation, substeps: number, progress: Progress, name: string, frames: number): void {
  const start = performance.now();
  for (let n = 0; n < substeps; n++) {
    simulation.step();
    const { iterations, residual } = simulation.report;
    progress.iterations += iterations;
    progress.mostIterations = Math.max(progress.mostIterations, iterations);
    progress.residual = Math.max(progress.residual, residual);
    progress.steps++;
  }
  progress.spent += performance.now() - start;
  progress.strainMax = Math.max(progress.strainMax, simulation.view.measure().strainMax);
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  progress.frames.push(positions);
  const done = progress.frames.length;
  appendFileSync(
    LOG,
    `${name}: frame ${done} of ${frames}, ${(progress.spent / done).toFixed(0)} ms a frame, ` +
      `${(progress.iterations / progress.steps).toFixed(0)} iterations a step, residual up to ${progress.residual.toExponential(1)}\n`,
  );
}

function finish({ frames, strainMax, iterations, mostIterations, residual, spent, steps }: Progress): Trajectory {
  return { frames, strainMax, iterations: iterations / steps, mostIterations, residual, ms: spent / frames.length };
}

function write(path: string, value: unknown): void {
  writeFileSync(`${path}.part`, serialize(value));
  renameSync(`${path}.part`, path);
}

/** Root mean square distance of the vertices [m] in one frame. */
export function frameDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return Math.sqrt((3 * sum) / a.length);
}

/** Root mean square distance of the vertices [m] over all frames. */
export function motionDistance(a: Trajectory, b: Trajectory): number {
  const squares = a.frames.map((frame, n) => frameDistance(frame, b.frames[n]) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
