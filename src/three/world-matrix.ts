import type { Matrix4, Object3D } from "three";

/**
 * The matrix of an object in the world as it is now, its ancestors' included. Unlike `updateWorldMatrix` of three.js it leaves their flags alone: clearing those
 * of a parent keeps its other children from following it when the scene is drawn.
 */
export function worldMatrix(object: Object3D): Matrix4 {
  const { parent, matrixWorld } = object;
  if (object.matrixAutoUpdate) object.updateMatrix();
  if (!object.matrixWorldAutoUpdate) return matrixWorld;
  return parent === null ? matrixWorld.copy(object.matrix) : matrixWorld.multiplyMatrices(worldMatrix(parent), object.matrix);
}
