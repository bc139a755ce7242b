import { PLACE_SIZE, readPlace } from "../core/body-place.ts";
import { readTransform } from "../core/body-transform.ts";
import { describeValue, InputError } from "../core/errors.ts";
import type { readBones } from "../core/read-bones.ts";
import { isColliderShape } from "../scene/collider-shape.ts";
import type { ToldOfBody } from "./told.ts";
import type { WorldCollider, WorldColliderInput } from "./world.ts";
import { idOf, type WorldParts } from "./world-parts.ts";

/** A collider as the world keeps it. */
export interface KeptCollider {
  readonly id: number;
  readonly boneCount: number;
  readonly handle: WorldCollider;
  /** Takes over where it is as shown, or all its bones. */
  show(place: Float64Array): void;
  remove(): void;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** `read` is the code of bones, which colliders with a skin need. */
export function createKeptCollider(id: number, input: WorldColliderInput, world: WorldParts, read?: typeof readBones): KeptCollider {
  const { name = "" } = input;
  const kind = Object.keys(input).find(isColliderShape) ?? "bones";
  const boneCount = input.skin?.boneCount ?? 0;
  const bones = new Float64Array(PLACE_SIZE * boneCount);
  for (let b = 0; b < boneCount; b++) bones.set(IDENTITY, PLACE_SIZE * b);
  if (input.skin?.matrices !== undefined) bones.set(input.skin.matrices);
  let isRemoved = false;

  function tell(told: ToldOfBody): void {
    if (isRemoved) throw new InputError("collider", JSON.stringify(name), "it was removed from its world: add another");
    world.host.tell(told);
  }

  const kept: KeptCollider = {
    id,
    boneCount,
    show: (place) => (boneCount > 0 ? bones : kept.handle.matrix).set(place),
    remove() {
      isRemoved = true;
    },
    handle: {
      name,
      kind,
      matrix: IDENTITY.slice(),
      bones,
      get isRemoved() {
        return isRemoved;
      },
      place(place) {
        refuseSkin("place");
        tell({ kind: "place", collider: id, poses: readPlace(place, "place") });
      },
      move(transform) {
        refuseSkin("move");
        tell({ kind: "move", collider: id, poses: readTransform(transform, "transform") });
      },
      setBones(matrices) {
        if (read === undefined) throw new InputError("matrices", describeValue(matrices), "only a collider with a skin has bones");
        tell({ kind: "bones", collider: id, poses: read(matrices, boneCount, "matrices") });
      },
      async set(changes) {
        await world.change([{ kind: "set-collider", id, changes }]);
      },
      async remove() {
        if (isRemoved) return;
        await world.change([{ kind: "remove-collider", id }]).catch((error) => {
          if (!isRemoved) throw error; // else the world was disposed of meanwhile
        });
      },
    },
  };

  function refuseSkin(method: string): void {
    if (boneCount > 0) throw new InputError(method, "a skin, which goes with its bones", "tell it where these are with setBones");
  }
  idOf.set(kept.handle, id);
  return kept;
}
