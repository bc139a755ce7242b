import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { shareOutPairs } from "../blocks/half-edge-owners.ts";
import { addHinges, type Entries, fillSprings, listEntries, mostEntries, sortEntries } from "../blocks/half-edges.ts";
import { chunkOf, countChunks } from "../jobs.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";

/**
 * The springs and hinges of a cloth in groups of four pairs, for each chunk of a job (src/kernels/assembly/linear/edge-forces.ts). A pair within a chunk stands once, in
 * a group of four neighbours of one row; of a pair of two chunks each has its half, in groups of any four. What a pair has is as for src/kernels/blocks/half-edges.ts.
 */
export interface EdgeGroups {
  /** Groups (first, last) of each chunk; their row, its four neighbours (byte offsets of positions), and where their twelve numbers k, L and w are. */
  readonly ownedRanges: Uint32Array;
  readonly ownedRow: Uint32Array;
  readonly ownedNeighbour: Uint32Array;
  readonly ownedTraits: Uint32Array;
  /** The same of pairs of two chunks: four rows and their neighbours. */
  readonly commonRanges: Uint32Array;
  readonly commonRow: Uint32Array;
  readonly commonNeighbour: Uint32Array;
  readonly commonTraits: Uint32Array;
  /** The relative damping of each pair of either kind; empty where there is none. */
  readonly ownedDamping: Float32Array;
  readonly commonDamping: Float32Array;
  /** 64 numbers for each of GROUPS_AT_ONCE groups, `scratchSize` numbers, for each chunk. */
  readonly scratch: Float32Array;
  readonly scratchSize: number;
  /** Room for the twelve numbers of differences of each group, both kinds, if they are kept. */
  readonly ownedKept: Float32Array;
  readonly commonKept: Float32Array;
  /** Takes over springs and hinges of a cloth: the first one, or that without some of its springs. */
  fill(cloth: Cloth, bending: boolean): void;
}

/** Bytes of a position: hi and lo. */
const POSITION = 32;
/** Groups that a kernel takes at a time. */
const GROUPS_AT_ONCE = 64;
/** In place of an entry. */
const NONE = 0xffffffff;
const NOTHING = new Float32Array(0);

/** Groups of up to four entries, those of a chunk side by side. */
interface Groups {
  /** Packed by fours, NONE where a group has fewer. */
  readonly entries: Uint32Array;
  /** The end of the groups of each chunk. */
  readonly ends: Uint32Array;
  count: number;
}

/** Where the entries of a cloth go. */
export interface GroupPlan {
  readonly entries: Entries;
  readonly owned: Groups;
  readonly common: Groups;
  readonly isKept: boolean;
  readonly isDamped: boolean;
  /** Bytes that `createEdgeGroups` takes. */
  readonly bytes: number;
}

/** `isKept`: whether differences are kept, for residuals of what has moved on. */
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
  const groups = owned.count;
  const others = common.count;
  const isDamped = cloth.springs.relativeDamping.some((c) => c !== 0);
  const bytes =
    (isDamped ? sizeOf(16 * groups) + sizeOf(16 * others) : 0) +
    2 * sizeOf(8 * chunks) +
    sizeOf(4 * groups) +
    sizeOf(16 * groups) +
    sizeOf(4 * groups) +
    2 * sizeOf(16 * others) +
    sizeOf(4 * others) +
    sizeOf(48 * (groups + others)) +
    sizeOf(256 * chunks * GROUPS_AT_ONCE) +
    (isKept ? sizeOf(48 * groups) + sizeOf(48 * others) : 0);
  return { entries, owned, common, isKept, isDamped, bytes };
}

/** With room for so many entries, those that are empty included. */
function createGroups(room: number, chunks: number): Groups {
  return { entries: new Uint32Array(room).fill(NONE), ends: new Uint32Array(chunks), count: 0 };
}

/** Goes through the rows and fills the groups: owned ones with pairs of one row, common ones with any of a chunk. */
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
    // ascending rows: what is near in memory is read together
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

/** Adds to the last group, which has so many entries, or to a new one; returns how many that has then, 0 where it is full. */
function joinGroup(groups: Groups, filled: number, entry: number): number {
  if (filled === 0) groups.count++;
  groups.entries[4 * (groups.count - 1) + filled] = entry;
  return (filled + 1) % 4;
}

