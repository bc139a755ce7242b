import { readdirSync, readFileSync } from "node:fs";
import { createSimulation, NumericalError, type OptionValue, type SceneInput, type Simulation } from "../../src/index.ts";

type Solver = NonNullable<SceneInput["solver"]>;

/** What a run of a scene was like, frame by frame; a frame is one step of the scene. */
export interface SceneRun {
  readonly frames: readonly Float64Array[];
  readonly strainMax: readonly number[];
  readonly strainMean: readonly number[];
  /** Milliseconds of each frame. */
  readonly ms: readonly number[];
  /** The method that computed, and what it was given. */
  readonly method: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly particles: number;
}

export function sceneNames(): string[] {
  const files = readdirSync("scenes").filter((file) => file.endsWith(".json"));
  return files.map((file) => file.slice(0, -5)).sort();
}

/** A scene of the gallery, with springs that push and pull whatever the method would choose: all methods compute the same cloth. */
export function readGalleryScene(name: string): SceneInput {
  const scene = JSON.parse(readFileSync(`scenes/${name}.json`, "utf8")) as SceneInput;
  const cloths = scene.cloths.map((cloth) => ({ springModel: "symmetric" as const, ...cloth }));
  return { ...scene, cloths };
}

export function createGallerySimulation(scene: SceneInput, solver: Solver, substeps: number, threads?: number): Promise<Simulation> {
  const timestep = ((scene.timestep as number | undefined) ?? 1 / 60) / substeps;
  const loadMesh = async (file: string): Promise<string> => readFileSync(`scenes/${file}`, "utf8");
  return createSimulation({ ...scene, timestep, solver }, { loadMesh, ...(threads !== undefined && { threads }) });
}

/** Runs a simulation from its start; undefined where it does not last. */
export function runScene(simulation: Simulation, frames: number, substeps: number): SceneRun | undefined {
  const ms: number[] = [];
  const positions: Float64Array[] = [];
  const strainMax: number[] = [];
  const strainMean: number[] = [];
  for (let n = 0; n < frames; n++) {
    const start = performance.now();
    try {
      for (let s = 0; s < substeps; s++) simulation.step();
    } catch (error) {
      if (error instanceof NumericalError) return undefined;
      throw error;
    }
    ms.push(performance.now() - start);
    const at = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(at);
    positions.push(at);
    const metrics = simulation.view.measure();
    strainMax.push(metrics.strainMax);
    strainMean.push(metrics.strainMean);
  }
  return {
    frames: positions,
    strainMax,
    strainMean,
    ms,
    method: simulation.method,
    options: simulation.options,
    particles: simulation.particleCount,
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean over the frames of the difference between two lists. */
export function meanDifference(a: readonly number[], b: readonly number[]): number {
  return mean(a.map((value, n) => Math.abs(value - b[n])));
}

/** Root mean square distance of the vertices [m] over all frames; a cut adds vertices behind, which are left out. */
export function runDistance(a: SceneRun, b: SceneRun): number {
  const squares = a.frames.map((frame, n) => {
    const count = Math.min(frame.length, b.frames[n].length);
    let sum = 0;
    for (let c = 0; c < count; c++) sum += (frame[c] - b.frames[n][c]) * (frame[c] - b.frames[n][c]);
    return (3 * sum) / count;
  });
  return Math.sqrt(mean(squares));
}
