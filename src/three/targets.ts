import { type Bone, Matrix4, type Object3D } from "three";
import { describeValue, InputError, nearestWord } from "../core/errors.ts";
import { joinPath } from "../core/read.ts";
import type { World, WorldCollider } from "../world/world.ts";
import { isObject3D } from "./cloth-source.ts";
import type { ThreeBody } from "./follow-object.ts";
import { rigidPose } from "./rigid-pose.ts";
import { worldMatrix } from "./world-matrix.ts";

/** What vertices of a cloth can go with: a body, or a bone of one. */
export interface Target {
  readonly collider: WorldCollider;
  readonly bone?: number;
}

/** A body that follows objects, for those who look for one of these. */
export interface Followed {
  readonly body: ThreeBody;
  targetOf(object: Object3D): Target | undefined;
  readonly bones: readonly Bone[];
}

const followedIn = new WeakMap<World, Set<Followed>>();
const anchorsIn = new WeakMap<World, Map<Object3D, Promise<Target>>>();

/** Lets `findTarget` find it, until the function that comes back is called. */
export function noteFollowed(world: World, followed: Followed): () => void {
  const all = followedIn.get(world) ?? new Set();
  followedIn.set(world, all.add(followed));
  return () => all.delete(followed);
}

/** The body for an object, a body or a collider; a bone of it by its name. An object that no body follows gets an anchor, which cloth does not meet. */
export async function findTarget(
  world: World,
  object: Object3D | ThreeBody | WorldCollider,
  bone: string | undefined,
  path: string,
): Promise<Target> {
  if (isObject3D(object)) {
    const part = bone === undefined ? object : object.getObjectByName(bone);
    if (part === undefined) throw new InputError(joinPath(path, "bone"), JSON.stringify(bone), "there is no object of that name below it");
    for (const followed of followedIn.get(world) ?? []) {
      const target = followed.targetOf(part);
      if (target !== undefined) return target;
    }
    return anchorOf(world, part);
  }
  if (world.colliders.includes(object as WorldCollider)) return { collider: object as WorldCollider };
  const found = [...(followedIn.get(world) ?? [])].find(({ body }) => body === object);
  if (found === undefined)
    throw new InputError(joinPath(path, "object"), describeValue(object), "give an object of three.js, or a body of this world");
  return targetOn(found, bone, path);
}

function targetOn({ body, bones, targetOf }: Followed, bone: string | undefined, path: string): Target {
  const names = bones.map(({ name }) => name);
  if (bone === undefined) {
    if (bones.length === 0 && body.colliders.length === 1) return { collider: body.colliders[0] };
    const advice = bones.length > 0 ? `name one of ${names.slice(0, 12).join(", ")}` : "give one of its objects instead";
    throw new InputError(joinPath(path, "bone"), "nothing", advice);
  }
  const target = names.includes(bone) ? targetOf(bones[names.indexOf(bone)]) : undefined;
  if (target !== undefined) return target;
  const near = nearestWord(bone, names);
  const advice = names.length === 0 ? "leave it away: the body has no bones" : `give one of ${names.slice(0, 12).join(", ")}`;
  throw new InputError(joinPath(path, "bone"), JSON.stringify(bone), near === undefined ? advice : `did you mean "${near}"?`);
}

function anchorOf(world: World, object: Object3D): Promise<Target> {
  const anchors = anchorsIn.get(world) ?? new Map<Object3D, Promise<Target>>();
  anchorsIn.set(world, anchors);
  const known = anchors.get(object);
  if (known !== undefined) return known;
  const made = createAnchor(world, object);
  anchors.set(object, made);
  made.catch(() => anchors.delete(object));
  return made;
}

/** A bone without skin that follows an object for as long as the world lives. */
async function createAnchor(world: World, object: Object3D): Promise<Target> {
  const pose = new Matrix4();
  const told = new Matrix4();
  const look = (): Matrix4 => rigidPose(worldMatrix(object), pose);
  told.copy(look());
  const collider = await world.addCollider({ skin: { boneCount: 1, indices: [], weights: [], matrices: told.toArray() } });
  world.on("beforeUpdate", () => {
    if (collider.isRemoved || told.equals(look())) return;
    told.copy(pose);
    collider.setBones(told.elements);
  });
  return { collider, bone: 0 };
}
