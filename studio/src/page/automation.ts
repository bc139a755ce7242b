import type { Status } from "../commands.ts";
import type { ComparisonState } from "../compare/comparison.ts";
import type { InsideReport } from "../inside/inside-view.ts";

/**
 * `window.drapeStudio`: what a test, or the browser's console, may ask of the page. It reads what the page shows and sends the
 * same commands as the buttons do.
 */
export interface Automation {
  /** Whether the chosen scene is there and its cloth is drawn. */
  loaded(): boolean;
  /** Frames drawn so far. */
  frame(): number;
  /** Median and largest main-thread time a frame outside the draw call, over the last 120 frames [ms]. */
  mainThreadMs(): number;
  mainThreadMaxMs(): number;
  /** The longest step in the worker since this was last asked for [ms]. */
  longestStepMs(): number;
  /** Simulated time [s] and steps of the frame last drawn. */
  time(): number;
  steps(): number;
  scene(): string;
  /** What the simulation runs with, as the engine understood it. */
  method(): string;
  timestep(): number;
  playing(): boolean;
  failed(): boolean;
  particleCount(): number;
  /** Hash of the state as of the last measurements, eight hexadecimal digits. */
  hash(): string;
  /** Position of a vertex as drawn [m]. */
  vertex(index: number): [number, number, number];
  /** Where a vertex lies on the canvas [CSS px]. */
  screen(index: number): [number, number];
  /** The vertex held by the pointer, or −1. */
  held(): number;
  /** Switches drawing off, of cloth, times and plots, so that what the simulation costs is measured apart, or on again. */
  setDrawing(on: boolean): void;
  /** The methods side by side and where each stands; undefined in the single view. */
  compare(): ComparisonState | undefined;
  /** The tool chosen, the vertices pinned, and how often the cloth has been loaded, rebuilt or cut. */
  tool(): string;
  pins(): number[];
  revision(): number;
  /** Edges cut by hand, in the numbering of the uncut scene. */
  cuts(): (readonly [number, number])[];
  /** Whether somebody blows. */
  blowing(): boolean;
  /** The middle of the ball [m], where one flies. */
  ball(): [number, number, number] | undefined;
  /** What the next undo or redo would change. */
  undoable(): string | undefined;
  redoable(): string | undefined;
  /** Pauses, takes this many steps, and tells where the simulation then stands. */
  step(count: number): Promise<Status | undefined>;
  /** Whether the gallery is open, and the scene whose card plays, or "". */
  gallery(): { readonly open: boolean; readonly alive: string };
  /** Pauses in the recorded state of a step, or of the one nearest to it. */
  scrub(step: number): Promise<Status | undefined>;
  /** How many states are recorded, and which of them is shown, −1 for the present. */
  timeline(): { readonly count: number; readonly index: number };
  /** What is seen of the inside: the field that colours the cloth, the end of its scale, and how much is drawn over the cloth. */
  inside(): InsideReport | undefined;
  /** The number that colours a vertex. */
  fieldAt(vertex: number): number;
  /** The newest number of each line of the plot that is shown. */
  plotted(): Readonly<Record<string, number>>;
}

declare global {
  interface Window {
    drapeStudio?: Automation;
  }
}

export function exposeAutomation(automation: Automation): void {
  window.drapeStudio = automation;
}
