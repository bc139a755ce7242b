import { type InstancedMesh, Matrix4, type Mesh, Quaternion, Vector3 } from "three";
import type { WorldCollider } from "../world/world.ts";
import { type BodyForm, bodyForm } from "./body-form.ts";
import type { Follower } from "./follower.ts";
import { rigidPose } from "./rigid-pose.ts";
import { worldMatrix } from "./world-matrix.ts";

/** A body where an object was when it was added, and the way back from there. */
interface Placed {
  readonly collider: WorldCollider;
  readonly fromStart: Matrix4;
  readonly told: Matrix4;
}

/** Mesh bodies that keep their form: one, or one for each instance of an instanced mesh. Scale is taken when they are added. */
export function followRigid(mesh: Mesh, form: BodyForm | undefined): Follower {
  const instanced = (mesh as InstancedMesh).isInstancedMesh ? (mesh as InstancedMesh) : undefined;
  const placed: Placed[] = [];
  let awaited: Matrix4[] = [];
  const matrix = new Matrix4();
  const pose = new Matrix4();
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  const offset = [0, 0, 0];
  const turn = [0, 0, 0, 1];

  const countOf = (): number => instanced?.count ?? 1;

  function look(n: number): Matrix4 {
    if (instanced === undefined) return matrix.copy(mesh.matrixWorld);
    instanced.getMatrixAt(n, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  }

  return {
    object: mesh,
    bones: [],
    get wantedCount() {
      return countOf();
    },
    get colliders() {
      return placed.map(({ collider }) => collider);
    },
    missing() {
      worldMatrix(mesh);
      awaited = [];
      const inputs = [];
      for (let n = placed.length; n < countOf(); n++) {
        inputs.push(bodyForm(mesh, look(n), form));
        awaited.push(rigidPose(matrix));
      }
      return inputs;
    },
    adopt(colliders) {
      colliders.forEach((collider, n) => {
        placed.push({ collider, told: awaited[n].clone(), fromStart: awaited[n].clone().invert() });
      });
    },
    surplus: () => placed.splice(countOf()).map(({ collider }) => collider),
    tell() {
      worldMatrix(mesh);
      const count = Math.min(placed.length, countOf());
      for (let n = 0; n < count; n++) {
        const { collider, fromStart, told } = placed[n];
        if (collider.isRemoved || told.equals(rigidPose(look(n), pose))) continue;
        told.copy(pose);
        pose.multiply(fromStart).decompose(position, rotation, scale);
        position.toArray(offset);
        rotation.toArray(turn);
        collider.move({ position: offset, rotation: turn });
      }
    },
    targetOf: (object) => (object === mesh && instanced === undefined && placed.length > 0 ? { collider: placed[0].collider } : undefined),
  };
}
