import type { Cloth } from "../fabric/cloth.ts";
import { shareOutPairs } from "./half-edge-owners.ts";
import { chunkOf } from "./jobs.ts";
import { type KernelMemory, sizeOf } from "./memory.ts";

/**
 * The springs and hinges of a cloth as its particles see them: for each, in the order of the matrix, its neighbours in groups of four, with
 * the stiffness k and rest length L of a spring to each and the weight w of the hinges (src/wasm/assembly/block-rows.ts). For a hinge
 * the force −λ α_a Σ α_b x_b is  Σ_b −λ α_a α_b (x_b − x_a),  because Σα = 0: springs of length 0, some of which push.
 */
export interface HalfEdges {
  readonly rowStart: Uint32Array;
  /** Where shared out, the end of the groups of each row that hold the pairs it owns, the first ones, and of those with rows of other chunks; else empty. */
  readonly ownedEnd: Uint32Array;
  readonly commonEnd: Uint32Array;
  readonly neighbour: Uint32Array;
  readonly traits: Float32Array;
  /** 16 numbers for each group of ROWS_AT_ONCE rows, `scratchSize` numbers, for each chunk. */
  readonly scratch: Float32Array;
  readonly scratchSize: number;
  /** Where the two ends of each spring stand in `neighbour`, since the last `fill`. */
  readonly springPlace: Uint32Array;
  /** Takes over springs and hinges of a cloth: the first one, or that without some of its springs. */
  fill(cloth: Cloth, bending: boolean): void;
}

/** Bytes of a position: hi and lo. */
const POSITION = 32;
/** Rows that a kernel takes at a time. */
const ROWS_AT_ONCE = 32;

/** Entries of each particle (old numbers): one for every spring, and one for what hinges join and no spring does. */
export interface Entries {
  readonly start: Uint32Array;
  readonly other: Uint32Array;
}

export function listEntries({ particleCount, springs, hinges }: Cloth, bending: boolean): Entries {
  const lists: number[][] = Array.from({ length: particleCount }, () => []);
  for (let s = 0; s < springs.count; s++) {
    lists[springs.ends[2 * s]].push(springs.ends[2 * s + 1]);
    lists[springs.ends[2 * s + 1]].push(springs.ends[2 * s]);
  }
  for (let q = 0; bending && q < hinges.count; q++) {
    const corners = hinges.vertices.subarray(4 * q, 4 * q + 4);
    for (const a of corners) for (const b of corners) if (a !== b && !lists[a].includes(b)) lists[a].push(b);
  }
  const start = new Uint32Array(particleCount + 1);
  for (let i = 0; i < particleCount; i++) start[i + 1] = start[i] + lists[i].length;
  return { start, other: Uint32Array.from(lists.flat()) };
}

/** Where the first of three traits of a neighbour stands, among those of its group. */
export function traitsAt(place: number): number {
  return 12 * (place >> 2) + (place & 3);
}

/** Parts of a row, in this order: pairs that it owns, those with rows of other chunks, and the others. Not shared out, all are others. */
const PARTS = 3;
const OWNED = 0;
const COMMON = 1;
const OTHER = 2;

/** Where the entries of a cloth go. */
export interface HalfEdgePlan {
  readonly entries: Entries;
  readonly isSharedOut: boolean;
  readonly chunks: number;
  /** The part of its row that each entry stands in. */
  readonly part: Uint8Array;
  /** How many groups there are, and at most in a row. */
  readonly groups: number;
  readonly most: number;
  /** Bytes that `createHalfEdges` takes. */
  readonly bytes: number;
}

/** `order` and `rank`: old number of each new row, and back. Shared out (src/wasm/half-edge-owners.ts), pairs within one of so many chunks have an owner. */
export function planHalfEdges(
  cloth: Cloth,
  bending: boolean,
  order: Uint32Array,
  rank: Uint32Array,
  isSharedOut: boolean,
  chunks: number,
): HalfEdgePlan {
  const { particleCount: n } = cloth;
  const entries = listEntries(cloth, bending);
  const { start, other } = entries;
  const part = new Uint8Array(other.length).fill(OTHER);
  if (isSharedOut) {
    const inChunk = (row: number): number => chunkOf(row, n, chunks);
    const owned = shareOutPairs(start, other, order, rank, inChunk);
    for (let i = 0; i < n; i++) {
      for (let e = start[i]; e < start[i + 1]; e++) {
        if (owned[e] === 1) part[e] = OWNED;
        else if (inChunk(rank[i]) !== inChunk(rank[other[e]])) part[e] = COMMON;
      }
    }
  }
  let groups = 0;
  let most = 0;
  const counts = new Uint32Array(PARTS);
  for (let i = 0; i < n; i++) {
    counts.fill(0);
    for (let e = start[i]; e < start[i + 1]; e++) counts[part[e]]++;
    const own = counts.reduce((sum, count) => sum + Math.ceil(count / 4), 0);
    groups += own;
    most = Math.max(most, own);
  }
  const bytes =
    3 * sizeOf(4 * (n + 1)) + sizeOf(16 * groups) + sizeOf(48 * groups) + sizeOf(64 * ROWS_AT_ONCE * most * chunks);
  return { entries, isSharedOut, chunks, part, groups, most, bytes };
}

