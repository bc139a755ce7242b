/** What page and worker say to each other. The page asks, with a number, and tells; the worker answers each question once, and sends frames. */
import { DrapeError, InputError, NumericalError, UnsupportedError } from "../core/errors.ts";
import type { VertexPair } from "../mesh/cut.ts";
import type { Change, SceneSettings } from "./change.ts";
import type { ClothArrays, ClothMeshNews, EngineEvent, EngineScene, UpdateReport } from "./engine.ts";
import type { WorkerSource } from "./open-worker.ts";
import type { Point, Told } from "./told.ts";

export type ToWorker =
  /** `told` came before the question. */
  | { readonly kind: "ask"; readonly id: number; readonly question: Question; readonly told: readonly Told[] }
  /** `returned` are the arrays of the last frame. */
  | {
      readonly kind: "update";
      readonly seconds: number;
      readonly maxSteps: number;
      readonly told: readonly Told[];
      readonly returned: readonly SentArrays[];
    }
  | { readonly kind: "watch-contacts" }
  /** The first, to a worker that is to help another engine: all that follows comes through the port (crew-wire.ts). */
  | { readonly kind: "help"; readonly port: MessagePort; readonly words: Int32Array };

export type Question =
  /** The first of them. Mesh files come with the changes that name them. */
  | {
      readonly kind: "open";
      readonly version: string;
      readonly settings: SceneSettings;
      readonly threads: number | undefined;
      readonly sleep: boolean;
      readonly together: boolean;
      readonly modules: readonly string[];
      /** Frames go through shared memory; else their arrays are sent there and back. */
      readonly isShared: boolean;
      /** What helpers run, where there may be some. */
      readonly source: WorkerSource | undefined;
    }
  | { readonly kind: "change"; readonly changes: readonly Change[]; readonly meshes: ReadonlyMap<string, string | Uint8Array> }
  | ({ readonly kind: "load"; readonly meshes: ReadonlyMap<string, string | Uint8Array> } & EngineScene)
  | { readonly kind: "step"; readonly count: number }
  /** For the attendant. */
  | { readonly kind: "attend"; readonly question: unknown }
  | { readonly kind: "cut"; readonly cloth: number; readonly edges: readonly VertexPair[] }
  | { readonly kind: "cut-along"; readonly cloth: number; readonly path: readonly Point[]; readonly reach: number | undefined }
  | { readonly kind: "reset" };

export type FromWorker =
  | ({ readonly kind: "answer"; readonly id: number } & Answer)
  /** What the attendant says. */
  | { readonly kind: "told"; readonly value: unknown }
  /** Of a question, or of an update, which then gives no frame. */
  | { readonly kind: "error"; readonly id: number | undefined; readonly error: WireError }
  | { readonly kind: "frame"; readonly frame: Frame };

/** What an answer holds: a number of edges or steps, or what the attendant says, and meshes that are new. */
export interface Answer {
  readonly value: unknown;
  readonly meshes: readonly ClothMeshNews[];
}

/** A report, with positions of what has moved and places by the numbers of the colliders. */
export interface Frame extends Omit<UpdateReport, "events"> {
  readonly events: readonly WireEvent[];
  readonly cloths: readonly SentArrays[];
  readonly places: ReadonlyMap<number, Float64Array>;
  /** What the attendant adds. */
  readonly attended: unknown;
}

/** The arrays of a cloth, on their way. */
export interface SentArrays extends ClothArrays {
  readonly id: number;
}

export type WireEvent =
  | Exclude<EngineEvent, { kind: "unstable" }>
  | { readonly kind: "unstable"; readonly cloths: readonly number[]; readonly error: WireError };

/** An error as plain data: clones of errors lose their class. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function packError(error: unknown): WireError {
  if (error instanceof InputError)
    return { name: "InputError", message: error.message, fields: { path: error.path, got: error.got, advice: error.advice } };
  if (error instanceof NumericalError)
    return { name: "NumericalError", message: error.message, fields: { step: error.step, time: error.time } };
  const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
  return { name, message, fields: {} };
}

export function unpackError({ name, message, fields }: WireError): Error {
  if (name === "InputError") return new InputError(String(fields.path), String(fields.got), String(fields.advice));
  if (name === "NumericalError") return new NumericalError(message, Number(fields.step), Number(fields.time));
  if (name === "UnsupportedError") return new UnsupportedError(message);
  if (name === "DrapeError") return new DrapeError(message);
  return new Error(`${name} in the worker: ${message}`);
}

/** Why a message cannot be sent. */
export function unsendable(error: unknown): InputError {
  const what = `what a worker cannot be sent (${(error as Error).message})`;
  return new InputError("options", what, "give numbers, strings, lists and typed arrays");
}

/** The buffers of arrays that change hands; shared ones stay. */
export function buffersOf({ positions, normals, tangents }: SentArrays): ArrayBuffer[] {
  return [positions, normals, tangents].flatMap((array) => (array?.buffer instanceof ArrayBuffer ? [array.buffer] : []));
}
