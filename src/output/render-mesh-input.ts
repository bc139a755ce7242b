import { InputError } from "../core/errors.ts";

/** Any mesh of triangles; positions [m] packed x, y, z. */
export interface TriangleMesh {
  readonly positions: Float32Array | Float64Array;
  readonly triangles: Uint32Array;
}

/** Refuses a mesh that is not one; returns its number of vertices. */
export function checkTriangleMesh(mesh: TriangleMesh, path: string): number {
  const { positions, triangles } = mesh;
  const vertexCount = checkNumbers(positions, 3, `${path}.positions`);
  if (triangles.length % 3 !== 0) {
    throw new InputError(`${path}.triangles`, `${triangles.length} corners`, "give three a triangle");
  }
  for (let h = 0; h < triangles.length; h++) {
    if (triangles[h] < vertexCount) continue;
    const advice = `use vertices below ${vertexCount}`;
    throw new InputError(`${path}.triangles[${Math.floor(h / 3)}]`, `vertex ${triangles[h]}`, advice);
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    if (a !== b && b !== c && c !== a) continue;
    throw new InputError(`${path}.triangles[${t / 3}]`, `[${a}, ${b}, ${c}]`, "give three different corners");
  }
  return vertexCount;
}

/** The number of rows of a packed array of finite numbers. */
export function checkNumbers(values: ArrayLike<number>, stride: number, path: string): number {
  if (values.length % stride !== 0) throw new InputError(path, `${values.length} numbers`, `give ${stride} a vertex`);
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new InputError(`${path}[${Math.floor(i / stride)}]`, String(values[i]), "give finite numbers");
  }
  return values.length / stride;
}

/** Refuses an array with another number of rows than there are vertices. */
export function checkRowCount(rowCount: number, vertexCount: number, path: string): void {
  if (rowCount === vertexCount) return;
  throw new InputError(path, `${rowCount} rows for ${vertexCount} vertices`, "give one row a vertex");
}

/** The one sign of a cut that every update can see. */
export function checkSimulatedLength(simulatedCount: number, length: number, advice: string): void {
  if (length === 3 * simulatedCount) return;
  const got = `${length} numbers for ${simulatedCount} vertices`;
  throw new InputError("simulated", got, `if the simulated mesh was cut, ${advice}`);
}
