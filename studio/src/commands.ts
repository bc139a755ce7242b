/**
 * What the parts of the page ask of a simulation, and what they are told of it. Commands are carried out one after another by a client (client.ts), on a
 * world in a worker.
 */
import type { Ball, BodySurface, Inspection, Jet, Metrics, OptionValue, Profile, SceneInput, Wind } from "drape";
import type { Ordering, Spy } from "drape/inspect";
import type { FabricChoices } from "./fabric/fabric-choice.ts";
import type { TimelineView } from "./inside/recorder.ts";
import type { FrameSights, Sights } from "./inside/sights.ts";
import type { FigureSkin } from "./worker/figure-skin.ts";
import type { StepSpread } from "./worker/stage-times.ts";

/** The solver block of a scene: the method's name and the options that differ from its defaults. */
export interface SolverChoice {
  readonly method: string;
  readonly [option: string]: OptionValue;
}

export type Point = readonly [number, number, number];

export type Command =
  /** Builds the scene's simulation at its start, paused; `meshes` holds the content of each mesh file it names. */
  | { type: "load"; scene: SceneInput; meshes: Readonly<Record<string, string | Uint8Array>> }
  /** Rebuilds it with another method, options, time step [s] or `fabrics`; `keepState` goes on from here. */
  | { type: "set-solver"; solver: SolverChoice; timestep: number; fabrics?: FabricChoices; keepState: boolean }
  | { type: "play" }
  | { type: "pause" }
  /** Takes `count` steps, however long they take; `goesOn`: more follow, as if it played. */
  | { type: "step"; count: number; goesOn?: boolean }
  /** Back to the start of the scene; recovers from an unstable state. */
  | { type: "reset" }
  /** Simulated seconds per real second. */
  | { type: "speed"; factor: number }
  /** null: no wind. */
  | { type: "set-wind"; wind: Wind | null }
  | { type: "grab"; vertex: number; position: Point }
  | { type: "move"; vertex: number; position: Point }
  | { type: "release"; vertex: number }
  | EditCommand
  /** The scissors are in hand. */
  | { type: "rehearse" }
  /** Asks for the event `matrix`: the system matrix and its factor in this ordering, drawn on at most `size` pixels a side. */
  | { type: "matrix"; ordering: Ordering; size: number }
  /** Asks for the event `matrix-file`. */
  | { type: "matrix-file" }
  /** Chooses what of the inside goes with every frame from now on. */
  | { type: "see"; sights: Sights }
  /** Pauses in the recorded state nearest to this step; the simulation goes on from there. */
  | { type: "scrub"; step: number };

/** What the tools do to the cloth, and the way back. */
export type EditCommand =
  | { type: "pin"; vertex: number }
  | { type: "unpin"; vertex: number }
  /** Cuts along edges, pairs of vertices as they are numbered now. */
  | { type: "cut"; edges: readonly VertexPair[] }
  /** null: nobody blows any more. */
  | { type: "blow"; jet: Jet | null }
  /** Throws a ball that is gone after so many seconds. */
  | { type: "throw"; ball: Ball; seconds: number }
  /** Brings pins and cuts, in the numbering of the uncut scene, to what is listed here. */
  | { type: "edit"; edits: SavedEdits }
  /** Keeps the present state under a number; `return` keeps it under another one and goes back; `forget` lets go of some. */
  | { type: "mark"; mark: number }
  | { type: "return"; mark: number; keep: number }
  | { type: "forget"; marks: readonly number[] };

export type VertexPair = readonly [number, number];

/** Pinned vertices and edges cut by hand, in the numbering of the uncut scene. */
export interface SavedEdits {
  readonly pins: readonly number[];
  readonly cuts: readonly VertexPair[];
}

/** Where the simulation stands when a command is done. */
export interface Status {
  readonly time: number;
  readonly steps: number;
  readonly playing: boolean;
  /** 32-bit hash of the state. */
  readonly hash: number;
}

