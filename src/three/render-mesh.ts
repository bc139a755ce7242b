import type { BindOptions, RenderSurface } from "../output/render-mesh.ts";
import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import { boundSurface, type CarryingCloth, subdividedSurface } from "./drawn-surface.ts";
import { type ClothMesh, type ClothMeshOptions, checkOptions, createSurfaceMesh } from "./surface-mesh.ts";

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
  const start = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(start);
  const clothNow = (): CarryingCloth => {
    const { triangles, particleCount, uv, origin } = simulation;
    return { triangles, vertexCount: particleCount, uv, origin, read: (out) => simulation.readPositions(out) };
  };
  const createSurface = options.surface
    ? boundSurface(clothNow, start, options.surface, options.bind)
    : () => subdividedSurface(clothNow(), start, options.levels ?? 2);
  return createSurfaceMesh(() => simulation.triangles, createSurface, options);
}
