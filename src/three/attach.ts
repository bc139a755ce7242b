import type { Object3D } from "three";
import { InputError } from "../core/errors.ts";
import { readAnyObject, readObject } from "../core/read.ts";
import type { PinInput } from "../scene/scene-input.ts";
import type { World, WorldCloth, WorldCollider } from "../world/world.ts";
import type { ClothSource } from "./cloth-source.ts";
import type { ThreeCloth } from "./create-cloth.ts";
import type { ThreeBody } from "./follow-object.ts";
import { nameVertices, readNames, type VertexNames } from "./name-vertices.ts";
import { findTarget } from "./targets.ts";

/** Vertices of a cloth and what they go with, from where both are now. */
export interface AttachTo {
  /** An object of three.js, such as a bone; or what `followObject` or `addCollider` gave. */
  readonly object: Object3D | ThreeBody | WorldCollider;
  /** As for pins. */
  readonly vertices: VertexNames;
  /** An object below it, or a bone of a body, by its name. */
  readonly bone?: string | undefined;
}

/** Cloths made by `createCloth`, for the names of their vertices. */
const sources = new WeakMap<WorldCloth, ClothSource>();

/** From now on vertices of a cloth go with an object, a bone or a body, from where they are: until `cloth.unpin`. */
export async function attach(
  { cloth, world }: ThreeCloth,
  vertices: VertexNames,
  object: AttachTo["object"],
  bone?: string,
): Promise<void> {
  const source = sources.get(cloth) ?? { input: {}, surface: undefined, material: undefined };
  const numbers = nameVertices(cloth, source, vertices, "vertices");
  const target = await findTarget(world, object, bone, "");
  cloth.attach(numbers, target.collider, target.bone);
}

/** Attachments of a cloth to come. */
export interface Attachments {
  /** They hold its vertices until `hold` does, after so many pins of its own. */
  readonly pins: readonly PinInput[];
  /** The same promise, but errors of these pins are told as those of attachments. */
  named<T>(added: Promise<T>, ownPins?: number): Promise<T>;
  hold(cloth: WorldCloth, source: ClothSource): void;
}

/** Finds bodies, or makes anchors, before the cloth is there: it must not fall meanwhile. */
export async function prepareAttachments(world: World, wanted: readonly AttachTo[]): Promise<Attachments> {
  const read = wanted.map((one, n) => {
    const path = wanted.length === 1 ? "cloth.attachTo" : `cloth.attachTo[${n}]`;
    readObject(readAnyObject(one, path), path, ["object", "vertices", "bone"]);
    return { ...one, path };
  });
  const targets = await Promise.all(read.map(({ object, bone, path }) => findTarget(world, object, bone, path)));
  return {
    pins: read.map(({ vertices, path }) => ({ vertices: readNames(vertices, `${path}.vertices`) })),
    named: (added, ownPins = 0) =>
      added.catch((error) => {
        const [all = "", place] = error instanceof InputError ? (/^cloth\.pins\[(\d+)\](?:\.vertices)?/.exec(error.path) ?? []) : [];
        const { path } = read[Number(place) - ownPins] ?? {};
        throw path === undefined ? error : new InputError(`${path}.vertices${error.path.slice(all.length)}`, error.got, error.advice);
      }),
    hold(cloth, source) {
      sources.set(cloth, source);
      read.forEach(({ vertices, path }, n) => {
        cloth.attach(nameVertices(cloth, source, vertices, `${path}.vertices`), targets[n].collider, targets[n].bone);
      });
    },
  };
}
