import type { CollisionMesh } from "../search/collision-mesh.ts";
import { type ContactForces, POINT_TRIANGLE } from "./contact-memory.ts";
import type { Excerpt } from "./excerpt.ts";

/** A body of a collision mesh: its part, undefined where it is there as a whole, and how many vertices and triangles the whole has. */
export interface NumberedBody {
  readonly excerpt: Excerpt | undefined;
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/**
 * The elements of a collision mesh by numbers that do not depend on which parts of bodies it has: those of the cloth as they are, vertices and
 * triangles of bodies behind them as in the whole bodies, edges of bodies by the triangle that owns them and their place in it. Both
 * numberings have elements in the same order.
 */
export interface ExcerptNumbers {
  /** Forces of contact with the numbers of whole bodies. */
  toWhole(record: ContactForces): ContactForces;
  /** The reverse; contacts with elements that are not in the parts are left out. */
  toParts(record: ContactForces): ContactForces;
}

export function createExcerptNumbers(
  { triangles, edges, edgeStart }: CollisionMesh,
  particleCount: number,
  clothTriangles: number,
  bodies: readonly NumberedBody[],
): ExcerptNumbers {
  const clothEdges = edgeStart[clothTriangles];

  /** The number that vertex or triangle `n` of all bodies has on the other side; −1 where it has none. */
  function renumber(n: number, kind: "vertices" | "triangles", isToWhole: boolean): number {
    let partStart = 0;
    let wholeStart = 0;
    for (const { excerpt, vertexCount, triangleCount } of bodies) {
      const whole = kind === "vertices" ? vertexCount : triangleCount;
      const part = excerpt === undefined ? whole : excerpt[kind].length;
      const own = n - (isToWhole ? partStart : wholeStart);
      if (own < (isToWhole ? part : whole)) {
        if (excerpt === undefined) return own + (isToWhole ? wholeStart : partStart);
        if (isToWhole) return excerpt[kind][own] + wholeStart;
        const found = findSorted(excerpt[kind], own);
        return found < 0 ? -1 : found + partStart;
      }
      partStart += part;
      wholeStart += whole;
    }
    return -1;
  }

  const renumberFrom = (first: number, n: number, kind: "vertices" | "triangles", isToWhole: boolean): number => {
    if (n < first) return n;
    const other = renumber(n - first, kind, isToWhole);
    return other < 0 ? -1 : first + other;
  };

  /** The place of edge e in triangle t that owns it: 0, 1 or 2. */
  function placeOf(t: number, e: number): number {
    for (let c = 0; c < 3; c++) {
      const v = triangles[3 * t + c];
      const w = triangles[3 * t + ((c + 1) % 3)];
      if (Math.min(v, w) === edges[2 * e] && Math.max(v, w) === edges[2 * e + 1]) return c;
    }
    return -1;
  }

  function edgeToWhole(e: number): number {
    if (e < clothEdges) return e;
    const t = ownerOf(edgeStart, e);
    return clothEdges + 3 * (renumberFrom(clothTriangles, t, "triangles", true) - clothTriangles) + placeOf(t, e);
  }

  function edgeToParts(e: number): number {
    if (e < clothEdges) return e;
    const place = (e - clothEdges) % 3;
    const t = renumberFrom(clothTriangles, clothTriangles + (e - clothEdges - place) / 3, "triangles", false);
    if (t < 0) return -1;
    for (let own = edgeStart[t]; own < edgeStart[t + 1]; own++) if (placeOf(t, own) === place) return own;
    return -1;
  }

  function convert({ elements, forces, ...rest }: ContactForces, isToWhole: boolean): ContactForces {
    const converted: number[] = [];
    const kept: number[] = [];
    const toEdge = isToWhole ? edgeToWhole : edgeToParts;
    for (let k = 0; k < elements.length / 3; k++) {
      const [kind, first, second] = elements.subarray(3 * k, 3 * k + 3);
      const isPoint = kind === POINT_TRIANGLE;
      const a = isPoint ? renumberFrom(particleCount, first, "vertices", isToWhole) : toEdge(first);
      const b = isPoint ? renumberFrom(clothTriangles, second, "triangles", isToWhole) : toEdge(second);
      if (a < 0 || b < 0) continue;
      converted.push(kind, a, b);
      kept.push(k);
    }
    return {
      ...rest,
      elements: Uint32Array.from(converted),
      forces: Float64Array.from(kept.flatMap((k) => Array.from(forces.subarray(4 * k, 4 * k + 4)))),
    };
  }

  return { toWhole: (record) => convert(record, true), toParts: (record) => convert(record, false) };
}

/** The place of a value in an ascending list; −1 where it is not there. */
function findSorted(list: Uint32Array, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return list[low] === value ? low : -1;
}

/** The triangle whose edges begin at or before e, the last such. */
function ownerOf(edgeStart: Uint32Array, e: number): number {
  let low = 0;
  let high = edgeStart.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (edgeStart[middle] <= e) low = middle;
    else high = middle;
  }
  return low;
}
