import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { filled, floats, layArrays, NOWHERE, sizeOfArrays, words } from "../array-table.ts";
import { shareOutPairs } from "../blocks/half-edge-owners.ts";
import { addHinges, type Entries, fillSprings, listEntries, mostEntries, POSITION, sortEntries } from "../blocks/half-edges.ts";
import { chunkOf, countChunks } from "../jobs.ts";
import * as at from "../layout/edge-words.ts";
import { type KernelMemory, writeWords } from "../memory.ts";

/**
 * The springs and hinges of a cloth in groups of four pairs, for each chunk of a job (src/kernels/assembly/linear/edge-forces.ts). A pair within a chunk stands once, in
 * a group of four neighbours of one row; a pair of two chunks stands in both, half of it in each, in groups of any four. The numbers of a pair are those of
 * src/kernels/blocks/half-edges.ts.
 */
export interface EdgeGroups {
  /** The words that describe them to kernels (src/kernels/layout/edge-words.ts). */
  readonly words: Uint32Array;
  /** Takes over springs and hinges of a cloth: the first one, or that without some of its springs. */
  fill(cloth: Cloth, bending: boolean): void;
}

/** Groups that a kernel takes at a time, and the numbers of the scratch of a chunk: 64 for each of them. */
const GROUPS_AT_ONCE = 64;
const SCRATCH_SIZE = 64 * GROUPS_AT_ONCE;
/** In place of an entry. */
const NONE = 0xffffffff;

/** Groups of up to four entries, those of a chunk side by side. */
interface Groups {
  /** Packed by fours, NONE where a group has fewer. */
  readonly entries: Uint32Array;
  /** The end of the groups of each chunk. */
  readonly ends: Uint32Array;
  count: number;
}

export interface GroupPlan {
  readonly isDamped: boolean;
  /** Bytes that `create` takes. */
  readonly bytes: number;
  create(memory: KernelMemory): EdgeGroups;
}

/** `order` and `rank`: the particle of each row, and back. `isKept`: whether differences are kept, for residuals at positions to which the cloth has moved on. */
export function* planEdgeGroups(cloth: Cloth, bending: boolean, order: Uint32Array, rank: Uint32Array, isKept: boolean): Slices<GroupPlan> {
  const n = cloth.particleCount;
  const chunks = countChunks(n);
  const entries = listEntries(cloth, bending);
  const { start, other } = entries;
  yield;
  const chunkOfRow = order.map((_, row) => chunkOf(row, n));
  const isOwned = shareOutPairs(start, other, order, rank, (row) => chunkOfRow[row]);
  yield;
  const owned = createGroups(other.length + 4 * n, chunks);
  const common = createGroups(other.length + 4 * chunks, chunks);
  groupEntries(entries, order, rank, chunkOfRow, isOwned, owned, common);
  const rowOf = new Uint32Array(other.length);
  for (let row = 0; row < n; row++) rowOf.fill(row, start[order[row]], start[order[row] + 1]);
  const ownedCount = 4 * owned.count;
  const commonCount = 4 * common.count;
  const total = ownedCount + commonCount;
  /** The place of each entry among all groups, those of common pairs behind the others; behind all for one whose pair stands elsewhere. */
  const place = new Uint32Array(other.length).fill(total);
  const [ownedRow, ownedNeighbour] = placeGroups(owned, other, rowOf, rank, 0, place);
  const [commonRow, commonNeighbour] = placeGroups(common, other, rowOf, rank, ownedCount, place);
  const isDamped = cloth.springs.relativeDamping.some((c) => c !== 0);
  const optional = (isThere: boolean, at: number, length: number) => floats(isThere ? at : NOWHERE, isThere ? length : 0);
  const pieces = {
    /** Groups (first, last) of each chunk; their row, its four neighbours (byte offsets of positions), and the places of their twelve numbers k, L and w. */
    ownedRanges: filled(at.OWNED_RANGES, rangesOf(owned)),
    ownedRow: filled(
      at.OWNED_ROW,
      ownedRow.filter((_, k) => k % 4 === 0),
    ),
    ownedNeighbour: filled(at.OWNED_NEIGHBOUR, ownedNeighbour),
    ownedTraits: words(at.OWNED_TRAITS, owned.count),
    /** The same of pairs of two chunks: four rows and their neighbours. */
    commonRanges: filled(at.COMMON_RANGES, rangesOf(common)),
    commonRow: filled(at.COMMON_ROW, commonRow),
    commonNeighbour: filled(at.COMMON_NEIGHBOUR, commonNeighbour),
    commonTraits: words(at.COMMON_TRAITS, common.count),
    distinctTraits: words(NOWHERE, 3 * total),
    scratch: floats(at.SCRATCH, chunks * SCRATCH_SIZE),
    /** The relative damping of each pair, and the twelve differences of each group. */
    ownedDamping: optional(isDamped, at.OWNED_DAMPING, ownedCount),
    commonDamping: optional(isDamped, at.COMMON_DAMPING, commonCount),
    ownedKept: optional(isKept, at.OWNED_KEPT, 3 * ownedCount),
    commonKept: optional(isKept, at.COMMON_KEPT, 3 * commonCount),
  };
  return {
    isDamped,
    bytes: sizeOfArrays(pieces, at.EDGE_BYTES),
    create(memory) {
      const { arrays, words } = layArrays(pieces, at.EDGE_BYTES, memory);
      const { ownedTraits, commonTraits, distinctTraits, ownedDamping, commonDamping } = arrays;
      writeWords(words, { [at.SCRATCH_SIZE]: 4 * SCRATCH_SIZE });
      return {
        words,
        fill({ springs, hinges }, bends) {
          const traits = new Float32Array(3 * (total + 4));
          const springPlace = fillSprings(springs, entries, place, traits);
          if (bends) addHinges(hinges, entries.ofHinge, place, traits);
          const places = findKinds(new Uint32Array(traits.buffer, 0, 3 * total), distinctTraits);
          for (let g = 0; g < places.length; g++) places[g] = distinctTraits.byteOffset + 4 * TRAITS * places[g];
          ownedTraits.set(places.subarray(0, owned.count));
          commonTraits.set(places.subarray(owned.count));
          if (!isDamped) return;
          const damping = new Float32Array(total + 4);
          for (let side = 0; side < springPlace.length; side++) damping[springPlace[side]] = springs.relativeDamping[side >> 1];
          ownedDamping.set(damping.subarray(0, ownedCount));
          commonDamping.set(damping.subarray(ownedCount, total));
        },
      };
    },
  };
}

