import { BufferAttribute, BufferGeometry, DoubleSide, type Material, Mesh, MeshStandardMaterial } from "three";
import { describeValue, InputError } from "../core/errors.ts";
import { readObject } from "../core/read.ts";
import type { Simulation } from "../sim/simulation.ts";

export interface ClothMeshOptions {
  /** How the cloth looks; a two-sided matt red by default. */
  readonly material?: Material;
}

/** A simulation as a three.js mesh. */
export interface ClothMesh {
  readonly mesh: Mesh;
  /** Brings the mesh up to date with the simulation, cuts included: call it once a frame, after `simulation.update`. */
  update(): void;
  dispose(): void;
}

/** The surface that is drawn for the cloth as it is cut now. */
export interface DrawnSurface {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly uv?: Float32Array | undefined;
  /** Writes the positions [m] and unit normals of the present state. */
  read(positions: Float32Array, normals: Float32Array): void;
}

/** Refuses options with other keys than these, and a material that is none. */
export function checkOptions(options: ClothMeshOptions, keys: readonly string[]): void {
  const { material } = readObject(options, "options", keys);
  const isMaterial = (material as { readonly isMaterial?: boolean } | undefined | null)?.isMaterial === true;
  if (material === undefined || isMaterial) return;
  throw new InputError("options.material", describeValue(material), "give a material of three.js, such as a MeshStandardMaterial");
}

/** A three.js mesh of the surface that `createSurface` gives, at first and again after each cut. */
export function createSurfaceMesh(simulation: Simulation, createSurface: () => DrawnSurface, options: ClothMeshOptions): ClothMesh {
  const geometry = new BufferGeometry();
  const material = options.material ?? new MeshStandardMaterial({ color: 0xb03a3a, roughness: 0.9, side: DoubleSide });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false; // the bounds move with every step
  let fitted = simulation.triangles;
  let surface = createSurface();
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);

  function createAttributes(): void {
    geometry.dispose(); // frees what the renderer holds of the old attributes; it takes up the new ones
    positions = new Float32Array(3 * surface.vertexCount);
    normals = new Float32Array(3 * surface.vertexCount);
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    if (surface.uv !== undefined) geometry.setAttribute("uv", new BufferAttribute(surface.uv, 2));
    geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  }

  function update(): void {
    if (fitted !== simulation.triangles) {
      fitted = simulation.triangles;
      surface = createSurface();
      createAttributes();
    }
    surface.read(positions, normals);
    geometry.getAttribute("position").needsUpdate = true;
    geometry.getAttribute("normal").needsUpdate = true;
    // three keeps the first bounds it computes; rays would miss the cloth where it has moved to
    geometry.boundingSphere = null;
    geometry.boundingBox = null;
  }
  createAttributes();
  update();
  return {
    mesh,
    update,
    dispose() {
      geometry.dispose();
      if (options.material === undefined) material.dispose();
    },
  };
}