/** `order` and `rank`: old number of each new row, and back. */
export function createEdgeGroups(
  { entries, owned, common, isKept, isDamped }: GroupPlan,
  order: Uint32Array,
  rank: Uint32Array,
  memory: KernelMemory,
): EdgeGroups {
  const rowOf = new Uint32Array(entries.other.length);
  for (let row = 0; row < order.length; row++) rowOf.fill(row, entries.start[order[row]], entries.start[order[row] + 1]);
  const total = 4 * (owned.count + common.count);
  /** The place of each entry among all groups, those of common pairs behind the others; behind all for one whose pair stands elsewhere. */
  const place = new Uint32Array(entries.other.length).fill(total);

  function lay(groups: Groups, before: number): [Uint32Array, Uint32Array, Uint32Array] {
    const ranges = memory.words(2 * groups.ends.length);
    groups.ends.forEach((end, chunk) => {
      ranges.set([chunk > 0 ? groups.ends[chunk - 1] : 0, end], 2 * chunk);
    });
    const row = new Uint32Array(4 * groups.count);
    const neighbour = memory.words(4 * groups.count);
    placeGroups(groups, entries.other, rowOf, rank, before, row, neighbour, place);
    return [ranges, row, neighbour];
  }

  const [ownedRanges, ownedRows, ownedNeighbour] = lay(owned, 0);
  const ownedCount = ownedNeighbour.length;
  const [commonRanges, commonRows, commonNeighbour] = lay(common, ownedCount);
  const ownedRow = memory.words(ownedCount / 4);
  for (let g = 0; g < ownedRow.length; g++) ownedRow[g] = ownedRows[4 * g];
  const commonRow = memory.words(commonRows.length);
  commonRow.set(commonRows);
  const ownedTraits = memory.words(owned.count);
  const commonTraits = memory.words(common.count);
  const distinct = memory.words(3 * total);
  const ownedDamping = memory.floats(isDamped ? ownedCount : 0);
  const commonDamping = memory.floats(isDamped ? commonNeighbour.length : 0);
  const scratchSize = 64 * GROUPS_AT_ONCE;
  const scratch = memory.floats(owned.ends.length * scratchSize);
  const ownedKept = isKept ? memory.floats(3 * ownedCount) : NOTHING;
  const commonKept = isKept ? memory.floats(3 * commonNeighbour.length) : NOTHING;
  return {
    ownedRanges,
    ownedRow,
    ownedNeighbour,
    ownedTraits,
    commonRanges,
    commonRow,
    commonNeighbour,
    commonTraits,
    ownedDamping,
    commonDamping,
    scratch,
    scratchSize,
    ownedKept,
    commonKept,
    fill({ springs, hinges }, bending) {
      const traits = new Float32Array(3 * (total + 4));
      const springPlace = fillSprings(springs, entries, place, traits);
      if (bending) addHinges(hinges, entries.ofHinge, place, traits);
      const places = findKinds(new Uint32Array(traits.buffer, 0, 3 * total), distinct);
      for (let g = 0; g < places.length; g++) places[g] = distinct.byteOffset + 4 * TRAITS * places[g];
      ownedTraits.set(places.subarray(0, owned.count));
      commonTraits.set(places.subarray(owned.count));
      if (!isDamped) return;
      const damping = new Float32Array(total + 4);
      for (let side = 0; side < springPlace.length; side++) {
        damping[springPlace[side]] = springs.relativeDamping[side >> 1];
      }
      ownedDamping.set(damping.subarray(0, ownedCount));
      commonDamping.set(damping.subarray(ownedCount, total));
    },
  };
}

/** Words of the traits of a group: four of each. */
const TRAITS = 12;

/** Puts the traits of groups into `distinct`, equal ones once; returns which of them each group has. */
function findKinds(traits: Uint32Array, distinct: Uint32Array): Uint32Array {
  const kinds = new Uint32Array(traits.length / TRAITS);
  let size = 1;
  while (size < 2 * kinds.length) size *= 2;
  const table = new Int32Array(size).fill(-1); // by a hash of the words, or the next place that is free
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

/** What fills up a group is a pair of a row with itself. */
function placeGroups(
  groups: Groups,
  other: Uint32Array,
  rowOf: Uint32Array,
  rank: Uint32Array,
  before: number,
  row: Uint32Array,
  neighbour: Uint32Array,
  place: Uint32Array,
): void {
  for (let g = 0; g < groups.count; g++) {
    let last = groups.entries[4 * g];
    for (let at = 4 * g; at < 4 * g + 4; at++) {
      const e = groups.entries[at];
      if (e !== NONE) last = e;
      row[at] = POSITION * rowOf[last];
      neighbour[at] = POSITION * (e !== NONE ? rank[other[e]] : rowOf[last]);
      if (e !== NONE) place[e] = before + at;
    }
  }
}
