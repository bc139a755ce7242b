import { compileNormals } from "../output/compile-normals.ts";
import { computeNormals } from "../output/normals.ts";
import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import { type ClothMesh, type ClothMeshOptions, checkOptions, createSurfaceMesh, type DrawnSurface } from "./surface-mesh.ts";

/** A simulation as a three.js mesh of the simulated triangles themselves. */
export function createClothMesh(simulation: Simulation, options: ClothMeshOptions = {}): ClothMesh {
  checkSimulation(simulation);
  checkOptions(options, ["material"]);
  let compute = computeNormals;
  compileNormals().then((compiled) => {
    compute = compiled;
  });
  const createSurface = (): DrawnSurface => {
    const triangles = new Uint32Array(simulation.triangles);
    return {
      triangles,
      vertexCount: simulation.particleCount,
      uv: simulation.uv,
      read(positions, normals) {
        simulation.readPositions(positions);
        compute(positions, triangles, normals);
      },
    };
  };
  return createSurfaceMesh(() => simulation.triangles, createSurface, options);
}
