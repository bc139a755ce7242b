import type { BufferGeometry, Material, Mesh, Object3D } from "three";
import type { WorldClothInput } from "../world/world.ts";
import { type GeometrySurface, surfaceFromGeometry } from "./surface-from-geometry.ts";
import { surfaceFromObject } from "./surface-from-object.ts";

/** A piece of cloth as in a world, whose `mesh` may be of three.js: a geometry, or an object with meshes as they stand in its scene. */
export interface ThreeClothInput extends Omit<WorldClothInput, "mesh"> {
  readonly mesh?: WorldClothInput["mesh"] | BufferGeometry | Object3D | undefined;
}

/** What a cloth is made of, and how that looked in three.js. */
export interface ClothSource {
  readonly input: WorldClothInput;
  /** The arrays of what three.js gave. */
  readonly surface: GeometrySurface | undefined;
  readonly material: Material | undefined;
}

/** Takes the arrays of geometries and objects. */
export function readClothSource({ mesh, ...rest }: ThreeClothInput): ClothSource {
  if (mesh === undefined) return { input: rest, surface: undefined, material: undefined };
  if (isGeometry(mesh)) {
    const surface = surfaceFromGeometry(mesh);
    return { input: { ...rest, mesh: surface }, surface, material: undefined };
  }
  if (isObject3D(mesh)) {
    const surface = surfaceFromObject(mesh);
    const { material } = mesh as Mesh;
    return { input: { ...rest, mesh: surface }, surface, material: Array.isArray(material) ? undefined : material };
  }
  return { input: { ...rest, mesh }, surface: undefined, material: undefined };
}

export function isGeometry(value: unknown): value is BufferGeometry {
  return (value as BufferGeometry | null)?.isBufferGeometry === true;
}

export function isObject3D(value: unknown): value is Object3D {
  return (value as Object3D | null)?.isObject3D === true;
}
