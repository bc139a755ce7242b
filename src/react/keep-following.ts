import type { Mesh, Object3D } from "three";
import { followObject, type ThreeBody } from "../three/follow-object.ts";
import type { FollowOptions } from "../three/follower.ts";
import { isClothMesh } from "../three/surface-mesh.ts";
import type { WorldHome } from "./world-context.ts";

/** Bodies that follow an object whose meshes come and go. */
export interface Following {
  /** Looks whether other meshes are there than before: once a frame. */
  look(): void;
  end(): void;
}

/** `find` gives the object, once it is there. */
export function keepFollowing(
  home: WorldHome,
  find: () => Object3D | undefined,
  options: FollowOptions,
  setBody: (body: ThreeBody | undefined) => void,
): Following {
  let body: ThreeBody | undefined;
  let parts: readonly object[] = [];
  let isBusy = false;
  let isGone = false;

  async function follow(object: Object3D): Promise<void> {
    isBusy = true;
    try {
      parts = listParts(object);
      setBody(undefined);
      await body?.remove();
      body = undefined;
      if (isGone || parts.length === 0) return;
      body = await followObject(home.world, object, options);
      if (isGone) body.dispose();
      else setBody(body);
    } catch (error) {
      if (!isGone) home.fail(error as Error);
    } finally {
      isBusy = false;
    }
  }

  return {
    look() {
      if (isBusy || isGone) return;
      const object = find();
      if (object !== undefined && countSame(object, parts, 0) !== parts.length) void follow(object);
    },
    end() {
      isGone = true;
      setBody(undefined);
      queueMicrotask(() => body?.dispose()); // after its world, where that goes too
    },
  };
}

/** Every mesh at and below an object, with its geometry. */
function listParts(object: Object3D): object[] {
  const parts: object[] = [];
  object.traverse((part) => {
    if (isBody(part)) parts.push(part, part.geometry);
  });
  return parts;
}

/** How many of the parts are at and below an object, counted on from `first`; −1 if others are there. */
function countSame(object: Object3D, parts: readonly object[], first: number): number {
  let count = first;
  if (isBody(object)) {
    if (parts[count] !== object || parts[count + 1] !== object.geometry) return -1;
    count += 2;
  }
  for (const child of object.children) {
    count = countSame(child, parts, count);
    if (count < 0) return -1;
  }
  return count;
}

function isBody(object: Object3D): object is Mesh {
  return (object as Mesh).isMesh === true && !isClothMesh(object);
}