/** With room for so many entries, empty ones included. */
function createGroups(room: number, chunks: number): Groups {
  return { entries: new Uint32Array(room).fill(NONE), ends: new Uint32Array(chunks), count: 0 };
}

/** Fills the groups row by row: owned groups with pairs of one row, common groups with any pairs of a chunk. */
function groupEntries(
  entries: Entries,
  order: Uint32Array,
  rank: Uint32Array,
  chunkOfRow: Uint32Array,
  isOwned: Uint8Array,
  owned: Groups,
  common: Groups,
): void {
  const { other } = entries;
  const near = new Uint32Array(mostEntries(entries));
  let commonFilled = 0; // entries of the last group
  for (let row = 0; row < order.length; row++) {
    const chunk = chunkOfRow[row];
    if (row > 0 && chunk !== chunkOfRow[row - 1]) commonFilled = 0;
    // ascending rows: neighbours in memory are read together
    const count = sortEntries(entries, order[row], rank, near);
    let ownedFilled = 0;
    for (let k = 0; k < count; k++) {
      const e = near[k];
      if (chunkOfRow[rank[other[e]]] !== chunk) commonFilled = joinGroup(common, commonFilled, e);
      if (isOwned[e] === 1) ownedFilled = joinGroup(owned, ownedFilled, e);
    }
    owned.ends[chunk] = owned.count;
    common.ends[chunk] = common.count;
  }
}

/** Adds an entry to the last group, which has `filled` of them, or to a new group; returns the entries of that group then, 0 where it is full. */
function joinGroup(groups: Groups, filled: number, entry: number): number {
  if (filled === 0) groups.count++;
  groups.entries[4 * (groups.count - 1) + filled] = entry;
  return (filled + 1) % 4;
}

/** Words of the traits of a group: four of each. */
const TRAITS = 12;

/** Writes the traits of groups to `distinct`, equal ones once; returns the number of those of each group. */
function findKinds(traits: Uint32Array, distinct: Uint32Array): Uint32Array {
  const kinds = new Uint32Array(traits.length / TRAITS);
  let size = 1;
  while (size < 2 * kinds.length) size *= 2;
  const table = new Int32Array(size).fill(-1); // by a hash of the words; where two collide, the next free place
  let count = 0;
  for (let g = 0; g < kinds.length; g++) {
    const at = TRAITS * g;
    let slot = 0;
    for (let k = at; k < at + TRAITS; k++) slot = Math.imul(slot ^ traits[k], 0x9e3779b1) ^ (traits[k] >>> 16);
    slot &= size - 1;
    while (table[slot] >= 0 && !areAlike(traits, at, distinct, TRAITS * table[slot])) slot = (slot + 1) % size;
    if (table[slot] < 0) {
      for (let k = 0; k < TRAITS; k++) distinct[TRAITS * count + k] = traits[at + k];
      table[slot] = count++;
    }
    kinds[g] = table[slot];
  }
  return kinds;
}

function areAlike(a: Uint32Array, from: number, b: Uint32Array, other: number): boolean {
  let k = 0;
  while (k < TRAITS && a[from + k] === b[other + k]) k++;
  return k === TRAITS;
}

/** (first, last) of the groups of each chunk. */
function rangesOf({ ends }: Groups): Uint32Array {
  return Uint32Array.from({ length: 2 * ends.length }, (_, k) => (k === 0 ? 0 : ends[(k - 1) >> 1]));
}

/** The rows and neighbours of groups, as byte offsets of positions, and the places of their entries, `before` being the first. A group is filled up by pairs of a row with itself. */
function placeGroups(
  groups: Groups,
  other: Uint32Array,
  rowOf: Uint32Array,
  rank: Uint32Array,
  before: number,
  place: Uint32Array,
): [row: Uint32Array, neighbour: Uint32Array] {
  const row = new Uint32Array(4 * groups.count);
  const neighbour = new Uint32Array(4 * groups.count);
  let last = 0;
  for (let at = 0; at < row.length; at++) {
    const e = groups.entries[at];
    if (e !== NONE) {
      last = e; // the first of a group is an entry
      place[e] = before + at;
    }
    row[at] = POSITION * rowOf[last];
    neighbour[at] = POSITION * (e !== NONE ? rank[other[e]] : rowOf[last]);
  }
  return [row, neighbour];
}
