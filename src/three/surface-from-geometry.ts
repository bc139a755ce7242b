import type { BufferAttribute, BufferGeometry, GLBufferAttribute, InterleavedBufferAttribute } from "three";
import { InputError } from "../core/errors.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";

/** A surface in arrays: goes into `mesh` of a cloth or a collider, or as `surface` into `createRenderMesh`. */
export interface GeometrySurface {
  /** [m], x, y, z of each vertex. */
  readonly positions: Float64Array;
  /** Three vertices each. */
  readonly triangles: Uint32Array;
  readonly uv?: Float32Array;
  /** Red, green and blue of each vertex, 0 to 1. */
  readonly colors?: Float32Array;
  /** Triangles that have names: ascending runs. */
  readonly groups?: readonly SurfaceGroup[];
}

export interface SurfaceGroup {
  readonly names: readonly string[];
  readonly start: number;
  readonly count: number;
}

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * The triangles of a geometry, as its draw range leaves them, in its own coordinates. Attributes may be interleaved, normalised or of half
 * precision; without an index every three vertices are a triangle; triangles with a corner twice are left out. Its groups are named after
 * the number of their material, "material 0" and so on. Morph targets are passed over.
 */
export function surfaceFromGeometry(geometry: BufferGeometry): GeometrySurface {
  const runs = geometry.groups.map(({ start, count, materialIndex = 0 }) => ({ start, count, names: [`material ${materialIndex}`] }));
  return { ...readVertices(geometry), ...readTriangles(geometry, runs, true) };
}

/** A run of corners of the index, or of the vertices where there is none. */
export interface CornerRun {
  readonly start: number;
  readonly count: number;
  readonly names: readonly string[];
}

/** Positions, texture coordinates and colours of all vertices. */
export function readVertices(geometry: BufferGeometry): Pick<GeometrySurface, "positions" | "uv" | "colors"> {
  const position = findAttribute(geometry, "position", 3);
  if (position === undefined) throw new InputError("geometry", "no position attribute", "give a geometry with positions");
  if (position.count > MAX_VERTICES) {
    throw new InputError("geometry", `${position.count} vertices`, `use at most ${MAX_VERTICES}`);
  }
  const uv = findAttribute(geometry, "uv", 2);
  const color = findAttribute(geometry, "color", 3);
  checkCount("uv", uv, position.count);
  checkCount("color", color, position.count);
  const positions = new Float64Array(3 * position.count);
  for (let i = 0; i < position.count; i++) {
    positions[3 * i] = position.getX(i);
    positions[3 * i + 1] = position.getY(i);
    positions[3 * i + 2] = position.getZ(i);
  }
  return {
    positions,
    ...(uv === undefined ? {} : { uv: Float32Array.from({ length: 2 * uv.count }, (_, n) => uv.getComponent(n >> 1, n % 2)) }),
    ...(color === undefined ? {} : { colors: readColors(color) }),
  };
}

/** Brighter than white is white. */
function readColors(color: Attribute): Float32Array {
  return Float32Array.from({ length: 3 * color.count }, (_, n) => {
    const value = color.getComponent(Math.floor(n / 3), n % 3);
    return Math.min(Math.max(value, 0), 1);
  });
}

/**
 * The triangles of a geometry within its draw range. Those of the first run that has them go by its names; what lies in no run is kept
 * where `isLooseKept`.
 */
export function readTriangles(
  geometry: BufferGeometry,
  runs: readonly CornerRun[],
  isLooseKept: boolean,
): Pick<GeometrySurface, "triangles" | "groups"> {
  const { index } = geometry;
  const cornerCount = index?.count ?? findAttribute(geometry, "position", 3)?.count ?? 0;
  const { start, count } = geometry.drawRange;
  const first = Math.min(Math.max(start, 0), cornerCount);
  const triangleCount = Math.floor((Math.min(first + count, cornerCount) - first) / 3);
  if (triangleCount > MAX_TRIANGLES) {
    throw new InputError("geometry", `${triangleCount} triangles`, `use at most ${MAX_TRIANGLES}`);
  }
  const owner = ownersOf(runs, first, triangleCount);
  const triangles = new Uint32Array(3 * triangleCount);
  const groups: SurfaceGroup[] = [];
  let last: CornerRun | undefined;
  let at = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (owner[t] === 0 && !isLooseKept) continue;
    const corner = first + 3 * t;
    const a = index === null ? corner : index.getX(corner);
    const b = index === null ? corner + 1 : index.getX(corner + 1);
    const c = index === null ? corner + 2 : index.getX(corner + 2);
    if (a === b || b === c || c === a) continue;
    triangles[at] = a;
    triangles[at + 1] = b;
    triangles[at + 2] = c;
    const run = owner[t] === 0 ? undefined : runs[owner[t] - 1];
    if (run !== undefined && run.names.length > 0) {
      if (run === last) groups[groups.length - 1] = { ...groups[groups.length - 1], count: at / 3 + 1 - groups[groups.length - 1].start };
      else groups.push({ names: run.names, start: at / 3, count: 1 });
    }
    last = run;
    at += 3;
  }
  return { triangles: triangles.slice(0, at), ...(groups.length > 0 ? { groups } : {}) };
}

/** Of each triangle the run that has it, from 1; 0: none. */
function ownersOf(runs: readonly CornerRun[], first: number, triangleCount: number): Uint32Array {
  const owner = new Uint32Array(triangleCount);
  for (let n = runs.length - 1; n >= 0; n--) {
    const { start, count } = runs[n];
    const from = Math.max(Math.ceil((start - first) / 3), 0);
    const to = Math.min(Math.floor((start + count - first) / 3), triangleCount);
    if (to > from) owner.fill(n + 1, from, to);
  }
  return owner;
}

/** An attribute with at least so many numbers a vertex. */
function findAttribute(geometry: BufferGeometry, name: string, size: number): Attribute | undefined {
  const attribute = geometry.getAttribute(name) as Attribute | GLBufferAttribute | undefined;
  if (attribute === undefined) return undefined;
  if (!("getX" in attribute)) {
    throw new InputError(`geometry.attributes.${name}`, "an attribute that only the GPU has", "give one with an array");
  }
  if (attribute.itemSize >= size) return attribute;
  throw new InputError(`geometry.attributes.${name}`, `${attribute.itemSize} numbers a vertex`, `give ${size}`);
}

function checkCount(name: string, attribute: Attribute | undefined, vertexCount: number): void {
  if (attribute === undefined || attribute.count === vertexCount) return;
  throw new InputError(`geometry.attributes.${name}`, `${attribute.count} rows for ${vertexCount} vertices`, "give one row a vertex");
}
