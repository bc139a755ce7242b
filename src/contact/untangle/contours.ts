import type { PairBuffer } from "../search/pair-list.ts";
import type { EdgeTopology } from "./edge-topology.ts";

/**
 * Crossings that hang together: the contours along which surfaces pass through each other. Two triangles that intersect do so along
 * a segment, each end of which is a crossing of an edge of the one with the other; a crossing of an edge within a surface is an end
 * of two segments, one on either side of the edge.
 */
export interface Contours {
  /** Takes the edge and the triangle of each crossing. */
  join(crossings: PairBuffer): void;
  count: number;
  /** Crossings, contour by contour, ascending in each: those of contour n are `members[start[n]]` to `members[start[n + 1] − 1]`. */
  start: Uint32Array;
  members: Uint32Array;
  /** To which of the two surfaces, 0 or 1, that pass through each other along the contour the edge of each crossing belongs. */
  sides: Uint8Array;
  /** 1 for each contour along which the two surfaces change their roles: it comes to an end where a surface meets itself. */
  twisted: Uint8Array;
}

export function createContours({ edgeTriangleStart, edgeTriangles }: EdgeTopology): Contours {
  let room = 0;
  let parents = new Uint32Array(0);
  /** Whether a crossing's edge is of the other surface than that of its parent. */
  let turns = new Uint8Array(0);
  let conflicts = new Uint8Array(0);
  let numbers = new Uint32Array(0);
  let table = new Uint32Array(0);

  function reserve(crossings: number, segments: number): void {
    if (crossings > room) {
      room = Math.max(64, crossings, 2 * room);
      parents = new Uint32Array(room);
      turns = new Uint8Array(room);
      conflicts = new Uint8Array(room);
      numbers = new Uint32Array(room);
      contours.start = new Uint32Array(room + 1);
      contours.members = new Uint32Array(room);
      contours.sides = new Uint8Array(room);
      contours.twisted = new Uint8Array(room);
    }
    let size = Math.max(256, table.length / 3);
    while (size < 2 * segments) size *= 2;
    if (3 * size > table.length) table = new Uint32Array(3 * size);
  }

  /** The first crossing of the set of k, which becomes k's parent. */
  function findRoot(k: number): number {
    let root = k;
    let turn = 0;
    while (parents[root] !== root) {
      turn ^= turns[root];
      root = parents[root];
    }
    for (let i = k; parents[i] !== root && i !== root; ) {
      const next = parents[i];
      const before = turns[i];
      parents[i] = root;
      turns[i] = turn;
      turn ^= before;
      i = next;
    }
    return root;
  }

  function unite(k: number, m: number, turn: number): void {
    const a = findRoot(k);
    const b = findRoot(m);
    const between = turns[k] ^ turns[m] ^ turn;
    if (a === b) {
      conflicts[a] |= between;
      return;
    }
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    parents[high] = low;
    turns[high] = between;
    conflicts[low] |= conflicts[high];
  }

  /** Joins crossing k of a side of triangle f with triangle t to another crossing of the same two triangles. */
  function addSegment(k: number, f: number, t: number, crossings: PairBuffer): void {
    const low = Math.min(f, t);
    const high = Math.max(f, t);
    const mask = table.length / 3 - 1;
    let place = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) & mask;
    while (table[3 * place] !== 0) {
      if (table[3 * place + 1] === low && table[3 * place + 2] === high) {
        const m = table[3 * place] - 1;
        unite(k, m, crossings.data[2 * m + 1] === t ? 0 : 1);
        return;
      }
      place = (place + 1) & mask;
    }
    table[3 * place] = k + 1;
    table[3 * place + 1] = low;
    table[3 * place + 2] = high;
  }

  function collect(crossingCount: number): void {
    const { start, members, sides, twisted } = contours;
    let count = 0;
    for (let k = 0; k < crossingCount; k++) {
      const root = findRoot(k);
      if (root === k) {
        start[count] = 0;
        twisted[count] = conflicts[k];
        numbers[k] = count++;
      } else numbers[k] = numbers[root];
      sides[k] = root === k ? 0 : turns[k];
      start[numbers[k]]++;
    }
    let sum = 0;
    for (let n = 0; n < count; n++) {
      sum += start[n];
      start[n] = sum;
    }
    start[count] = sum;
    for (let k = crossingCount - 1; k >= 0; k--) members[--start[numbers[k]]] = k;
    contours.count = count;
  }

  const contours: Contours = {
    count: 0,
    start: new Uint32Array(1),
    members: new Uint32Array(0),
    sides: new Uint8Array(0),
    twisted: new Uint8Array(0),
    join(crossings) {
      let segments = 0;
      for (let k = 0; k < crossings.count; k++) {
        const e = crossings.data[2 * k];
        segments += edgeTriangleStart[e + 1] - edgeTriangleStart[e];
      }
      reserve(crossings.count, segments);
      table.fill(0);
      for (let k = 0; k < crossings.count; k++) {
        parents[k] = k;
        turns[k] = 0;
        conflicts[k] = 0;
      }
      for (let k = 0; k < crossings.count; k++) {
        const e = crossings.data[2 * k];
        for (let s = edgeTriangleStart[e]; s < edgeTriangleStart[e + 1]; s++) {
          addSegment(k, edgeTriangles[s], crossings.data[2 * k + 1], crossings);
        }
      }
      collect(crossings.count);
    },
  };
  return contours;
}
