/// <reference lib="esnext.disposable" preserve="true" />
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Sphere,
} from "three";
import { disposable } from "../core/disposable.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readObject } from "../core/read.ts";
import { boundPositions } from "./bound-positions.ts";

export interface ClothMeshOptions {
  /** How the cloth looks; a two-sided matt red by default. */
  readonly material?: Material | undefined;
}

/** A simulation as a three.js mesh. */
export interface ClothMesh extends Disposable {
  readonly mesh: Mesh;
  /** Brings the mesh up to date with the simulation, cuts included: call it once a frame, after `simulation.update`. */
  update(): void;
  /** Frees what the renderer holds of it; `using` does it too. The simulation and a material of your own stay as they are. */
  dispose(): void;
}

/** The surface that is drawn for the cloth as it is cut now. */
export interface DrawnSurface {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly uv?: Float32Array | undefined;
  /** Writes the positions [m], unit normals and, where they are wanted, tangents of the present state. */
  read(positions: Float32Array, normals: Float32Array, tangents: Float32Array | undefined): void;
}

/** Refuses options with other keys than these, and a material that is none. */
export function checkOptions(options: ClothMeshOptions, keys: readonly string[]): void {
  const { material } = readObject(options, "options", keys);
  const isMaterial = (material as { readonly isMaterial?: boolean } | undefined | null)?.isMaterial === true;
  if (material === undefined || isMaterial) return;
  throw new InputError("options.material", describeValue(material), "give a material of three.js, such as a MeshStandardMaterial");
}

export interface SurfaceMeshOptions extends ClothMeshOptions {
  readonly withTangents?: boolean;
}

const clothMeshes = new WeakSet<Object3D>();

/** Whether an object is a mesh of cloth that Drape made. */
export function isClothMesh(object: Object3D): boolean {
  return clothMeshes.has(object);
}

/** A three.js mesh of the surface that `createSurface` gives: at first, and again whenever `revisionOf` gives something else. */
export function createSurfaceMesh(revisionOf: () => unknown, createSurface: () => DrawnSurface, options: SurfaceMeshOptions): ClothMesh {
  const geometry = new BufferGeometry();
  const material = options.material ?? new MeshStandardMaterial({ color: 0xb03a3a, roughness: 0.9, side: DoubleSide });
  const mesh = new Mesh(geometry, material);
  clothMeshes.add(mesh);
  // three keeps the first bounds it computes; frusta and rays would miss the cloth where it has moved to
  const box = new Box3();
  const sphere = new Sphere();
  geometry.boundingBox = box;
  geometry.boundingSphere = sphere;
  let fitted = revisionOf();
  let surface = createSurface();
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);
  let tangents: Float32Array | undefined;

  function createAttributes(): void {
    geometry.dispose(); // frees what the renderer holds of the old attributes; it takes up the new ones
    positions = new Float32Array(3 * surface.vertexCount);
    normals = new Float32Array(3 * surface.vertexCount);
    geometry.setAttribute("position", new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3).setUsage(DynamicDrawUsage));
    if (options.withTangents === true) {
      tangents = new Float32Array(4 * surface.vertexCount);
      geometry.setAttribute("tangent", new BufferAttribute(tangents, 4).setUsage(DynamicDrawUsage));
    }
    if (surface.uv !== undefined) geometry.setAttribute("uv", new BufferAttribute(surface.uv, 2));
    else geometry.deleteAttribute("uv");
    geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  }

  function update(): void {
    const revision = revisionOf();
    if (fitted !== revision) {
      fitted = revision;
      surface = createSurface();
      createAttributes();
    }
    surface.read(positions, normals, tangents);
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.normal.needsUpdate = true;
    if (tangents !== undefined) geometry.attributes.tangent.needsUpdate = true;
    boundPositions(positions, box, sphere);
  }
  createAttributes();
  update();
  return disposable({
    mesh,
    update,
    dispose() {
      geometry.dispose();
      if (options.material === undefined) material.dispose();
    },
  });
}
