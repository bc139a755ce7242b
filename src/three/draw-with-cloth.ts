import type { Matrix4, Object3D } from "three";
import type { World } from "../world/world.ts";

/** An object, and where it was when the cloth was as it is shown now. */
export interface DrawnPart {
  readonly object: Object3D;
  /** Writes its matrix in the world; false where it is no longer followed. */
  place(out: Matrix4): boolean;
}

/** Mirrors and other cameras draw a scene several times a frame. After more draws without an update the world rests, and objects are drawn where they are. */
const MOST_DRAWS = 12;

/**
 * Cloth is shown a step behind the caller's clock, and further behind in a worker: a body drawn where it is now would come through it. From now on these
 * objects, and what hangs on them, are drawn at the time of the cloth. Their own position, rotation and matrix are left alone: `matrixWorld` is another while
 * three.js looks where all things are before it draws. Ends when the function that comes back is called.
 */
export function drawWithCloth(world: World, parts: readonly DrawnPart[]): () => void {
  let hasCloth = false;
  let isShown = false;
  let draws = 0;
  const ends = [
    world.on("beforeUpdate", () => {
      hasCloth = world.cloths.length > 0; // without, the world tells of no bodies
      isShown &&= hasCloth;
      draws = 0;
    }),
    world.on("frame", () => {
      isShown = hasCloth && world.failure === undefined;
    }),
    ...parts.map(({ object, place }, n) => {
      return replaceUpdate(object, () => {
        if (n === 0) draws++;
        return isShown && draws <= MOST_DRAWS && place(object.matrixWorld);
      });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Puts `place` before `updateMatrixWorld` of an object, which it stands in for where it gives true. */
function replaceUpdate(object: Object3D, place: () => boolean): () => void {
  if (Object.hasOwn(object, "updateMatrixWorld")) return () => {}; // somebody else has
  const { updateMatrixWorld } = object;
  object.updateMatrixWorld = (force) => {
    if (!object.matrixWorldAutoUpdate || !place()) {
      updateMatrixWorld.call(object, force);
      return;
    }
    if (object.matrixAutoUpdate) object.updateMatrix();
    object.matrixWorldNeedsUpdate = true; // whoever asks for its place gets the present one
    for (const child of object.children) child.updateMatrixWorld(true);
  };
  return () => {
    delete (object as Partial<Object3D>).updateMatrixWorld;
  };
}
