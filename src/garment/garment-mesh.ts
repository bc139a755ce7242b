import { boundsOf } from "../core/bounds.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Surface } from "../mesh/surface.ts";

/** A garment in its start position around a body in its rest pose. */
export interface Garment extends Surface {
  /** Named sets of vertices, ascending: where it may be attached, and its borders. */
  readonly groups: Readonly<Record<string, Uint32Array>>;
}

/** A garment in the making. */
export interface GarmentMesh {
  readonly positions: number[];
  /** Texture coordinates in metres of cloth; scaled when the garment is finished. */
  readonly uv: number[];
  readonly triangles: number[];
  readonly groups: Map<string, number[]>;
}

export function createGarmentMesh(): GarmentMesh {
  return { positions: [], uv: [], triangles: [], groups: new Map() };
}

/** Adds a vertex and returns its number. */
export function addVertex(mesh: GarmentMesh, [x, y, z]: Vec3, u: number, v: number): number {
  mesh.positions.push(x, y, z);
  mesh.uv.push(u, v);
  return mesh.positions.length / 3 - 1;
}

export function addToGroup(mesh: GarmentMesh, name: string, vertices: readonly number[]): void {
  mesh.groups.set(name, [...(mesh.groups.get(name) ?? []), ...vertices]);
}

/**
 * Triangles between two closed rings of vertices, whatever their numbers; each step takes the shorter of the two diagonals.
 * Normals point outward where the rings run front → left → back and `lower` comes behind `upper` along the tube.
 *
 *     upper   a───a───a        the ring starts at upper[0]
 *              ╲ ╱ ╲ ╱ ╲
 *     lower     b───b───b
 */
export function zipRings(mesh: GarmentMesh, upper: readonly number[], lower: readonly number[]): void {
  let start = 0;
  for (let j = 1; j < lower.length; j++) {
    if (squaredDistance(mesh, upper[0], lower[j]) < squaredDistance(mesh, upper[0], lower[start])) start = j;
  }
  const turned = lower.map((_, j) => lower[(start + j) % lower.length]);
  zipRows(mesh, [...upper, upper[0]], [...turned, turned[0]]);
}

/** Diagonals whose squared lengths differ by less than this share are alike: then they alternate. */
const ALIKE = 0.05;

/** The same between two open rows that run side by side. */
export function zipRows(mesh: GarmentMesh, upper: readonly number[], lower: readonly number[]): void {
  let i = 0;
  let j = 0;
  while (i + 1 < upper.length || j + 1 < lower.length) {
    let takeUpper = j + 1 === lower.length;
    if (!takeUpper && i + 1 < upper.length) {
      const onUpper = squaredDistance(mesh, upper[i + 1], lower[j]);
      const onLower = squaredDistance(mesh, upper[i], lower[j + 1]);
      const areAlike = Math.abs(onUpper - onLower) < ALIKE * (onUpper + onLower);
      takeUpper = areAlike ? i % 2 === 0 : onUpper < onLower;
    }
    if (takeUpper) mesh.triangles.push(upper[i], lower[j], upper[++i]);
    else mesh.triangles.push(upper[i], lower[j], lower[++j]);
  }
}

/** A diagonal is taken for its length alone where the other one is longer by this factor. */
const CLEARLY_LONGER = 1.2;

/**
 * Triangles between two rows of the same number of vertices, cut along alternate diagonals, first from upper left to lower right
 * if `parity` is even; sheared cells are cut along the shorter diagonal.
 */
export function zipLattice(mesh: GarmentMesh, upper: readonly number[], lower: readonly number[], parity: number): void {
  for (let i = 0; i + 1 < upper.length; i++) {
    const [a, b, d, e] = [upper[i], upper[i + 1], lower[i], lower[i + 1]];
    const ratio = squaredDistance(mesh, a, e) / squaredDistance(mesh, b, d);
    const limit = CLEARLY_LONGER * CLEARLY_LONGER;
    const isEven = (i + parity) % 2 === 0;
    if (ratio * limit < 1 || (isEven && ratio <= limit)) mesh.triangles.push(a, d, e, a, e, b);
    else mesh.triangles.push(a, d, b, d, e, b);
  }
}

function squaredDistance({ positions: x }: GarmentMesh, i: number, j: number): number {
  const a = x[3 * i] - x[3 * j];
  const b = x[3 * i + 1] - x[3 * j + 1];
  const c = x[3 * i + 2] - x[3 * j + 2];
  return a * a + b * b + c * c;
}

/** The finished garment; `material` for those that are flat at rest. */
export function finishGarment(mesh: GarmentMesh, material?: Float64Array): Garment {
  const groups: Record<string, Uint32Array> = {};
  for (const [name, vertices] of mesh.groups) groups[name] = Uint32Array.from(new Set(vertices)).sort();
  return {
    positions: Float64Array.from(mesh.positions),
    triangles: Uint32Array.from(mesh.triangles),
    uv: scaleToUnit(mesh.uv),
    ...(material === undefined ? {} : { material }),
    groups,
  };
}

/** Moved to begin at 0 and scaled alike in u and v, so that the larger extent is 1 and checks stay square. */
function scaleToUnit(uv: readonly number[]): Float64Array {
  const { low, high } = boundsOf(uv, 2);
  const extent = Math.max(high[0] - low[0], high[1] - low[1]);
  return Float64Array.from(uv, (value, i) => (value - low[i % 2]) / extent);
}
