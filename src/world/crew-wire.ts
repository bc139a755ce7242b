/** What an engine and its helpers say to each other. What is asked is answered as a worker answers its page (wire.ts). */
import type { BodiesByName } from "../sim/transplant.ts";
import type { ClothMeshNews } from "./engine.ts";
import type { SavedClock } from "./saved-clock.ts";
import type { SharedCloth } from "./shared-cloth.ts";
import type { Told } from "./told.ts";
import type { FromWorker, Question, WireEvent } from "./wire.ts";

/** What a helper must know before it does anything: the world's time, and what was told. */
export interface Briefing {
  readonly clock: SavedClock;
  readonly told: readonly Told[];
}

export type HelperQuestion = Question | { readonly kind: "bodies" };

export type ToHelper = Briefing &
  (
    | { readonly kind: "ask"; readonly id: number; readonly question: HelperQuestion }
    /** All agree to a change that it has prepared; `bodies` are where the first group of the world has them. */
    | { readonly kind: "agreed"; readonly id: number; readonly bodies: BodiesByName | undefined }
    | { readonly kind: "refused"; readonly id: number }
    /** `steps` is what is told before each step. When it is done the number of the frame is in the words. */
    | {
        readonly kind: "update";
        readonly frame: number;
        readonly seconds: number;
        readonly maxSteps: number;
        readonly steps: readonly (readonly Told[])[];
      }
    | { readonly kind: "step"; readonly frame: number }
    | { readonly kind: "watch-contacts" }
  );

export type FromHelper =
  | Extract<FromWorker, { kind: "answer" | "error" }>
  /** A change is prepared. */
  | { readonly kind: "ready"; readonly id: number }
  | ({ readonly kind: "news" } & HelperNews);

/** What an update brings besides positions, if anything. */
export interface HelperNews {
  readonly events: readonly WireEvent[];
  readonly meshes: readonly ClothMeshNews[];
  /** Where positions are from now on, of cloths that are new or have another mesh. */
  readonly cloths: readonly SharedCloth[];
  /** Where places are from now on, in shared memory. */
  readonly places: ReadonlyMap<number, Float64Array> | undefined;
}

/** The words of a helper: the last frame that is done, whether a step has failed, whether the last update has moved something. */
export const DONE = 0;
export const FAILED = 1;
export const MOVED = 2;
export const WORDS = 3;
