import type { VertexPair } from "../mesh/cut.ts";
import type { Change } from "./change.ts";
import type { ClothArrays, ClothMeshNews, EngineScene, UpdateReport } from "./engine.ts";
import type { Point, Told } from "./told.ts";

/** Where a world's engine is: in this thread, or in a worker. What it has to say comes through `HostNews`. */
export interface Host {
  readonly isWorker: boolean;
  change(changes: readonly Change[]): Promise<readonly ClothMeshNews[]>;
  load(scene: EngineScene): Promise<readonly ClothMeshNews[]>;
  /** Takes whole steps; gives how many. `show` shows what they have brought. */
  step(count: number, signal?: AbortSignal): Promise<number>;
  /** Asks the attendant; `show` shows what it has changed. */
  ask(question: unknown): Promise<unknown>;
  tell(told: Told): void;
  update(seconds: number, maxSteps: number, onStep: ((time: number) => void) | undefined): void;
  /** Shows what is there now; resolves when it is shown. */
  show(): Promise<void>;
  cut(cloth: number, edges: readonly VertexPair[]): Promise<readonly ClothMeshNews[]>;
  cutAlong(cloth: number, path: readonly Point[], reach: number | undefined): Promise<{ edges: number; meshes: readonly ClothMeshNews[] }>;
  reset(): Promise<readonly ClothMeshNews[]>;
  watchContacts(): void;
  /** Resolves when all that was asked for is done and has been shown. */
  settle(): Promise<void>;
  dispose(): void;
}

/** What a host tells its world. */
export interface HostNews {
  /** The arrays of a cloth, which the host fills; undefined where there is no such cloth any more. */
  arraysOf(cloth: number): ClothArrays | undefined;
  /** Other meshes: before the positions that go with them. */
  meshes(meshes: readonly ClothMeshNews[]): void;
  /** The arrays are filled. Places are those of all colliders as shown, matrices of 16 numbers, by their numbers; those of all its bones of a skin. */
  frame(report: UpdateReport, places: ReadonlyMap<number, Float64Array>, attended: unknown): void;
  /** The attendant says something. */
  message(value: unknown): void;
  failed(error: Error): void;
}
