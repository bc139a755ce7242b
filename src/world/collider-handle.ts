import { readTransform } from "../core/body-transform.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readBones } from "./read-bones.ts";
import type { ToldOfBody } from "./told.ts";
import type { WorldCollider, WorldColliderInput } from "./world.ts";
import { idOf, type WorldParts } from "./world-parts.ts";

/** A collider as the world keeps it. */
export interface KeptCollider {
  readonly id: number;
  readonly boneCount: number;
  readonly handle: WorldCollider;
  /** The pose as it is shown. */
  pose: Float64Array;
  remove(): void;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

/** Fields of every collider: any other is its shape. */
const PLAIN_FIELDS = ["name", "motion", "friction", "thickness", "blend", "skin"];

export function createKeptCollider(id: number, input: WorldColliderInput, world: WorldParts): KeptCollider {
  const { name = "" } = input;
  const kind = Object.keys(input).find((field) => !PLAIN_FIELDS.includes(field)) ?? "bones";
  const boneCount = input.skin?.boneCount ?? 0;
  let isRemoved = false;

  function tell(told: ToldOfBody): void {
    if (isRemoved) throw new InputError("collider", JSON.stringify(name), "it was removed from its world: add another");
    world.host.tell(told);
  }

  const kept: KeptCollider = {
    id,
    boneCount,
    pose: IDENTITY.slice(),
    remove() {
      isRemoved = true;
    },
    handle: {
      name,
      kind,
      get isRemoved() {
        return isRemoved;
      },
      place(pose) {
        refuseSkin("place");
        tell({ kind: "place", collider: id, poses: readTransform(pose as never, "pose") });
      },
      move(transform) {
        refuseSkin("move");
        tell({ kind: "move", collider: id, poses: readTransform(transform as never, "transform") });
      },
      setBones: (matrices) => tell({ kind: "bones", collider: id, poses: readBones(matrices, boneCount, "matrices") }),
      readMatrix(out) {
        if (out?.length !== 16) throw new InputError("out", describeValue(out), "give room for 16 numbers");
        const { pose } = kept;
        for (let column = 0; column < 4; column++) {
          for (let c = 0; c < 3; c++) out[4 * column + c] = column < 3 ? pose[3 * c + column] : pose[9 + c];
          out[4 * column + 3] = column === 3 ? 1 : 0;
        }
      },
      async set(changes) {
        await world.change([{ kind: "set-collider", id, changes }]);
      },
      async remove() {
        if (!isRemoved) await world.change([{ kind: "remove-collider", id }]);
      },
    },
  };

  function refuseSkin(method: string): void {
    if (boneCount > 0) throw new InputError(method, "a skin, which goes with its bones", "tell it where these are with setBones");
  }
  idOf.set(kept.handle, id);
  return kept;
}
