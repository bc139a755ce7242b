import type { Cloth } from "../fabric/cloth.ts";
import { shareOutPairs } from "./half-edge-owners.ts";
import { type Entries, listEntries, mostEntries, sortEntries, traitsAt } from "./half-edges.ts";
import { chunkOf, countChunks } from "./jobs.ts";
import { type KernelMemory, sizeOf } from "./memory.ts";

/**
 * The springs and hinges of a cloth in groups of four pairs, for each chunk of a job (src/wasm/assembly/edge-forces.ts). A pair within a chunk stands once, in
 * a group of four neighbours of one row; of a pair of two chunks each has its half, in groups of any four. What a pair has is as for src/wasm/half-edges.ts.
 */
export interface EdgeGroups {
  /** Groups (first, last) of each chunk; their row, its four neighbours (byte offsets of positions), and twelve numbers k, L and w. */
  readonly ownedRanges: Uint32Array;
  readonly ownedRow: Uint32Array;
  readonly ownedNeighbour: Uint32Array;
  readonly ownedTraits: Float32Array;
  /** The same of pairs of two chunks: four rows and their neighbours. */
  readonly commonRanges: Uint32Array;
  readonly commonRow: Uint32Array;
  readonly commonNeighbour: Uint32Array;
  readonly commonTraits: Float32Array;
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
/** The place of an entry whose pair stands elsewhere. */
const NOWHERE = 0xffffffff;
const NOTHING = new Float32Array(0);

/** Where the entries of a cloth go. */
export interface GroupPlan {
  readonly entries: Entries;
  /** Entries of each group, up to four, by chunk. */
  readonly owned: readonly (readonly number[])[][];
  readonly common: readonly (readonly number[])[][];
  readonly isKept: boolean;
  readonly isDamped: boolean;
  /** Bytes that `createEdgeGroups` takes. */
  readonly bytes: number;
}

/** `isKept`: whether differences are kept, for residuals of what has moved on. */
export function planEdgeGroups(
  cloth: Cloth,
  bending: boolean,
  order: Uint32Array,
  rank: Uint32Array,
  isKept: boolean,
): GroupPlan {
  const n = cloth.particleCount;
  const chunks = countChunks(n);
  const entries = listEntries(cloth, bending);
  const { start, other } = entries;
  const chunkOfRow = Uint32Array.from({ length: n }, (_, row) => chunkOf(row, n));
  const inChunk = (row: number): number => chunkOfRow[row];
  const isOwned = shareOutPairs(start, other, order, rank, inChunk);
  const owned: number[][][] = Array.from({ length: chunks }, () => []);
  const common: number[][][] = Array.from({ length: chunks }, () => []);
  const near = new Uint32Array(mostEntries(entries));
  for (let row = 0; row < n; row++) {
    const chunk = inChunk(row);
    // ascending rows: what is near in memory is read together
    const count = sortEntries(entries, order[row], rank, near);
    let own: number[] = [];
    for (let k = 0; k < count; k++) {
      const e = near[k];
      if (inChunk(rank[other[e]]) !== chunk) joinGroup(common[chunk], e);
      if (isOwned[e] !== 1) continue;
      if (own.length === 0) owned[chunk].push(own);
      own.push(e);
      if (own.length === 4) own = [];
    }
  }
  const groups = owned.flat().length;
  const others = common.flat().length;
  const isDamped = cloth.springs.relativeDamping.some((c) => c !== 0);
  const bytes =
    (isDamped ? sizeOf(16 * groups) + sizeOf(16 * others) : 0) +
    2 * sizeOf(8 * chunks) +
    sizeOf(4 * groups) +
    sizeOf(16 * groups) +
    sizeOf(48 * groups) +
    2 * sizeOf(16 * others) +
    sizeOf(48 * others) +
    sizeOf(256 * chunks * GROUPS_AT_ONCE) +
    (isKept ? sizeOf(48 * groups) + sizeOf(48 * others) : 0);
  return { entries, owned, common, isKept, isDamped, bytes };
}

/** Adds to the last group, as long as it has room. */
function joinGroup(groups: number[][], entry: number): void {
  const last = groups.at(-1);
  if (last === undefined || last.length === 4) groups.push([entry]);
  else last.push(entry);
}

/** `order` and `rank`: old number of each new row, and back. */
export function createEdgeGroups(
  { entries, owned, common, isKept, isDamped }: GroupPlan,
  order: Uint32Array,
  rank: Uint32Array,
  memory: KernelMemory,
): EdgeGroups {
  const rowOf = new Uint32Array(entries.other.length);
  for (let row = 0; row < order.length; row++)
    rowOf.fill(row, entries.start[order[row]], entries.start[order[row] + 1]);
  /** The place of each entry among all groups, those of common pairs behind the others. */
  const place = new Uint32Array(entries.other.length).fill(NOWHERE);

  function lay(chunks: readonly (readonly number[])[][], before: number): [Uint32Array, Uint32Array, Uint32Array] {
    const ranges = memory.words(2 * chunks.length);
    const groups = chunks.flat();
    let end = 0;
    chunks.forEach((part, chunk) => {
      ranges.set([end, end + part.length], 2 * chunk);
      end += part.length;
    });
    const row = new Uint32Array(4 * groups.length);
    const neighbour = memory.words(4 * groups.length);
    groups.forEach((group, g) => {
      // what fills up a group is a pair of a row with itself
      for (let lane = 0; lane < 4; lane++) {
        const e = group[Math.min(lane, group.length - 1)];
        row[4 * g + lane] = POSITION * rowOf[e];
        neighbour[4 * g + lane] = POSITION * (lane < group.length ? rank[entries.other[e]] : rowOf[e]);
        if (lane < group.length) place[e] = before + 4 * g + lane;
      }
    });
    return [ranges, row, neighbour];
  }

  const [ownedRanges, ownedRows, ownedNeighbour] = lay(owned, 0);
  const ownedCount = ownedNeighbour.length;
  const [commonRanges, commonRows, commonNeighbour] = lay(common, ownedCount);
  const ownedRow = memory.words(ownedCount / 4);
  for (let g = 0; g < ownedRow.length; g++) ownedRow[g] = ownedRows[4 * g];
  const commonRow = memory.words(commonRows.length);
  commonRow.set(commonRows);
  const ownedTraits = memory.floats(3 * ownedCount);
  const commonTraits = memory.floats(3 * commonNeighbour.length);
  const ownedDamping = memory.floats(isDamped ? ownedCount : 0);
  const commonDamping = memory.floats(isDamped ? commonNeighbour.length : 0);
  const scratchSize = 64 * GROUPS_AT_ONCE;
  const scratch = memory.floats(owned.length * scratchSize);
  const ownedKept = isKept ? memory.floats(3 * ownedCount) : NOTHING;
  const commonKept = isKept ? memory.floats(3 * commonNeighbour.length) : NOTHING;
  const isTaken = new Uint8Array(place.length);

  /** Adds to k, L and w of an entry. */
  function addTraits(e: number, k: number, length: number, weight: number): void {
    const at = place[e];
    if (at === NOWHERE) return;
    const traits = at < ownedCount ? ownedTraits : commonTraits;
    const t = traitsAt(at < ownedCount ? at : at - ownedCount);
    traits[t] += k;
    traits[t + 4] += length;
    traits[t + 8] += weight;
  }

  function setDamping(e: number, c: number): void {
    const at = place[e];
    if (at === NOWHERE) return;
    if (at < ownedCount) ownedDamping[at] = c;
    else commonDamping[at - ownedCount] = c;
  }

  /** The first entry of the pair without a spring. */
  function findFreeEntry(i: number, j: number): number {
    for (let e = entries.start[i]; e < entries.start[i + 1]; e++) {
      if (entries.other[e] === j && isTaken[e] === 0) return e;
    }
    throw new RangeError(`particles ${i} and ${j} are not neighbours`);
  }

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
      ownedTraits.fill(0);
      commonTraits.fill(0);
      ownedDamping.fill(0);
      commonDamping.fill(0);
      isTaken.fill(0);
      const isFirst = 2 * springs.count === entries.ofSpring.length; // none is gone
      const { ends, stiffness, restLength, asymmetric, relativeDamping } = springs;
      for (let side = 0; side < 2 * springs.count; side++) {
        const s = side >> 1;
        const e = isFirst ? entries.ofSpring[side] : findFreeEntry(ends[side], ends[side ^ 1]);
        isTaken[e] = 1;
        addTraits(e, stiffness[s], asymmetric[s] !== 0 ? -restLength[s] : restLength[s], 0);
        if (isDamped) setDamping(e, relativeDamping[s]);
      }
      for (let q = 0; bending && q < hinges.count; q++) {
        for (let a = 4 * q; a < 4 * q + 4; a++) {
          for (let b = 4 * q; b < 4 * q + 4; b++) {
            if (a === b) continue;
            const e = entries.ofHinge[4 * a + b - 4 * q];
            addTraits(e, 0, 0, -hinges.stiffness[q] * hinges.weights[a] * hinges.weights[b]);
          }
        }
      }
    },
  };
}
