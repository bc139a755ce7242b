/// <reference lib="esnext.disposable" preserve="true" />
import type { Mesh, Object3D, SkinnedMesh } from "three";
import { disposable } from "../core/disposable.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readBoolean, readChoice, readObject } from "../core/read.ts";
import { refusePromise } from "../core/refuse-promise.ts";
import { given } from "../scene/given.ts";
import type { World, WorldCollider, WorldColliderInput } from "../world/world.ts";
import { BODY_FORMS } from "./body-form.ts";
import { isObject3D } from "./cloth-source.ts";
import { drawWithCloth } from "./draw-with-cloth.ts";
import { followRigid } from "./follow-rigid.ts";
import { followSkin, isSameSkin } from "./follow-skin.ts";
import type { Follower, FollowOptions } from "./follower.ts";
import { describeObject } from "./surface-from-object.ts";
import { isClothMesh } from "./surface-mesh.ts";
import { type Followed, noteFollowed } from "./targets.ts";

/** Bodies of a world that go where an object of three.js goes. */
export interface ThreeBody extends Disposable {
  readonly object: Object3D;
  /** One for each mesh and instance, and one for all skins of a skeleton. */
  readonly colliders: readonly WorldCollider[];
  /** Tells the world where the object is; every update of the world begins with it. */
  update(): void;
  /** Takes the bodies away. */
  remove(): Promise<void>;
  /** The same, without waiting for it. */
  dispose(): void;
}

/**
 * Makes bodies of all meshes at and below an object that cloth meets, and lets them follow it: call `world.update` alone. Spheres, boxes and capsules of three.js
 * are just these, all other meshes are taken as triangles, skinned ones bend with their bones, and instanced ones are a body for each instance. Whether they
 * are visible does not matter. Scale counts when the body is made.
 */
export async function followObject(world: World, object: Object3D, options: FollowOptions = {}): Promise<ThreeBody> {
  refusePromise(world, "world", "await createWorld before");
  if (typeof world?.addColliders !== "function") throw new InputError("world", describeValue(world), "give what createWorld gave");
  if (!isObject3D(object)) throw new InputError("object", describeValue(object), "give an object of three.js");
  readObject(options, "options", ["shape", "friction", "thickness", "drawWithCloth", "name"]);
  const { shape, friction, thickness, name } = options;
  const isDrawnWithCloth = readBoolean(options.drawWithCloth ?? true, "options.drawWithCloth");
  if (shape !== undefined) readChoice(shape, "options.shape", BODY_FORMS);
  const followers = findFollowers(object, options);
  let isRemoved = false;

  const finish = (follower: Follower, input: WorldColliderInput): WorldColliderInput => {
    return { ...input, name: takeName(world, name ?? (follower.object.name || object.name || "body")), ...given({ friction, thickness }) };
  };

  /** Adds what is missing, all at once: the cloths are made ready for it once. */
  async function addMissing(): Promise<void> {
    const wanted = followers.map((follower) => follower.missing().map((input) => finish(follower, input)));
    const colliders = await world.addColliders(wanted.flat());
    let first = 0;
    followers.forEach((follower, n) => {
      follower.adopt(colliders.slice(first, first + wanted[n].length));
      first += wanted[n].length;
    });
  }

  let change: Promise<unknown> | undefined;
  let failure: unknown;
  /** Instances come and go. */
  function changeCount(): void {
    if (change !== undefined || isRemoved) return;
    const surplus = followers.flatMap((follower) => follower.surplus());
    const isShort = followers.some(({ wantedCount, colliders }) => colliders.length < wantedCount);
    if (surplus.length === 0 && !isShort) return;
    change = Promise.all([...surplus.map((collider) => collider.remove()), isShort ? addMissing() : undefined])
      .catch((error) => {
        failure = error; // the next update tells
      })
      .finally(() => {
        change = undefined;
      });
  }

  function update(): void {
    if (isRemoved) return;
    if (failure !== undefined) {
      const error = failure;
      failure = undefined;
      throw error;
    }
    changeCount();
    for (const follower of followers) follower.tell();
  }

  await addMissing();
  const body: ThreeBody = disposable({
    object,
    get colliders() {
      return followers.flatMap((follower) => follower.colliders);
    },
    update,
    async remove() {
      if (isRemoved) return;
      isRemoved = true;
      for (const end of ends) end();
      await change;
      await Promise.all(followers.flatMap(({ colliders }) => colliders).map((collider) => collider.remove()));
    },
    dispose() {
      body.remove().catch(() => {}); // the world was disposed of
    },
  });
  const followed: Followed = {
    body,
    bones: followers.flatMap(({ bones }) => bones),
    targetOf: (part) => followers.map((follower) => follower.targetOf(part)).find((target) => target !== undefined),
  };
  const parts = isDrawnWithCloth ? followers.flatMap(({ drawn }) => drawn) : [];
  const ends = [world.on("beforeUpdate", update), noteFollowed(world, followed), drawWithCloth(world, parts)];
  return body;
}

/** Skins on the same bones, such as the parts of a figure with several materials, are one body. */
function findFollowers(object: Object3D, { shape }: FollowOptions): Follower[] {
  const skins: SkinnedMesh[][] = [];
  const followers: Follower[] = [];
  object.traverse((part) => {
    if (!(part as Mesh).isMesh || isClothMesh(part)) return;
    if (!(part as SkinnedMesh).isSkinnedMesh || shape !== undefined) {
      followers.push(followRigid(part as Mesh, shape));
      return;
    }
    const skin = skins.find(([first]) => isSameSkin(first, part as SkinnedMesh));
    if (skin === undefined) skins.push([part as SkinnedMesh]);
    else skin.push(part as SkinnedMesh);
  });
  followers.push(...skins.map(followSkin));
  if (followers.length > 0) return followers;
  throw new InputError(describeObject(object), "no meshes", "give an object with meshes in or below it");
}

const names = new WeakMap<World, Map<string, number>>();

/** Names that no other collider has or had: with a number from the second on. */
function takeName(world: World, wanted: string): string {
  const counts = names.get(world) ?? new Map(world.colliders.map(({ name }) => [name, 1]));
  names.set(world, counts);
  for (let n = counts.get(wanted) ?? 0; ; n++) {
    const name = n === 0 ? wanted : `${wanted} ${n + 1}`;
    if (n > 0 && counts.has(name)) continue;
    counts.set(name, 1);
    counts.set(wanted, n + 1);
    return name;
  }
}
