import { checkArray } from "../core/check-array.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readAnyObject } from "../core/read.ts";
import { checkCorners, checkPacked } from "../mesh/validate-surface.ts";

/** Any mesh of triangles; positions [m] packed x, y, z. */
export interface TriangleMesh {
  readonly positions: Float32Array | Float64Array;
  readonly triangles: Uint32Array;
}

/** Refuses a mesh that is not one; returns its number of vertices. */
export function checkTriangleMesh(mesh: TriangleMesh, path: string): number {
  const { positions, triangles } = readAnyObject(mesh, path) as unknown as TriangleMesh;
  const vertexCount = checkPacked(positions, 3, `${path}.positions`);
  if (!ArrayBuffer.isView(triangles)) {
    throw new InputError(`${path}.triangles`, describeValue(triangles), "give a Uint32Array, three corners a triangle");
  }
  if (triangles.length % 3 !== 0) {
    throw new InputError(`${path}.triangles`, `${triangles.length} corners`, "give three a triangle");
  }
  checkCorners(triangles, vertexCount, path);
  return vertexCount;
}

/** The one sign of a cut that every update can see. */
export function checkSimulatedLength(simulatedCount: number, simulated: Float32Array | Float64Array, advice: string): void {
  if (simulated?.length === 3 * simulatedCount) return;
  if (!ArrayBuffer.isView(simulated)) checkArray(simulated, 3 * simulatedCount, "three a vertex", "simulated");
  const got = `${simulated.length} numbers for ${simulatedCount} vertices`;
  throw new InputError("simulated", got, `if the simulated mesh was cut, ${advice}`);
}

/** Refuses what `make` did not return, by a field that it has. */
export function checkMade(value: unknown, field: string, path: string, make: string): void {
  if (typeof value === "object" && value !== null && field in value) return;
  throw new InputError(path, describeValue(value), `give what ${make} returned`);
}
