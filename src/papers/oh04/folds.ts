import { buildTopology } from "../../mesh/topology.ts";
import type { Simulation } from "../../sim/simulation.ts";
import { readPositions } from "../run-steps.ts";

/** How far a cloth is folded: |n − n′| of the unit normals of every two neighbouring triangles, about the angle between them [rad]. */
export function createFolds(simulation: Simulation): () => Float64Array {
  const { triangles } = simulation;
  const { hingeTriangles } = buildTopology(simulation.particleCount, triangles);
  const normals = new Float64Array(triangles.length);
  return () => {
    computeUnitNormals(readPositions(simulation), triangles, normals);
    const folds = new Float64Array(hingeTriangles.length / 2);
    for (let e = 0; e < folds.length; e++) {
      const a = 3 * hingeTriangles[2 * e];
      const b = 3 * hingeTriangles[2 * e + 1];
      const x = normals[a] - normals[b];
      const y = normals[a + 1] - normals[b + 1];
      const z = normals[a + 2] - normals[b + 2];
      folds[e] = Math.sqrt(x * x + y * y + z * z);
    }
    return folds;
  };
}

function computeUnitNormals(x: Float64Array, triangles: Uint32Array, normals: Float64Array): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const i = 3 * triangles[t];
    const j = 3 * triangles[t + 1];
    const k = 3 * triangles[t + 2];
    const [ax, ay, az] = [x[j] - x[i], x[j + 1] - x[i + 1], x[j + 2] - x[i + 2]];
    const [bx, by, bz] = [x[k] - x[i], x[k + 1] - x[i + 1], x[k + 2] - x[i + 2]];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    normals[t] = nx / length;
    normals[t + 1] = ny / length;
    normals[t + 2] = nz / length;
  }
}
