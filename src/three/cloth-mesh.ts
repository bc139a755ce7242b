import { BufferAttribute, BufferGeometry, DoubleSide, type Material, Mesh, MeshStandardMaterial } from "three";
import { compileNormals } from "../output/compile-normals.ts";
import { computeNormals } from "../output/normals.ts";
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

export function createClothMesh(simulation: Simulation, options: ClothMeshOptions = {}): ClothMesh {
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);
  let triangles = new Uint32Array(0);
  let compute = computeNormals;
  compileNormals().then((compiled) => {
    compute = compiled;
  });
  const geometry = new BufferGeometry();
  const material = options.material ?? new MeshStandardMaterial({ color: 0xb03a3a, roughness: 0.9, side: DoubleSide });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false; // the bounds move with every step

  /** The arrays of a cloth that is new or has been cut. */
  function refit(): void {
    geometry.dispose(); // frees what the renderer holds of the old attributes; it takes up the new ones
    triangles = new Uint32Array(simulation.triangles);
    positions = new Float32Array(3 * simulation.particleCount);
    normals = new Float32Array(3 * simulation.particleCount);
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    geometry.setAttribute("uv", new BufferAttribute(simulation.uv, 2));
    geometry.setIndex(new BufferAttribute(triangles, 1));
  }

  let fitted: Uint32Array | undefined;
  function update(): void {
    if (fitted !== simulation.triangles) refit();
    fitted = simulation.triangles;
    simulation.readPositions(positions);
    compute(positions, triangles, normals);
    geometry.getAttribute("position").needsUpdate = true;
    geometry.getAttribute("normal").needsUpdate = true;
    // three keeps the first bounds it computes; rays would miss the cloth where it has moved to
    geometry.boundingSphere = null;
    geometry.boundingBox = null;
  }
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
