/// <reference lib="esnext.disposable" preserve="true" />
import type { Material, Mesh, Object3D } from "three";
import { disposable } from "../core/disposable.ts";
import { InputError } from "../core/errors.ts";
import { readAnyObject, readBoolean, readInteger } from "../core/read.ts";
import { refusePromise } from "../core/refuse-promise.ts";
import type { OnStep, UpdateOptions } from "../core/update-options.ts";
import { createWorld } from "../world/create-world.ts";
import type { World, WorldCloth, WorldOptions } from "../world/world.ts";
import { type AttachTo, prepareAttachments } from "./attach.ts";
import { type ClothSource, isGeometry, isObject3D, readClothSource, type ThreeClothInput } from "./cloth-source.ts";
import { boundSurface, type CarryingCloth, subdividedSurface } from "./drawn-surface.ts";
import type { GeometrySurface } from "./surface-from-geometry.ts";
import { checkOptions, createSurfaceMesh, type DrawnSurface } from "./surface-mesh.ts";

/** A piece of cloth for `createCloth`. */
export interface ThreeClothDescription extends ThreeClothInput {
  /** What vertices go with: objects of three.js, their bones, or bodies. */
  readonly attachTo?: AttachTo | readonly AttachTo[] | undefined;
}

export interface ThreeClothOptions {
  /** How the cloth looks; that of the mesh it is made of, else a two-sided matt red, by default. It stays yours. */
  readonly material?: Material | undefined;
  /** So often the simulated triangles are divided in four and smoothed, 0 to 3. Default: 0. */
  readonly smooth?: number | undefined;
  /** Default: true. */
  readonly castShadow?: boolean | undefined;
  readonly receiveShadow?: boolean | undefined;
}

/** A cloth of a world as a three.js mesh, which keeps itself up to date. */
export interface ThreeCloth extends Disposable {
  /** In world coordinates, wherever in a scene it hangs; leaves it when the cloth is removed. */
  readonly mesh: Mesh;
  readonly cloth: WorldCloth;
  readonly world: World;
  /** The object that it was attached to first (`attachTo`). */
  readonly anchor: Object3D | undefined;
  /** `world.update`: once a frame, for all that is in the world. */
  update(seconds: number, options?: UpdateOptions | OnStep): void;
  /** Takes mesh and cloth away, and the world too if it was made for this cloth. */
  dispose(): void;
}

/**
 * Cloth in a three.js scene, from options to a mesh: adds a cloth to a world, or to one made of these options for it alone, and gives the mesh to add
 * to the scene. What the world shows goes into the mesh by itself.
 */
export async function createCloth(
  worldOrOptions: World | WorldOptions,
  description: ThreeClothDescription,
  options: ThreeClothOptions = {},
): Promise<ThreeCloth> {
  refusePromise(worldOrOptions, "world", "await createWorld before");
  readAnyObject(description, "cloth");
  refuseBareMesh(description);
  const { attachTo = [], ...own } = description;
  const read = readOptions(options);
  const found = readClothSource(own);
  const material = read.material ?? found.material;
  const withTangents = own.withTangents ?? needsTangents(material);
  const source: ClothSource = { ...found, input: { ...found.input, withTangents: withTangents && read.smooth === 0 } };
  const isOwner = !isWorld(worldOrOptions);
  const world = isOwner ? await createWorld(worldOrOptions) : worldOrOptions;
  let cloth: WorldCloth | undefined;
  try {
    const attachments = await prepareAttachments(world, Array.isArray(attachTo) ? attachTo : [attachTo]);
    cloth = await attachments.named(
      world.addCloth({ ...source.input, pins: [...(own.pins ?? []), ...attachments.pins] }),
      own.pins?.length,
    );
    attachments.hold(cloth, source);
    const { mesh, dispose } = drawCloth(world, cloth, found.surface, { ...read, material, withTangents });
    const made = cloth;
    return disposable({
      mesh,
      cloth,
      world,
      anchor: anchorOf(attachTo),
      update: (seconds: number, further?: UpdateOptions | OnStep) => world.update(seconds, further),
      dispose() {
        dispose();
        if (isOwner) world.dispose();
        else if (!made.isRemoved) made.remove().catch(() => {}); // its world was disposed of meanwhile
      },
    });
  } catch (error) {
    if (isOwner) world.dispose();
    else await cloth?.remove();
    throw error;
  }
}

