import { Bone, BufferAttribute, BufferGeometry, Group, Matrix4, MeshPhysicalMaterial, Skeleton, SkinnedMesh } from "three";
import type { FigureSkin } from "../worker/figure-skin.ts";

/** The figures of the scene as they are drawn: plain mannequins whose skin follows the bones of the simulation. */
export interface FigureView {
  readonly object: Group;
  /** Takes up the figures of another scene. */
  setSkins(skins: readonly FigureSkin[]): void;
  /** Puts them where the simulation has them: 12 numbers a collider, the rows of a rotation matrix and an offset [m]. */
  setPoses(poses: Float32Array): void;
  setDark(dark: boolean): void;
}

export function createFigureView(): FigureView {
  const object = new Group();
  const material = new MeshPhysicalMaterial({ roughness: 0.62, metalness: 0, sheen: 0.25, sheenRoughness: 0.6 });
  let firstBones: number[] = [];

  return {
    object,
    setSkins(skins) {
      for (const figure of object.children) {
        (figure as SkinnedMesh).geometry.dispose();
        (figure as SkinnedMesh).skeleton.dispose();
      }
      object.clear();
      firstBones = skins.map(({ firstBone }) => firstBone);
      for (const skin of skins) object.add(makeFigure(skin, material));
    },
    setPoses(poses) {
      object.children.forEach((figure, k) => {
        (figure as SkinnedMesh).skeleton.bones.forEach((bone, b) => {
          const p = Array.from(poses.subarray(12 * (firstBones[k] + b), 12 * (firstBones[k] + b) + 12));
          if (p.length < 12) return;
          bone.matrix.set(p[0], p[1], p[2], p[9], p[3], p[4], p[5], p[10], p[6], p[7], p[8], p[11], 0, 0, 0, 1);
          bone.matrixWorldNeedsUpdate = true;
        });
      });
    },
    setDark(dark) {
      material.color.set(dark ? 0xb7aea6 : 0xd8cfc6);
    },
  };
}

/** The bones' matrices move the skin at rest to where it is now, so all of them hang from the figure itself and none has an own rest pose. */
function makeFigure(skin: FigureSkin, material: MeshPhysicalMaterial): SkinnedMesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(skin.positions, 3));
  geometry.setAttribute("skinIndex", new BufferAttribute(skin.bones, 4));
  geometry.setAttribute("skinWeight", new BufferAttribute(skin.weights, 4));
  geometry.setIndex(new BufferAttribute(skin.triangles, 1));
  geometry.computeVertexNormals();
  const figure = new SkinnedMesh(geometry, material);
  const bones = Array.from({ length: skin.boneCount }, () => {
    const bone = new Bone();
    bone.matrixAutoUpdate = false;
    return bone;
  });
  figure.add(...bones);
  figure.bind(
    new Skeleton(
      bones,
      bones.map(() => new Matrix4()),
    ),
    new Matrix4(),
  );
  figure.castShadow = true;
  figure.receiveShadow = true;
  figure.frustumCulled = false;
  return figure;
}
