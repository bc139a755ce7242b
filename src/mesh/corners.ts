import { checkedTopology } from "./checked-topology.ts";
import { nextCorner } from "./next-corner.ts";

/**
 * A triangle mesh seen from its corners. Corner h of the packed triangles belongs to the vertex `triangles[h]` in the triangle
 * ⌊h/3⌋, and faces the edge between the other two corners of that triangle.
 */
export interface Corners {
  /** The corner that faces the same edge from the other side; −1 where the edge is on the border. */
  readonly opposite: Int32Array;
  /** The corners of vertex i are `corners[start[i]] … corners[start[i + 1] − 1]`, ascending. */
  readonly start: Uint32Array;
  readonly corners: Uint32Array;
}

/** Throws what `checkedTopology` throws of a mesh that is none. */
export function buildCorners(particleCount: number, triangles: Uint32Array): Corners {
  const { start, corners } = groupCorners(particleCount, triangles);
  const opposite = new Int32Array(triangles.length).fill(-1);
  if (!findOpposites(triangles, start, corners, opposite)) checkedTopology(particleCount, triangles);
  return { opposite, start, corners };
}

/** The corners of each vertex. */
export function groupCorners(particleCount: number, triangles: Uint32Array): Pick<Corners, "start" | "corners"> {
  const start = new Uint32Array(particleCount + 1);
  for (let h = 0; h < triangles.length; h++) start[triangles[h] + 1]++;
  for (let i = 0; i < particleCount; i++) start[i + 1] += start[i];
  const cursor = start.slice();
  const corners = new Uint32Array(triangles.length);
  for (let h = 0; h < triangles.length; h++) corners[cursor[triangles[h]]++] = h;
  return { start, corners };
}

/** Meets every edge at its lower end, once from each side; false where it has more than two, or twice the same. */
function findOpposites(triangles: Uint32Array, start: Uint32Array, corners: Uint32Array, opposite: Int32Array): boolean {
  const facing = new Uint32Array(start.length); // by the edge's upper end: a corner that faces it
  const metAt = new Uint32Array(start.length); // and its lower end, plus 1
  for (let i = 0; i + 1 < start.length; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const after = nextCorner(corners[k]);
      const before = nextCorner(after);
      for (let side = 0; side < 2; side++) {
        const j = triangles[side === 0 ? after : before];
        const h = side === 0 ? before : after;
        if (j < i) continue;
        if (metAt[j] !== i + 1) {
          metAt[j] = i + 1;
          facing[j] = h;
          continue;
        }
        const other = facing[j];
        if (opposite[other] >= 0 || triangles[other] === triangles[h]) return false;
        opposite[other] = h;
        opposite[h] = other;
      }
    }
  }
  return true;
}

/** The corner of triangle t at `vertex`, one of its three. */
export function cornerOf(triangles: Uint32Array, t: number, vertex: number): number {
  const h = 3 * t;
  if (triangles[h] === vertex) return h;
  return triangles[h + 1] === vertex ? h + 1 : h + 2;
}

/** The ends of the edge that corner h faces. */
export function facedEdge(triangles: Uint32Array, h: number): [number, number] {
  const a = nextCorner(h);
  return [triangles[a], triangles[nextCorner(a)]];
}
