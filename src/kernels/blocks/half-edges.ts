import { groupByKey } from "../../core/group-by.ts";
import type { Cloth, Hinges, Springs } from "../../fabric/cloth.ts";
import { chunkOf } from "../jobs.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { shareOutPairs } from "./half-edge-owners.ts";

/**
 * The springs and hinges of a cloth by particle: the neighbours of each particle, in the order of the matrix, in groups of four, with the
 * stiffness k and rest length L of the spring to each neighbour and the weight w of the hinges (src/kernels/assembly/blocks/block-rows.ts). The force
 * of a hinge, −λ α_a Σ α_b x_b, is  Σ_b −λ α_a α_b (x_b − x_a),  because Σα = 0: springs of length 0, some of which push.
 */
export interface LaidEdges {
  /** The first group of each row, and the end of all. */
  readonly rowStart: Uint32Array;
  /** Where pairs have owners, the end of the groups of the pairs that each row owns; they come first. Else empty. */
  readonly ownedEnd: Uint32Array;
  /** Rows with neighbours in other chunks: by chunk, the first and the last of them; by row, its number, and first and end of the groups of these pairs. */
  readonly commonRanges: Uint32Array;
  readonly commonRows: Uint32Array;
  /** The byte offset of the position of each neighbour, and k, L and w, four of each by group. */
  readonly neighbour: Uint32Array;
  readonly traits: Float32Array;
  /** 16 numbers for each group of ROWS_AT_ONCE rows, `scratchSize` numbers, for each chunk. */
  readonly scratch: Float32Array;
  readonly scratchSize: number;
}

export interface HalfEdges extends LaidEdges {
  /** The places of the two ends of each spring in `neighbour`. */
  readonly springPlace: Uint32Array;
}

/** Bytes of a position: hi and lo. */
export const POSITION = 32;
/** Rows that a kernel takes at a time. */
export const ROWS_AT_ONCE = 32;

/** The neighbours of each particle, as the cloth numbers them: an entry for every spring, and one for every particle that only hinges join to it. */
export interface Entries {
  readonly start: Uint32Array;
  readonly other: Uint32Array;
  /** The entry of each end of a spring, packed by twos, and of each pair of corners of a hinge, packed by sixteens. */
  readonly ofSpring: Uint32Array;
  readonly ofHinge: Uint32Array;
}

export function listEntries({ particleCount, springs, hinges }: Cloth, bending: boolean): Entries {
  const { ends } = springs;
  const { vertices } = hinges;
  const springsOf = groupByKey(ends.subarray(0, 2 * springs.count), particleCount);
  const hingesOf = groupByKey(vertices.subarray(0, bending ? 4 * hinges.count : 0), particleCount);
  const start = new Uint32Array(particleCount + 1);
  const list = new Uint32Array(springsOf.members.length + 3 * hingesOf.members.length);
  const ofSpring = new Uint32Array(2 * springs.count);
  const ofHinge = new Uint32Array(4 * hingesOf.members.length);
  const entry = new Uint32Array(particleCount); // by neighbour of the present particle: the first entry for it
  const knownTo = new Uint32Array(particleCount); // by particle: the last one that has an entry for it, plus 1
  let count = 0;
  for (let i = 0; i < particleCount; i++) {
    for (let s = springsOf.start[i]; s < springsOf.start[i + 1]; s++) {
      const side = springsOf.members[s];
      const j = ends[side ^ 1];
      if (knownTo[j] !== i + 1) entry[j] = count;
      knownTo[j] = i + 1;
      ofSpring[side] = count;
      list[count++] = j;
    }
    for (let s = hingesOf.start[i]; s < hingesOf.start[i + 1]; s++) {
      const c = hingesOf.members[s];
      for (let k = 0; k < 4; k++) {
        const j = vertices[(c & ~3) + k];
        if (j === i) continue;
        if (knownTo[j] !== i + 1) {
          knownTo[j] = i + 1;
          entry[j] = count;
          list[count++] = j;
        }
        ofHinge[4 * c + k] = entry[j];
      }
    }
    start[i + 1] = count;
  }
  return { start, other: list.slice(0, count), ofSpring, ofHinge };
}

/** The most entries that a particle has. */
export function mostEntries({ start }: Entries): number {
  let most = 0;
  for (let i = 0; i + 1 < start.length; i++) most = Math.max(most, start[i + 1] - start[i]);
  return most;
}

/** The entries of particle i by the rows of their neighbours, then by number, into `sorted`; returns how many there are. */
export function sortEntries({ start, other }: Entries, i: number, rank: Uint32Array, sorted: Uint32Array): number {
  const first = start[i];
  const count = start[i + 1] - first;
  for (let k = 0; k < count; k++) {
    const row = rank[other[first + k]];
    let at = k;
    for (; at > 0 && rank[other[sorted[at - 1]]] > row; at--) sorted[at] = sorted[at - 1];
    sorted[at] = first + k;
  }
  return count;
}

/** The place of k of a neighbour, among the traits of its group; L and w are 4 and 8 numbers behind it. */
export function traitsAt(place: number): number {
  return 12 * (place >> 2) + (place & 3);
}

/** Parts of a row, in this order: pairs that it owns, pairs with rows of other chunks, other pairs. Where pairs have no owners, all are other pairs. */
const PARTS = 3;
const OWNED = 0;
const COMMON = 1;
const OTHER = 2;

/** The layout of the entries of a cloth. */
export interface HalfEdgePlan {
  readonly entries: Entries;
  readonly isSharedOut: boolean;
  readonly chunks: number;
  /** The part of its row that each entry belongs to. */
  readonly part: Uint8Array;
  /** The number of groups, of those of the longest row, and of rows with neighbours in other chunks. */
  readonly groups: number;
  readonly most: number;
  readonly commonRows: number;
  /** Bytes that `createHalfEdges` takes. */
  readonly bytes: number;
}

