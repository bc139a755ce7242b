import { type Bone, Matrix4, type Object3D, type SkinnedMesh } from "three";
import { InputError } from "../core/errors.ts";
import type { WorldCollider, WorldColliderInput } from "../world/world.ts";
import type { Follower } from "./follower.ts";
import { describeObject, readMesh } from "./surface-from-object.ts";
import { weldSurface } from "./weld-surface.ts";
import { worldMatrix } from "./world-matrix.ts";

/** Whether two skins go with the same bones in the same way, so that they are one body. */
export function isSameSkin(a: SkinnedMesh, b: SkinnedMesh): boolean {
  const areAttached = a.bindMode !== "detached" && b.bindMode !== "detached";
  return areAttached && a.skeleton === b.skeleton && a.bindMatrix.equals(b.bindMatrix);
}

/** The skin of a skeleton, live: cloth meets the triangles of its meshes as the bones bend them. Morph targets are passed over. */
export function followSkin(meshes: readonly SkinnedMesh[]): Follower {
  const [mesh] = meshes;
  const { bones, boneInverses } = mesh.skeleton;
  const matrices = new Float64Array(16 * bones.length);
  const told = new Float64Array(16 * bones.length);
  const placed = new Matrix4();
  const bent = new Matrix4();
  let collider: WorldCollider | undefined;
  const size = look(1);

  /** Where each bone takes the mesh, whose size has gone into its vertices: bones turn and shift alone. Gives the size that they all have. */
  function look(scale: number): number {
    // three.js: matrixWorld · bindMatrixInverse · Σ weight · bone · inverse · bindMatrix; the first two cancel out where the skin is attached
    if (mesh.bindMode === "detached") placed.multiplyMatrices(worldMatrix(mesh), mesh.bindMatrixInverse);
    let volume = 0;
    for (let b = 0; b < bones.length; b++) {
      bent.multiplyMatrices(worldMatrix(bones[b]), boneInverses[b]).multiply(mesh.bindMatrix).premultiply(placed);
      const { elements } = bent;
      for (let c = 0; c < 16; c++) matrices[16 * b + c] = c < 12 ? elements[c] / scale : elements[c];
      volume += Math.abs(bent.determinant()) / bones.length;
    }
    return Math.cbrt(volume); // not in a step
  }

  /** Where a bone was when it bent the skin as it is shown. */
  function placeBone(b: number, out: Matrix4): boolean {
    if (collider === undefined || collider.isRemoved) return false;
    bent.fromArray(collider.bones, 16 * b);
    for (let c = 0; c < 12; c++) bent.elements[c] *= size;
    out.copy(placed).invert().multiply(bent);
    out.multiply(bent.multiplyMatrices(boneInverses[b], mesh.bindMatrix).invert());
    return true;
  }

  return {
    object: mesh,
    bones,
    wantedCount: 1,
    get colliders() {
      return collider === undefined ? [] : [collider];
    },
    missing() {
      if (collider !== undefined) return [];
      look(size);
      told.set(matrices);
      return [skinBody(meshes, size, told.slice())];
    },
    adopt([made]) {
      collider = made;
    },
    surplus: () => [],
    drawn: bones.map((object, b) => ({ object, place: (out) => placeBone(b, out) })),
    tell() {
      if (collider === undefined || collider.isRemoved) return;
      look(size);
      let isSame = true;
      for (let c = 0; c < told.length; c++) if (told[c] !== matrices[c]) isSame = false;
      if (isSame) return;
      told.set(matrices);
      collider.setBones(told);
    },
    targetOf(object: Object3D) {
      const bone = bones.indexOf(object as Bone);
      return collider === undefined || bone < 0 ? undefined : { collider, bone };
    },
  };
}

function skinBody(meshes: readonly SkinnedMesh[], size: number, matrices: Float64Array): WorldColliderInput {
  const pieces = meshes.map((mesh) => skinPiece(mesh, size));
  const triangles: number[] = [];
  let first = 0;
  for (const piece of pieces) {
    for (const corner of piece.triangles) triangles.push(first + corner);
    first += piece.positions.length / 3;
  }
  const positions = new Float64Array(3 * first);
  let at = 0;
  for (const piece of pieces) {
    positions.set(piece.positions, at);
    at += piece.positions.length;
  }
  return {
    mesh: { positions, triangles },
    skin: {
      boneCount: meshes[0].skeleton.bones.length,
      indices: pieces.flatMap(({ indices }) => indices),
      weights: pieces.flatMap(({ weights }) => weights),
      matrices,
    },
  };
}

interface SkinPiece {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly indices: readonly number[];
  readonly weights: readonly number[];
}

function skinPiece(mesh: SkinnedMesh, size: number): SkinPiece {
  const path = describeObject(mesh);
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  if (skinIndex === undefined || skinWeight === undefined) {
    throw new InputError(path, "no skinIndex and skinWeight", "give a geometry that has both attributes");
  }
  const { positions, triangles } = readMesh(mesh);
  const scaled = positions.map((value) => value * size);
  const isAlike = (a: number, b: number): boolean => {
    for (let k = 0; k < 4; k++) {
      if (skinIndex.getComponent(a, k) !== skinIndex.getComponent(b, k)) return false;
      if (skinWeight.getComponent(a, k) !== skinWeight.getComponent(b, k)) return false;
    }
    return true;
  };
  const { source, ...surface } = weldSurface(scaled, triangles, path, isAlike);
  const gather = (attribute: typeof skinIndex): number[] =>
    Array.from({ length: 4 * source.length }, (_, e) => attribute.getComponent(source[e >> 2], e & 3));
  return { ...surface, indices: gather(skinIndex), weights: gather(skinWeight) };
}