function anchorOf(attachTo: AttachTo | readonly AttachTo[]): Object3D | undefined {
  const [first] = [attachTo].flat() as readonly AttachTo[];
  if (first === undefined || !isObject3D(first.object)) return undefined;
  return first.bone === undefined ? first.object : first.object.getObjectByName(first.bone);
}

interface Look extends Required<Omit<ThreeClothOptions, "material">> {
  readonly smooth: number;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  readonly material: Material | undefined;
}

function readOptions(options: ThreeClothOptions): Look {
  checkOptions(options, ["material", "smooth", "castShadow", "receiveShadow"]);
  const { material, smooth = 0, castShadow = true, receiveShadow = true } = options;
  return {
    material,
    smooth: readInteger(smooth, "options.smooth", { min: 0, max: 3 }),
    castShadow: readBoolean(castShadow, "options.castShadow"),
    receiveShadow: readBoolean(receiveShadow, "options.receiveShadow"),
  };
}

/** What newcomers give in place of `{ mesh }`. */
function refuseBareMesh(description: object): void {
  if (!isGeometry(description) && !isObject3D(description)) return;
  throw new InputError("cloth", isGeometry(description) ? "a geometry" : "an object of three.js", "give it as { mesh }");
}

function isWorld(value: World | WorldOptions): value is World {
  return typeof (value as World | undefined)?.addCloth === "function";
}

/** Whether three.js shades a material by tangents. */
function needsTangents(material: Material | undefined): boolean {
  const { normalMap, anisotropy } = (material ?? {}) as { normalMap?: unknown; anisotropy?: number };
  return (normalMap !== undefined && normalMap !== null) || (anisotropy !== undefined && anisotropy > 0);
}

/** The mesh of a cloth, which follows what its world shows until it is disposed of or the cloth removed. */
function drawCloth(
  world: World,
  cloth: WorldCloth,
  surface: GeometrySurface | undefined,
  { smooth, material, withTangents, castShadow, receiveShadow }: Look & { readonly withTangents: boolean },
): { readonly mesh: Mesh; dispose(): void } {
  const createSurface = surfaceOf(cloth, surface, smooth);
  const drawn = createSurfaceMesh(() => cloth.revision, createSurface, { withTangents, material });
  const { mesh } = drawn;
  mesh.name = cloth.name;
  mesh.castShadow = castShadow;
  mesh.receiveShadow = receiveShadow;
  mesh.matrixWorldAutoUpdate = false; // positions are in world coordinates already
  let seen = cloth.revision;
  let wasAsleep = false;
  const end = world.on("frame", () => {
    if (cloth.isRemoved) {
      dispose();
      return;
    }
    if (((cloth.isAsleep && wasAsleep) || cloth.isHidden) && cloth.revision === seen) return; // nothing has moved
    wasAsleep = cloth.isAsleep;
    seen = cloth.revision;
    drawn.update();
  });
  function dispose(): void {
    end();
    mesh.removeFromParent();
    drawn.dispose();
  }
  return { mesh, dispose };
}

/** What is drawn: the simulated triangles; their subdivision; or the mesh that was given, where the cloth has lost its seams. */
function surfaceOf(cloth: WorldCloth, surface: GeometrySurface | undefined, smooth: number): () => DrawnSurface {
  let start = Float64Array.from(cloth.positions);
  const clothNow = (): CarryingCloth => {
    const { triangles, vertexCount, uv, origin } = cloth;
    return { triangles, vertexCount, uv, origin, read: (out) => out.set(cloth.positions) };
  };
  if (smooth > 0) {
    return () => {
      if (1 + cloth.origin.reduce((last, vertex) => Math.max(last, vertex), 0) !== start.length / 3)
        start = Float64Array.from(cloth.positions);
      return subdividedSurface(clothNow(), start, smooth);
    };
  }
  if (surface === undefined || surface.positions.length === cloth.positions.length) return () => simulatedSurface(cloth);
  const triangleCount = cloth.triangles.length;
  const bound = boundSurface(clothNow, start, surface);
  return () => (cloth.triangles.length === triangleCount ? bound() : simulatedSurface(cloth)); // another mesh was set
}

function simulatedSurface(cloth: WorldCloth): DrawnSurface {
  const { triangles, vertexCount, uv } = cloth;
  return {
    triangles,
    vertexCount,
    uv: uv.length > 0 ? uv : undefined,
    read(positions, normals, tangents) {
      positions.set(cloth.positions);
      normals.set(cloth.normals);
      if (tangents !== undefined && cloth.tangents !== undefined) tangents.set(cloth.tangents);
    },
  };
}
