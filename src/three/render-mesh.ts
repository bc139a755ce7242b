import { BufferAttribute, BufferGeometry, DoubleSide, type Material, Mesh, MeshStandardMaterial } from "three";
import { type BindOptions, bindRenderMesh, type RenderSurface, updateRenderMesh } from "../output/render-mesh.ts";
import { followCut } from "../output/render-mesh-cut.ts";
import { subdivideSurface, updateSubdivision } from "../output/subdivide-surface.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { ClothMesh, ClothMeshOptions } from "./cloth-mesh.ts";

export interface RenderMeshOptions extends ClothMeshOptions {
  /** So often the simulated triangles are divided in four, 2 by default; of no use with `surface`. */
  readonly levels?: number;
  /** A mesh of your own in the cloth's start pose, to be drawn in place of a subdivision. */
  readonly surface?: RenderSurface;
  /** How that mesh finds its triangles. */
  readonly bind?: BindOptions;
}

/** What one state of the cloth's triangles is drawn with. */
interface Fit {
  readonly triangles: Uint32Array;
  readonly uv: Float32Array | Float64Array | undefined;
  readonly vertexCount: number;
  update(simulated: Float64Array, positions: Float32Array, normals: Float32Array): void;
}

/**
 * A simulation as a three.js mesh that is finer than the simulated one: its smooth subdivision, or a mesh of your own that it carries along.
 * The cloth is taken as it lies now for its start pose, so call this before the first step.
 */
export function createRenderMesh(simulation: Simulation, options: RenderMeshOptions = {}): ClothMesh {
  const start = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(start);
  const fitNow = options.surface
    ? boundFit(simulation, start, options.surface, options.bind)
    : () => subdividedFit(simulation, start, options.levels ?? 2);

  let simulated = start.slice();
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);
  let fitted: Uint32Array | undefined;
  let fit = fitNow();
  const geometry = new BufferGeometry();
  const material: Material = options.material ?? new MeshStandardMaterial({ color: 0xb03a3a, roughness: 0.9, side: DoubleSide });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false; // the bounds move with every step

  /** The arrays of a cloth that is new or has been cut. */
  function refit(): void {
    if (fitted !== undefined) fit = fitNow();
    geometry.dispose(); // frees what the renderer holds of the old attributes; it takes up the new ones
    simulated = new Float64Array(3 * simulation.particleCount);
    positions = new Float32Array(3 * fit.vertexCount);
    normals = new Float32Array(3 * fit.vertexCount);
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    if (fit.uv) geometry.setAttribute("uv", new BufferAttribute(Float32Array.from(fit.uv), 2));
    geometry.setIndex(new BufferAttribute(fit.triangles, 1));
  }

  function update(): void {
    if (fitted !== simulation.triangles) refit();
    fitted = simulation.triangles;
    simulation.readPositions(simulated);
    fit.update(simulated, positions, normals);
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

/** The subdivision of the cloth as it is cut now; copies of a vertex start where the vertex did. */
function subdividedFit(simulation: Simulation, start: Float64Array, levels: number): Fit {
  const { particleCount, triangles, origin, uv } = simulation;
  const positions = new Float64Array(3 * particleCount);
  for (let i = 0; i < particleCount; i++) positions.set(start.subarray(3 * origin[i], 3 * origin[i] + 3), 3 * i);
  const surface = uv.length > 0 ? { positions, triangles, uv } : { positions, triangles };
  const subdivided = subdivideSurface(surface, levels);
  return {
    triangles: subdivided.triangles,
    uv: subdivided.uv,
    vertexCount: subdivided.positions.length / 3,
    update: (simulated, outPositions, outNormals) => updateSubdivision(subdivided, simulated, outPositions, outNormals),
  };
}

/** Binds a mesh once; what comes back lets it follow the cuts. */
function boundFit(simulation: Simulation, start: Float64Array, surface: RenderSurface, bind: BindOptions | undefined): () => Fit {
  const bound = bindRenderMesh({ positions: start, triangles: simulation.triangles }, surface, bind);
  return () => {
    const binding = followCut(bound, simulation.triangles, simulation.particleCount);
    return {
      triangles: binding.triangles,
      uv: surface.uv,
      vertexCount: surface.positions.length / 3,
      update: (simulated, outPositions, outNormals) => updateRenderMesh(binding, simulated, outPositions, outNormals),
    };
  };
}