/** `order` and `rank`: the particle of each row, and back. `isSharedOut`: pairs within a chunk have owners (src/kernels/blocks/half-edge-owners.ts). */
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
  let commonRows = 0;
  const counts = new Uint32Array(PARTS);
  for (let i = 0; i < n; i++) {
    counts.fill(0);
    for (let e = start[i]; e < start[i + 1]; e++) counts[part[e]]++;
    const own = counts.reduce((sum, count) => sum + Math.ceil(count / 4), 0);
    groups += own;
    most = Math.max(most, own);
    if (counts[COMMON] > 0) commonRows++;
  }
  const bytes = sizeOfHalfEdges(n, chunks, commonRows, groups, most);
  return { entries, isSharedOut, chunks, part, groups, most, commonRows, bytes };
}

/** Bytes that half-edges take. */
export function sizeOfHalfEdges(particleCount: number, chunks: number, commonRows: number, groups: number, most: number): number {
  return (
    2 * sizeOf(4 * (particleCount + 1)) +
    sizeOf(8 * chunks) +
    sizeOf(12 * commonRows) +
    sizeOf(16 * groups) +
    sizeOf(48 * groups) +
    sizeOf(64 * ROWS_AT_ONCE * most * chunks)
  );
}

/** `order` and `rank`: as for the plan. */
export function createHalfEdges(plan: HalfEdgePlan, cloth: Cloth, order: Uint32Array, rank: Uint32Array, memory: KernelMemory): HalfEdges {
  const { entries, isSharedOut, chunks, part, groups, most } = plan;
  const { particleCount } = cloth;
  const ownedEnd = memory.words(isSharedOut ? particleCount : 0);
  const commonRanges = memory.words(2 * chunks);
  const commonRows = memory.words(3 * plan.commonRows);
  let commonCount = 0;
  const rowStart = memory.words(particleCount + 1);
  const neighbour = memory.words(4 * groups);
  const traits = memory.floats(12 * groups);
  const scratchSize = 16 * ROWS_AT_ONCE * most;
  const scratch = memory.floats(scratchSize * chunks);
  /** The place of each entry among the neighbours. */
  const place = new Uint32Array(entries.other.length);
  const sorted = new Uint32Array(mostEntries(entries));
  for (let row = 0; row < particleCount; row++) {
    const i = order[row];
    // ascending rows: neighbours in memory are read together
    const count = sortEntries(entries, i, rank, sorted);
    let end = rowStart[row];
    for (let p = OWNED; p <= OTHER; p++) {
      const first = 4 * end;
      let own = 0;
      for (let k = 0; k < count; k++) if (part[sorted[k]] === p) place[sorted[k]] = first + own++;
      end += Math.ceil(own / 4);
      if (isSharedOut && p === OWNED) ownedEnd[row] = end;
      if (p === COMMON && own > 0) {
        const chunk = chunkOf(row, particleCount, chunks);
        commonRows.set([row, first / 4, end], 3 * commonCount++);
        commonRanges.fill(commonCount, 2 * chunk + 1); // where this chunk ends those behind it begin
      }
      for (let k = first + own; k < 4 * end; k++) neighbour[k] = POSITION * row;
    }
    for (let k = 0; k < count; k++) neighbour[place[sorted[k]]] = POSITION * rank[entries.other[sorted[k]]];
    rowStart[row + 1] = end;
  }

  const springPlace = fillSprings(cloth.springs, entries, place, traits);
  if (entries.ofHinge.length > 0) addHinges(cloth.hinges, entries.ofHinge, place, traits);
  return { rowStart, ownedEnd, commonRanges, commonRows, neighbour, traits, scratch, scratchSize, springPlace };
}

/** Writes k and L of every spring to the traits of its two ends, and returns the places of these. L is negative for a spring that does not push back. */
export function fillSprings(springs: Springs, entries: Entries, place: Uint32Array, traits: Float32Array): Uint32Array {
  const { count, stiffness, restLength, asymmetric } = springs;
  const isFirst = 2 * count === entries.ofSpring.length; // no spring was removed
  const places = isFirst ? entries.ofSpring.slice() : findFreeEntries(springs, entries);
  for (let side = 0; side < 2 * count; side++) {
    const s = side >> 1;
    places[side] = place[places[side]];
    const t = traitsAt(places[side]);
    traits[t] = stiffness[s];
    traits[t + 4] = asymmetric[s] !== 0 ? -restLength[s] : restLength[s];
  }
  return places;
}

/** Where springs were removed, each spring takes the first free entry of its pair. */
function findFreeEntries({ count, ends }: Springs, { start, other }: Entries): Uint32Array {
  const entryOf = new Uint32Array(2 * count);
  const isTaken = new Uint8Array(other.length);
  for (let side = 0; side < 2 * count; side++) {
    let e = start[ends[side]];
    while (other[e] !== ends[side ^ 1] || isTaken[e] !== 0) e++;
    isTaken[e] = 1;
    entryOf[side] = e;
  }
  return entryOf;
}

export function addHinges({ count, weights, stiffness }: Hinges, entryOf: Uint32Array, place: Uint32Array, traits: Float32Array): void {
  for (let q = 0; q < count; q++) {
    for (let a = 4 * q; a < 4 * q + 4; a++) {
      for (let b = 4 * q; b < 4 * q + 4; b++) {
        if (a === b) continue;
        traits[traitsAt(place[entryOf[4 * a + b - 4 * q]]) + 8] -= stiffness[q] * weights[a] * weights[b];
      }
    }
  }
}
