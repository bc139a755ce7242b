import { createSimulation, DrapeError, InputError, NumericalError, type SceneInput, UnsupportedError } from "../../src/index.ts";
import { loadGalleryMesh } from "./base-scenes.ts";

/** What became of a mutant: steps were taken, a sentence said why not, or something else, which is a bug. */
export type End = "result" | "input" | "numerical" | "unsupported" | "bug";

export interface MutantRun {
  readonly end: End;
  readonly message: string;
  /** Of everything that the scene says, in the simulation that it became; 0 where none did. */
  readonly particles: number;
  readonly triangles: number;
  /** Time of this process, all its threads, until the simulation was there, for all steps, and for the slowest three that follow each other [s]. */
  readonly buildSeconds: number;
  readonly allSeconds: number;
  readonly stepSeconds: number;
  /** Steps that were taken. */
  readonly steps: number;
}

/** Builds a scene and takes steps, as a program would that was given it. */
export async function runMutant(scene: unknown, steps: number): Promise<MutantRun> {
  const begun = cpuSeconds();
  let built = begun;
  let particles = 0;
  let triangles = 0;
  let end: End = "result";
  let message = "";
  const ends = [begun];
  try {
    const simulation = await createSimulation(scene as SceneInput, { loadMesh: loadGalleryMesh });
    particles = simulation.particleCount;
    triangles = simulation.triangles.length / 3;
    built = cpuSeconds();
    ends[0] = built;
    try {
      for (let n = 0; n < steps; n++) {
        simulation.step();
        ends.push(cpuSeconds());
      }
      checkState(simulation);
    } finally {
      simulation.dispose();
    }
  } catch (error) {
    if (built === begun) built = cpuSeconds();
    else ends.push(cpuSeconds());
    [end, message] = nameEnd(error, scene);
  }
  const stepSeconds = built === ends[0] ? slowestOf(ends, 3) : 0;
  const allSeconds = cpuSeconds() - built;
  return { end, message, particles, triangles, buildSeconds: built - begun, allSeconds, stepSeconds, steps: ends.length - 1 };
}

/** The longest time that so many steps in a row took, or fewer where there are no more. */
function slowestOf(ends: readonly number[], count: number): number {
  return ends.reduce((most, end, n) => Math.max(most, end - ends[Math.max(0, n - count)]), 0);
}

/** Every number of a result is one. */
function checkState(simulation: { readonly particleCount: number; readPositions(out: Float64Array): unknown }): void {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  if (!x.every((value) => Math.abs(value) <= 1e9)) throw new Error("a result with a position that is not finite or beyond 1e9");
}

/** A sentence is one line, says where where it is about the input, and does not advise what has just failed. */
function nameEnd(error: unknown, scene: unknown): [End, string] {
  if (!(error instanceof DrapeError)) return ["bug", (error as Error)?.stack ?? String(error)];
  const { message } = error;
  if (!/^[^\p{Cc}]+$/u.test(message) || message.length > 2500) return ["bug", `no sentence: ${message}`];
  if (error instanceof InputError) return error.path === "" ? ["bug", `no path: ${message}`] : ["input", message];
  if (error instanceof UnsupportedError) return ["unsupported", message];
  if (!(error instanceof NumericalError)) return ["bug", `of no kind: ${message}`];
  const method = (scene as { solver?: { method?: unknown } }).solver?.method;
  const advice = message.slice(message.indexOf("Try "));
  if (typeof method === "string" && new RegExp(`\\b${method}\\b`).test(advice)) return ["bug", `advises what failed: ${message}`];
  return ["numerical", message];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
