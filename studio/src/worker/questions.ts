/** What the client of a page (../client.ts) and the attendant of its world (attend-studio.ts) say to each other: by `world.ask`, and with each frame. */
import type { BodySurface, CollisionInput, OptionValue, SceneInput } from "drape";
import type { Command, EditCommand, Frame, MatrixView, SimulationEvent, Stats } from "../commands.ts";
import type { FrameSights } from "../inside/sights.ts";
import type { FigureSkin } from "./figure-skin.ts";

export type Question =
  /** A scene was taken up: what is in it? `isAnother`: nothing is kept of the one before. */
  | { readonly type: "describe"; readonly scene: SceneInput; readonly isAnother: boolean }
  /** It stands, or `goesOn`. */
  | { readonly type: "rest"; readonly goesOn: boolean }
  | { readonly type: "rehearse"; readonly collision: CollisionInput | undefined; readonly timestep: number | undefined }
  /** `isPlaying`: large cloth then comes apart some steps later, so that no step takes long. */
  | { readonly type: "edit-cloth"; readonly command: EditCommand; readonly isPlaying: boolean }
  | Extract<Command, { type: "matrix" | "matrix-file" | "see" | "scrub" }>;

/** Where the simulation stands, and what was asked for. */
export interface Answer {
  readonly time: number;
  readonly steps: number;
  readonly hash: number;
  readonly description?: Description;
  readonly matrix?: MatrixView;
  readonly text?: string;
}

/** What the page is to know of a simulation besides its meshes. */
export interface Description {
  readonly method: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly seed: number;
  readonly surfaces: readonly (BodySurface | null)[];
  readonly skins: readonly FigureSkin[];
}

/** What goes with a frame. */
export interface Attended extends FrameSights, Pick<Frame, "steps" | "poses" | "ball" | "surfaces"> {
  /** Now and then. */
  readonly stats?: Omit<Stats, "ratio">;
  /** When they have changed. */
  readonly springs?: Omit<Extract<SimulationEvent, { type: "springs" }>, "type">;
  readonly edits?: Omit<Extract<SimulationEvent, { type: "edits" }>, "type">;
}
