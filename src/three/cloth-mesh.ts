import { BufferAttribute, BufferGeometry, DoubleSide, type Material, Mesh, MeshStandardMaterial } from "three";
import { computeNormals } from "../output/normals.ts";
import type { Simulation } from "../sim/simulation.ts";

export interface ClothMeshOptions {
  /** How the cloth looks; a two-sided matt red by default. */
  readonly material?: Material;
}

/** A simulation as a three.js mesh. */
export interface ClothMesh {
  readonly mesh: Mesh;
  /** Brings the mesh up to date with the simulation: call it once a frame, after `simulation.update`. */
  update(): void;
  dispose(): void;
}

export function createClothMesh(simulation: Simulation, options: ClothMeshOptions = {}): ClothMesh {
  const { particleCount, triangles, uv } = simulation;
  const positions = new Float32Array(3 * particleCount);
  const normals = new Float32Array(3 * particleCount);
  const geometry = new BufferGeometry();
  const positionAttribute = new BufferAttribute(positions, 3);
  const normalAttribute = new BufferAttribute(normals, 3);
  geometry.setAttribute("position", positionAttribute);
  geometry.setAttribute("normal", normalAttribute);
  geometry.setAttribute("uv", new BufferAttribute(uv, 2));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  const material = options.material ?? new MeshStandardMaterial({ color: 0xb03a3a, roughness: 0.9, side: DoubleSide });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false; // the bounds move with every step

  function update(): void {
    simulation.readPositions(positions);
    computeNormals(positions, triangles, normals);
    positionAttribute.needsUpdate = true;
    normalAttribute.needsUpdate = true;
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
