import type { Change } from "./change.ts";
import type { ClothMeshNews } from "./engine.ts";
import type { Host } from "./host.ts";
import type { WorldCollider } from "./world.ts";

/** What the handles of a world's cloths and colliders need of it. */
export interface WorldParts {
  readonly host: Host;
  /** Has changes made, and shows what came of them. */
  change(changes: readonly Change[]): Promise<void>;
  /** Shows meshes that are on their way. */
  show(meshes: Promise<readonly ClothMeshNews[]>): Promise<void>;
  colliderOf(collider: WorldCollider): { readonly id: number; readonly boneCount: number };
}

/** The number of each handle. */
export const idOf: WeakMap<object, number> = new WeakMap();
