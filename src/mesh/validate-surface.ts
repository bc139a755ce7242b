import { describeValue, InputError } from "../core/errors.ts";
import { checkedTopology } from "./checked-topology.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "./limits.ts";
import type { Surface } from "./surface.ts";
import type { Topology } from "./topology.ts";

/** A triangle whose area is at most this share of its longest side squared counts as degenerate. */
const DEGENERATE_AREA = 1e-12;

/**
 * Refuses a surface the simulation could not use, with an InputError at `${path}.positions[i]`, `${path}.triangles[t]` and so
 * on: values that are not finite, arrays of the wrong length, corners out of range or repeated, triangles of no area
 * (at the start or in the material), duplicates, edges of more than two triangles. Returns the topology it had to build.
 */
export function validateSurface(surface: Surface, path: string): Topology {
  const { positions, triangles, material, uv } = surface;
  const vertexCount = checkPacked(positions, 3, `${path}.positions`);
  if (vertexCount > MAX_VERTICES) {
    throw new InputError(`${path}.positions`, `${vertexCount} vertices`, `use at most ${MAX_VERTICES}`);
  }
  if (triangles.length % 3 !== 0 || triangles.length > 3 * MAX_TRIANGLES) {
    const got = `${triangles.length} corners`;
    throw new InputError(`${path}.triangles`, got, `give three a triangle, at most ${MAX_TRIANGLES} triangles`);
  }
  checkCorners(triangles, vertexCount, path);
  checkAreas(triangles, positions, 3, `${path}.triangles`, "corners that lie on one line");
  if (material !== undefined) {
    checkRows(checkPacked(material, 2, `${path}.material`), vertexCount, `${path}.material`);
    checkAreas(triangles, material, 2, `${path}.triangles`, "material coordinates that lie on one line");
  }
  if (uv !== undefined) checkRows(checkPacked(uv, 2, `${path}.uv`), vertexCount, `${path}.uv`);
  return checkedTopology(vertexCount, triangles, `${path}.triangles`);
}

/** The number of rows in a packed array of finite numbers. */
export function checkPacked(values: ArrayLike<number>, stride: number, path: string): number {
  if (!Array.isArray(values) && !ArrayBuffer.isView(values)) {
    throw new InputError(path, describeValue(values), `give a Float64Array, ${stride} numbers a vertex`);
  }
  if (values.length % stride !== 0) {
    throw new InputError(path, `${values.length} numbers`, `give ${stride} a vertex`);
  }
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new InputError(`${path}[${Math.floor(i / stride)}]`, String(values[i]), "give finite numbers");
  }
  return values.length / stride;
}

/** Refuses an array with another number of rows than there are vertices. */
export function checkRows(rowCount: number, vertexCount: number, path: string): void {
  if (rowCount !== vertexCount) {
    throw new InputError(path, `${rowCount} rows for ${vertexCount} vertices`, "give one row a vertex");
  }
}

/** Refuses triangles with corners out of range or repeated. */
export function checkCorners(triangles: Uint32Array, vertexCount: number, path: string): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    const largest = Math.max(a, b, c);
    if (largest >= vertexCount) {
      const advice = vertexCount === 0 ? "give positions first" : `use indices from 0 to ${vertexCount - 1}`;
      throw new InputError(`${path}.triangles[${t / 3}]`, `vertex ${largest}`, advice);
    }
    if (a === b || b === c || c === a) {
      throw new InputError(`${path}.triangles[${t / 3}]`, `[${a}, ${b}, ${c}]`, "give three different corners");
    }
  }
}

function checkAreas(triangles: Uint32Array, points: Float64Array, stride: 2 | 3, path: string, found: string): void {
  for (let t = 0; t < triangles.length; t += 3) {
    if (isDegenerate(triangles[t], triangles[t + 1], triangles[t + 2], points, stride)) {
      const corners = `${triangles[t]}, ${triangles[t + 1]}, ${triangles[t + 2]}`;
      throw new InputError(`${path}[${t / 3}]`, `${found} (vertices ${corners})`, "remove the triangle or move one");
    }
  }
}

/** Area against the longest side squared; sides are first divided by their largest component, so nothing under- or overflows. */
export function isDegenerate(a: number, b: number, c: number, points: Float64Array, stride: 2 | 3): boolean {
  let px = points[stride * b] - points[stride * a];
  let py = points[stride * b + 1] - points[stride * a + 1];
  let pz = stride === 3 ? points[stride * b + 2] - points[stride * a + 2] : 0;
  let qx = points[stride * c] - points[stride * a];
  let qy = points[stride * c + 1] - points[stride * a + 1];
  let qz = stride === 3 ? points[stride * c + 2] - points[stride * a + 2] : 0;
  const largest = Math.max(Math.abs(px), Math.abs(py), Math.abs(pz), Math.abs(qx), Math.abs(qy), Math.abs(qz));
  if (!(largest > 0) || largest === Number.POSITIVE_INFINITY) return true;
  px /= largest;
  py /= largest;
  pz /= largest;
  qx /= largest;
  qy /= largest;
  qz /= largest;
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const area = 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
  const rx = qx - px;
  const ry = qy - py;
  const rz = qz - pz;
  const longest = Math.max(px * px + py * py + pz * pz, qx * qx + qy * qy + qz * qz, rx * rx + ry * ry + rz * rz);
  return area <= DEGENERATE_AREA * longest;
}