/** `order` and `rank`: as for the plan. */
export function createHalfEdges(
  { entries, isSharedOut, chunks, part, groups, most }: HalfEdgePlan,
  cloth: Cloth,
  order: Uint32Array,
  rank: Uint32Array,
  memory: KernelMemory,
): HalfEdges {
  const { particleCount } = cloth;
  const ownedEnd = memory.words(isSharedOut ? particleCount : 0);
  const commonEnd = memory.words(isSharedOut ? particleCount : 0);
  const rowStart = memory.words(particleCount + 1);
  const neighbour = memory.words(4 * groups);
  const traits = memory.floats(12 * groups);
  const scratchSize = 16 * ROWS_AT_ONCE * most;
  const scratch = memory.floats(scratchSize * chunks);
  /** The place of each entry among the neighbours. */
  const place = new Uint32Array(entries.other.length);
  for (let row = 0; row < particleCount; row++) {
    const i = order[row];
    const count = entries.start[i + 1] - entries.start[i];
    // ascending rows: what is near in memory is read together
    const sorted = Array.from({ length: count }, (_, e) => entries.start[i] + e).sort(
      (a, b) => part[a] - part[b] || rank[entries.other[a]] - rank[entries.other[b]] || a - b,
    );
    let end = rowStart[row];
    for (let p = OWNED; p <= OTHER; p++) {
      const own = sorted.filter((e) => part[e] === p);
      const first = 4 * end;
      end += Math.ceil(own.length / 4);
      if (isSharedOut && p === OWNED) ownedEnd[row] = end;
      if (isSharedOut && p === COMMON) commonEnd[row] = end;
      neighbour.fill(POSITION * row, first, 4 * end);
      own.forEach((e, k) => {
        place[e] = first + k;
        neighbour[place[e]] = POSITION * rank[entries.other[e]];
      });
    }
    rowStart[row + 1] = end;
  }

  const springPlace = new Uint32Array(2 * cloth.springs.count);

  /** Where the k of an entry stands; L is 4 numbers behind, w 8. */
  const traitsOf = (e: number): number => traitsAt(place[e]);

  /** The first entry of the pair, and from there the first without a spring. */
  function findEntry(i: number, j: number, needsFree: boolean): number {
    for (let e = entries.start[i]; e < entries.start[i + 1]; e++) {
      if (entries.other[e] === j && !(needsFree && traits[traitsOf(e) + 4] !== 0)) return e;
    }
    throw new RangeError(`particles ${i} and ${j} are not neighbours`);
  }

  return {
    rowStart,
    ownedEnd,
    commonEnd,
    neighbour,
    traits,
    scratch,
    scratchSize,
    springPlace,
    fill({ springs, hinges }, bends) {
      traits.fill(0);
      for (let s = 0; s < springs.count; s++) {
        const { ends, stiffness, restLength, asymmetric } = springs;
        for (let side = 2 * s; side < 2 * s + 2; side++) {
          const e = findEntry(ends[side], ends[side ^ 1], true);
          springPlace[side] = place[e];
          const t = traitsOf(e);
          traits[t] = stiffness[s];
          traits[t + 4] = asymmetric[s] !== 0 ? -restLength[s] : restLength[s];
        }
      }
      if (!bends) return;
      const { vertices, weights, stiffness } = hinges;
      for (let q = 0; q < hinges.count; q++) {
        for (let a = 4 * q; a < 4 * q + 4; a++) {
          for (let b = 4 * q; b < 4 * q + 4; b++) {
            if (a === b) continue;
            traits[traitsOf(findEntry(vertices[a], vertices[b], false)) + 8] -= stiffness[q] * weights[a] * weights[b];
          }
        }
      }
    },
  };
}
