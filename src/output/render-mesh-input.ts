import { InputError } from "../core/errors.ts";
import { checkCorners, checkPacked } from "../mesh/validate-surface.ts";

/** Any mesh of triangles; positions [m] packed x, y, z. */
export interface TriangleMesh {
  readonly positions: Float32Array | Float64Array;
  readonly triangles: Uint32Array;
}

/** Refuses a mesh that is not one; returns its number of vertices. */
export function checkTriangleMesh(mesh: TriangleMesh, path: string): number {
  const { positions, triangles } = mesh;
  const vertexCount = checkPacked(positions, 3, `${path}.positions`);
  if (triangles.length % 3 !== 0) {
    throw new InputError(`${path}.triangles`, `${triangles.length} corners`, "give three a triangle");
  }
  checkCorners(triangles, vertexCount, path);
  return vertexCount;
}

/** The one sign of a cut that every update can see. */
export function checkSimulatedLength(simulatedCount: number, length: number, advice: string): void {
  if (length === 3 * simulatedCount) return;
  const got = `${length} numbers for ${simulatedCount} vertices`;
  throw new InputError("simulated", got, `if the simulated mesh was cut, ${advice}`);
}
