import type { Scene, SceneInput } from "drape";
import type { SolverChoice } from "../commands.ts";
import type { FabricChoices } from "../fabric/fabric-choice.ts";
import type { SceneEntry } from "../page/scenes.ts";
import type { WindSettings } from "../panel/wind-settings.ts";

/** What the person at the page has chosen. */
export interface StudioState {
  entry: SceneEntry;
  /** The scene as its file has it, and the same checked; undefined until they are there. */
  input: SceneInput | undefined;
  scene: Scene | undefined;
  solver: SolverChoice;
  /** What each cloth is made of. */
  fabrics: FabricChoices;
  /** [s] */
  timestep: number;
  wind: WindSettings;
  /** Simulated seconds per real second. */
  speed: number;
  playing: boolean;
  /** The simulation became unstable and waits for a reset. */
  failed: boolean;
  /** The scene could not be loaded: there is nothing to play. */
  empty: boolean;
}

/** What can be undone of it. */
export type Settings = Readonly<Pick<StudioState, "solver" | "timestep" | "fabrics" | "wind">>;

/** What the studio tells its views. */
export interface StudioListener {
  /** Settings changed. */
  changed(): void;
  /** The person has changed settings, of this kind, from what they were. */
  adjusted(kind: string, before: Settings): void;
  /** Another scene is about to be loaded. */
  opening(entry: SceneEntry): void;
  /** The simulation is back at its start. */
  restarted(): void;
  unstable(step: number | undefined, time: number | undefined): void;
  /** Something else went wrong; undefined: no longer. */
  trouble(sentence: string | undefined): void;
}
