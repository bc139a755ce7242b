import type { SceneInput } from "../scene/scene-input.ts";

/** The papers, by their keys in docs/papers.bib; a comparison of all their methods, and the physics that none of them wrote. */
export type PaperKey = "kim06" | "ertekin14" | "oh04" | "kang02" | "choi13" | "methods" | "physics";

/**
 * One experiment of a paper: its claim, our set-up, and the run that measures it. An experiment is one file in src/papers/<key>/ and one
 * line in src/papers/catalog.ts; the report is made of what it returns.
 */
export interface Experiment {
  readonly paper: PaperKey;
  /** Short and for links: "fig4-nine-methods". */
  readonly name: string;
  /** As a heading: "Fig. 4: nine methods on one cloth". */
  readonly title: string;
  /** Where the paper says it: "Section 5, Fig. 4". */
  readonly place: string;
  /** The paper's claim in a sentence of ours. */
  readonly claim: string;
  /** Our set-up in a few sentences: what is as in the paper, and what is not. */
  readonly setup: string;
  /** The scene that opens in the studio; what the experiment sweeps are its variants or its fields. */
  readonly scene: SceneInput;
  /** What the reader of the page runs and turns. */
  readonly live: Live;
  /** What it takes on a slow machine [s], quick and full, for the time estimate. */
  readonly seconds: { readonly quick: number; readonly full: number };
  /** It measures times, and nothing else may run beside it. */
  readonly isTimed?: true;
  run(task: Task): Promise<Findings>;
}

/** What an experiment is given. */
export interface Task {
  /** Fewer frames, sizes or values, for a report in minutes. What is asserted by verdicts that are not about time must come out alike. */
  readonly isQuick: boolean;
  /** Tells how far it is, 0 to 1; throws when the run was cancelled. To be called at least once a second or so. */
  progress(part: number): Promise<void>;
}

export interface Findings {
  readonly verdicts: readonly Verdict[];
  readonly tables: readonly Table[];
  readonly pictures: readonly PictureStrip[];
  readonly plots: readonly Plot[];
  /** Drawings of graphs and the like. */
  readonly drawings?: readonly Drawing[];
  /** The reason behind the verdicts, in a few sentences; paragraphs apart. */
  readonly reason: string;
}

export type Outcome = "holds" | "holds with a difference" | "does not hold";

/** A claim, what was measured for it, and the rule by which it was judged: written before the run. */
export interface Verdict {
  readonly claim: string;
  /** The claim is our own, made beside the paper's or in answer to it; told and counted apart. */
  readonly from?: "ours";
  /** Over what it is judged, chosen before the run: sizes, stiffnesses, steps, scenes, times. "80 × 80, h²k/m = 3.1, at rest (600 s)" */
  readonly range: string;
  /** What is measured, with its unit: "largest strain after 2 s [%]". */
  readonly quantity: string;
  /** The number that the paper prints for that quantity, or that physics knows. */
  readonly paper?: number | string;
  readonly measured: number;
  /** Holds, or else holds with a difference, or else does not hold. */
  readonly holds: Rule;
  readonly differs?: Rule;
  /** Verdicts on time are reported; all others are asserted by the tests, as `expected`. */
  readonly kind: "motion" | "stability" | "fill" | "error" | "time";
  /** What comes out today, asserted by the tests for every kind but time. */
  readonly expected: Outcome;
  /** Why it comes out so, with a measured fact. What is not known is said to be so. */
  readonly why: string;
  /** Where the rule is not that of the first edition: what that was, what came out by it, and why it was changed. */
  readonly revised?: string;
}

/** A threshold: at most, at least, or both. */
export interface Rule {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Numbers of the paper beside ours. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly note?: string;
}

export interface Column {
  readonly heading: string;
  /** Numbers typed in from the paper; all others are computed. */
  readonly isPaper?: boolean;
  /** Significant digits, 3 unless told. */
  readonly digits?: number;
}

/** A number that is not finite is drawn as a dash. */
export type Cell = string | number;

/** Pictures side by side, as a paper shows them. */
export interface PictureStrip {
  readonly title: string;
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly caption: string;
  /** PNG, as src/output/png.ts writes it. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A drawing made of numbers: SVG of our own, with a title and a role, in the colours of the report's classes. */
export interface Drawing {
  readonly title: string;
  readonly svg: string;
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** x and y are places: a length is as long along one as along the other. */
  readonly isShape?: boolean;
}

export interface Axis {
  readonly label: string;
  readonly isLogarithmic?: boolean;
  /** Names instead of numbers: the value n stands at the n-th of them, from 0. */
  readonly categories?: readonly string[];
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  /** A line through the points, or the points alone; the paper's are drawn dashed or hollow. */
  readonly mark: "line" | "points";
  readonly isPaper?: boolean;
  /** What the others are held against, drawn in black: a motion converged in time, a solve without error, a known curve of ours. */
  readonly isTruth?: boolean;
}

/** An experiment as the page runs it, on the engine itself: data alone, so that the page need not load the experiment. */
export interface Live {
  /** The scene that is run; the experiment's own without. It should keep its pace on a phone: a few thousand vertices at most. */
  readonly scene?: SceneInput;
  /** What the reader turns, one or two. */
  readonly knobs: readonly Knob[];
  /** A second run of the same scene that is drawn beside the first, for comparison: its name, and what it sets after the knobs. */
  readonly beside?: { readonly name: string; readonly set: Assignments };
  /** The numbers beside the picture, which follow the run. */
  readonly gauges: readonly Gauge[];
  /** What to try and what to look for, in a sentence or two. */
  readonly look: string;
}

/** Something to turn: "η, sweeps a step" with 1, 2, 4, 8. */
export interface Knob {
  readonly label: string;
  readonly choices: readonly { readonly name: string; readonly set: Assignments }[];
  /** Which choice it starts with; the first without. */
  readonly start?: number;
}

/** Fields of a scene by their paths, and their values: { "solver.sweeps": 4, "cloths.0.springs.stretch": 50 }. */
export type Assignments = Readonly<Record<string, unknown>>;

/**
 * What is measured while it runs:
 * `strain` the largest strain of a spring or axis now [%], `peak strain` the largest so far; `fall` how far the middle of mass has come down [m];
 * `speed` of the fastest particle [m/s]; `kinetic` energy [J]; `momentum` share of the angular momentum at the start that is left [%];
 * `distance` RMS, from the run beside [m]; `penetration` [mm]; `iterations` of the solver in the last step; `ms` a step.
 */
export type Gauge = "strain" | "peak strain" | "fall" | "speed" | "kinetic" | "momentum" | "distance" | "penetration" | "iterations" | "ms";

/** The name of an experiment's scene in the studio, of its file in scenes/papers/ and of its part of the report. */
export function sceneName({ paper, name }: Experiment): string {
  return `${paper}-${name}`;
}

/** The written rule applied. */
export function judge({ measured, holds, differs }: Verdict): Outcome {
  if (satisfies(measured, holds)) return "holds";
  return differs !== undefined && satisfies(measured, differs) ? "holds with a difference" : "does not hold";
}

/** A number that is not finite satisfies nothing. */
function satisfies(value: number, { atMost, atLeast }: Rule): boolean {
  return Number.isFinite(value) && value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}
