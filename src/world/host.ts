import type { VertexPair } from "../mesh/cut.ts";
import type { Change } from "./change.ts";
import type { ClothArrays, ClothMeshNews, UpdateReport } from "./engine.ts";
import type { Point, Told } from "./told.ts";

/** Where a world's engine is: in this thread, or in a worker. What it has to say comes through `HostNews`. */
export interface Host {
  readonly isWorker: boolean;
  change(changes: readonly Change[]): Promise<readonly ClothMeshNews[]>;
  tell(told: Told): void;
  update(seconds: number, maxSteps: number, onStep: ((time: number) => void) | undefined): void;
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
  frame(report: UpdateReport, places: ReadonlyMap<number, Float64Array>): void;
  failed(error: Error): void;
}
