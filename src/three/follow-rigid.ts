import { type InstancedMesh, Matrix4, type Mesh, Quaternion, type SkinnedMesh, Vector3 } from "three";
import { bodyFrame } from "../contact/shapes/body-frame.ts";
import type { ColliderInput } from "../scene/scene-input.ts";
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
  /** Where the object is in the body's own frame, and its scale. */
  readonly inFrame: Matrix4;
  readonly size: Matrix4;
}

/** The same of a body that is to be added. */
interface Awaited {
  readonly start: Matrix4;
  readonly inFrame: Matrix4;
}

/** Mesh bodies that keep their form: one, or one for each instance of an instanced mesh. Scale is taken when they are added. */
export function followRigid(mesh: Mesh, form: BodyForm | undefined): Follower {
  const instanced = (mesh as InstancedMesh).isInstancedMesh ? (mesh as InstancedMesh) : undefined;
  const placed: Placed[] = [];
  let awaited: Awaited[] = [];
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

  /** Where the mesh was when the cloth met it as it is shown, with the scale that it has now. */
  function placeMesh(out: Matrix4): boolean {
    const [{ collider, inFrame, size }] = placed;
    if (collider.isRemoved) return false;
    out.fromArray(collider.matrix).multiply(inFrame).multiply(size);
    return true;
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
        const input = bodyForm(mesh, look(n), form);
        const start = rigidPose(matrix);
        inputs.push(input);
        awaited.push({ start, inFrame: frameOf(input).invert().multiply(start) });
      }
      return inputs;
    },
    adopt(colliders) {
      colliders.forEach((collider, n) => {
        const { start, inFrame } = awaited[n];
        placed.push({ collider, told: start.clone(), fromStart: start.clone().invert(), inFrame, size: new Matrix4() });
      });
    },
    surplus: () => placed.splice(countOf()).map(({ collider }) => collider),
    tell() {
      worldMatrix(mesh);
      const count = Math.min(placed.length, countOf());
      for (let n = 0; n < count; n++) {
        const { collider, fromStart, told, size } = placed[n];
        rigidPose(look(n), pose);
        size.copy(pose).invert().multiply(matrix);
        if (collider.isRemoved || told.equals(pose)) continue;
        told.copy(pose);
        pose.multiply(fromStart).decompose(position, rotation, scale);
        position.toArray(offset);
        rotation.toArray(turn);
        collider.move({ position: offset, rotation: turn });
      }
    },
    drawn: instanced === undefined && !(mesh as unknown as SkinnedMesh).isSkinnedMesh ? [{ object: mesh, place: placeMesh }] : [],
    targetOf: (object) => (object === mesh && instanced === undefined && placed.length > 0 ? { collider: placed[0].collider } : undefined),
  };
}

/** The own frame of a body where it was added. */
function frameOf(input: ColliderInput): Matrix4 {
  const [[kind, shape]] = Object.entries(input);
  const frame = bodyFrame({ kind, ...shape });
  const [a, b, c, d, e, f, g, h, i, x, y, z] = frame;
  return new Matrix4(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}