/**
 * input: something given was wrong · unstable: the numbers blew up, nothing steps until a reset · unsupported: not in this
 * version · cancelled · internal: a fault of ours.
 */
export type ErrorKind = "input" | "unstable" | "unsupported" | "cancelled" | "internal";

export interface Topology {
  /** Counts up with every load, rebuild and cut; frames of an older one are not drawn. */
  readonly revision: number;
  readonly particleCount: number;
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  /** The number of the cloth that each vertex belongs to: those of a cloth follow each other. */
  readonly cloths: Uint16Array;
  /** What the simulation runs with, as the engine understood it. */
  readonly method: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly timestep: number;
  readonly seed: number;
  /** False when the scene was put back to its start, true when it goes on from where it was. */
  readonly keptState: boolean;
  /** The same simulation as before, whose cloth was cut or put together again. */
  readonly recut: boolean;
  /** After a load, the positions at the start (packed x, y, z [m]), which the camera frames; a rebuild leaves the view alone. */
  readonly start?: Float32Array;
  /** After a load, the triangles of each collider that is a mesh, in the order of the scene; null for the others. */
  readonly surfaces?: readonly (BodySurface | null)[];
  /** After a load, what of the scene's figures is drawn. */
  readonly skins?: readonly FigureSkin[];
}

export interface Frame extends FrameSights {
  readonly revision: number;
  readonly time: number;
  readonly steps: number;
  /** Packed x, y, z [m]: the same arrays from frame to frame, until the cloth is cut. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Where the scene's colliders are: 12 numbers each, as `readPoses` of the library gives them. */
  readonly poses: Float32Array;
  /** The ball that was thrown: its middle and its radius [m]. */
  readonly ball?: readonly [number, number, number, number];
  /** Vertices of the colliders whose form changes with time, packed x, y, z [m]; absent where there are none. */
  readonly surfaces?: readonly MovingSurface[];
}

export interface MovingSurface {
  readonly collider: number;
  readonly positions: Float32Array;
}

export interface Stats {
  readonly metrics: Metrics;
  /** What has passed through what, as of a moment ago while it plays; only in scenes with bodies or self-collision. */
  readonly inspection?: Inspection;
  /** Kinetic, elastic and gravitational energy at the start of the scene [J]. */
  readonly startEnergy: number;
  /** The last of them alone. */
  readonly startGravitational: number;
  /** Mean of a step's milliseconds by stage over the last two seconds or so; the last known while paused. */
  readonly profile: Profile;
  /** Median, p95 and worst of the same steps [ms]. */
  readonly spread: StepSpread;
  /** The longest step since the last stats, the work beside it included [ms]. */
  readonly longest: number;
  /** Simulated seconds per real second, over the last second. */
  readonly ratio: number;
  readonly steps: number;
  readonly hash: number;
  /** The last seconds. */
  readonly timeline: TimelineView;
}

/** The system matrix as the page shows it; without `spy` where the method has no constant matrix. */
export interface MatrixView {
  /** As it was asked for; `spy.ordering` names what `auto` chose. */
  readonly ordering: Ordering;
  readonly spy?: Spy;
}

/** What a page is told of its simulation, besides frames and the answers to its commands. */
export type SimulationEvent =
  /** There is one to be asked. */
  | { type: "ready" }
  | { type: "topology"; topology: Topology }
  | { type: "stats"; stats: Stats }
  /** The springs of the newest topology: two vertices each, and their kinds by index. */
  | { type: "springs"; ends: Uint32Array; kinds: Uint8Array }
  | { type: "matrix"; view: MatrixView }
  /** The vertices that are pinned, as they are numbered now, and all that was edited; when it has changed. */
  | { type: "edits"; pinned: Uint32Array; edits: SavedEdits }
  /** The matrix as Matrix Market text. */
  | { type: "matrix-file"; text: string }
  /** The simulation itself stopped. `step` and `time` [s] say when. */
  | { type: "error"; kind: ErrorKind; message: string; step?: number; time?: number };
