import { type BindOptions, bindRenderMesh, type RenderSurface, updateRenderMesh } from "../output/render-mesh.ts";
import { followCut } from "../output/render-mesh-cut.ts";
import { subdivideSurface, updateSubdivision } from "../output/subdivide-surface.ts";
import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import { type ClothMesh, type ClothMeshOptions, checkOptions, createSurfaceMesh, type DrawnSurface } from "./surface-mesh.ts";

export interface RenderMeshOptions extends ClothMeshOptions {
  /** So often the simulated triangles are divided in four, 2 by default; of no use with `surface`. */
  readonly levels?: number;
  /** A mesh of your own in the cloth's start pose, to be drawn in place of a subdivision. */
  readonly surface?: RenderSurface;
  /** How that mesh finds its triangles. */
  readonly bind?: BindOptions;
}

/**
 * A simulation as a three.js mesh that is finer than the simulated one: its smooth subdivision, or a mesh of your own that it carries along.
 * The cloth is taken as it lies now for its start pose, so call this before the first step.
 */
export function createRenderMesh(simulation: Simulation, options: RenderMeshOptions = {}): ClothMesh {
  checkSimulation(simulation);
  checkOptions(options, ["material", "levels", "surface", "bind"]);
  const start = readPositions(simulation);
  const createSurface = options.surface
    ? boundSurface(simulation, start, options.surface, options.bind)
    : () => subdividedSurface(simulation, start, options.levels ?? 2);
  return createSurfaceMesh(simulation, createSurface, options);
}

function readPositions(simulation: Simulation): Float64Array {
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  return positions;
}

/** The subdivision of the cloth as it is cut now; copies of a vertex start where the vertex did. */
function subdividedSurface(simulation: Simulation, start: Float64Array, levels: number): DrawnSurface {
  const { particleCount, triangles, origin, uv } = simulation;
  const simulated = new Float64Array(3 * particleCount);
  for (let i = 0; i < particleCount; i++) simulated.set(start.subarray(3 * origin[i], 3 * origin[i] + 3), 3 * i);
  const coarse = uv.length > 0 ? { positions: simulated, triangles, uv } : { positions: simulated, triangles };
  const subdivided = subdivideSurface(coarse, levels);
  return {
    triangles: subdivided.triangles,
    uv: subdivided.uv && Float32Array.from(subdivided.uv),
    vertexCount: subdivided.positions.length / 3,
    read(positions, normals) {
      simulation.readPositions(simulated);
      updateSubdivision(subdivided, simulated, positions, normals);
    },
  };
}

/** A mesh that is bound once, and then follows the cuts. */
function boundSurface(
  simulation: Simulation,
  start: Float64Array,
  surface: RenderSurface,
  bind: BindOptions | undefined,
): () => DrawnSurface {
  const bound = bindRenderMesh({ positions: start, triangles: simulation.triangles }, surface, bind);
  return () => {
    const binding = followCut(bound, simulation.triangles, simulation.particleCount);
    const simulated = new Float64Array(3 * simulation.particleCount);
    return {
      triangles: binding.triangles,
      uv: surface.uv && Float32Array.from(surface.uv),
      vertexCount: surface.positions.length / 3,
      read(positions, normals) {
        simulation.readPositions(simulated);
        updateRenderMesh(binding, simulated, positions, normals);
      },
    };
  };
}
