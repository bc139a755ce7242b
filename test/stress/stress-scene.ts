import type { SceneInput } from "../../src/index.ts";

/** Short forms take seconds and belong to `npm test`; long forms are run by `npm run stress`. */
export type Size = "short" | "long";

export interface BuildOptions {
  readonly size: Size;
  /** Seed of the jitter of the start. */
  readonly seed: number;
}

/** A scene that is hard on contact, with a measure of whether what it shows has come about: cloth that is frozen must not pass. */
export interface StressScene {
  readonly name: string;
  /** What happens in it, in a sentence. */
  readonly shows: string;
  build(options: BuildOptions): StressSetup;
}

/** One run of a scene. */
export interface StressSetup {
  readonly scene: SceneInput;
  /** Texts of the mesh files that the scene names. */
  readonly meshes?: Readonly<Record<string, string>>;
  /** Moves the start positions (packed x, y, z [m]) from where the scene has the vertices: the jitter, and shapes a scene file cannot say. */
  place(x: Float64Array): void;
  /** A few numbers about the state after every step, to judge by at the end. */
  watch(frame: Frame): Watched;
  progress(trace: Trace): Progress;
}

/** The state after a step: positions [m], velocities [m/s]; contacts and strains as the simulation measures them. */
export interface Frame {
  readonly time: number;
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly contacts: number;
  readonly strainMax: number;
  readonly strainMean: number;
}

export type Watched = Readonly<Record<string, number>>;

export interface Trace {
  /** Positions at the start, jitter included. */
  readonly start: Float64Array;
  readonly end: Frame;
  /** What `watch` said after each step, in order. */
  readonly watched: readonly Watched[];
}

export interface Progress {
  /** Whether the scene came to what it is meant to show. */
  readonly done: boolean;
  /** For people: where it came to. */
  readonly words: string;
  readonly numbers: Readonly<Record<string, number>>;
}
