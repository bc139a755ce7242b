import type { Cloth } from "../fabric/cloth.ts";
import { shareOutPairs } from "./half-edge-owners.ts";
import { type KernelMemory, sizeOf } from "./memory.ts";

/**
 * The springs and hinges of a cloth as its particles see them: for each, in the order of the matrix, its neighbours in groups of four, with
 * the stiffness k and rest length L of a spring to each and the weight w of the hinges (src/wasm/assembly/block-rows.ts). For a hinge
 * the force −λ α_a Σ α_b x_b is  Σ_b −λ α_a α_b (x_b − x_a),  because Σα = 0: springs of length 0, some of which push.
 */
export interface HalfEdges {
  readonly rowStart: Uint32Array;
  /** Where shared out, the end of the groups of each row that hold the pairs it owns, the first ones; else empty. */
  readonly ownedEnd: Uint32Array;
  readonly neighbour: Uint32Array;
  readonly traits: Float32Array;
  /** 16 numbers for each group of ROWS_AT_ONCE rows. */
  readonly scratch: Float32Array;
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

/** How many groups there are, and at most in a row. Those of pairs that a row owns are its own where `owned` says so. */
function countGroups({ start }: Entries, owned: Uint8Array): { groups: number; most: number } {
  let groups = 0;
  let most = 0;
  for (let i = 0; i + 1 < start.length; i++) {
    let first = 0;
    for (let e = start[i]; e < start[i + 1]; e++) first += owned[e] ?? 0;
    const own = Math.ceil(first / 4) + Math.ceil((start[i + 1] - start[i] - first) / 4);
    groups += own;
    most = Math.max(most, own);
  }
  return { groups, most };
}

/** Where the first of three traits of a neighbour stands, among those of its group. */
export function traitsAt(place: number): number {
  return 12 * (place >> 2) + (place & 3);
}

/** Bytes that `createHalfEdges` takes at most. */
export function halfEdgesSize(cloth: Cloth, bending: boolean): number {
  const { groups, most } = countGroups(listEntries(cloth, bending), NOT_SHARED);
  // shared out, a row may have one group more
  const all = groups + cloth.particleCount;
  return (
    2 * sizeOf(4 * (cloth.particleCount + 1)) +
    sizeOf(16 * all) +
    sizeOf(48 * all) +
    sizeOf(64 * ROWS_AT_ONCE * (most + 1))
  );
}

const NOT_SHARED = new Uint8Array(0);

/** `order` and `rank`: old number of each new row, and back. Shared out (src/wasm/half-edge-owners.ts), the pairs that a row owns come first. */
export function createHalfEdges(
  cloth: Cloth,
  bending: boolean,
  order: Uint32Array,
  rank: Uint32Array,
  memory: KernelMemory,
  isSharedOut = false,
): HalfEdges {
  const { particleCount } = cloth;
  const entries = listEntries(cloth, bending);
  const owned = isSharedOut ? shareOutPairs(entries.start, entries.other, order, rank) : NOT_SHARED;
  const { groups, most } = countGroups(entries, owned);
  const ownedEnd = memory.words(isSharedOut ? particleCount : 0);
  const rowStart = memory.words(particleCount + 1);
  const neighbour = memory.words(4 * groups);
  const traits = memory.floats(12 * groups);
  const scratch = memory.floats(16 * ROWS_AT_ONCE * most);
  /** The place of each entry among the neighbours. */
  const place = new Uint32Array(entries.other.length);
  for (let row = 0; row < particleCount; row++) {
    const i = order[row];
    const count = entries.start[i + 1] - entries.start[i];
    // ascending rows: what is near in memory is read together
    const sorted = Array.from({ length: count }, (_, e) => entries.start[i] + e).sort(
      (a, b) => rank[entries.other[a]] - rank[entries.other[b]] || a - b,
    );
    const parts = [sorted.filter((e) => owned[e] === 1), sorted.filter((e) => owned[e] !== 1)];
    rowStart[row + 1] = rowStart[row];
    parts.forEach((part, isRest) => {
      const first = 4 * rowStart[row + 1];
      rowStart[row + 1] += Math.ceil(part.length / 4);
      if (isRest === 0 && isSharedOut) ownedEnd[row] = rowStart[row + 1];
      neighbour.fill(POSITION * row, first, 4 * rowStart[row + 1]);
      part.forEach((e, k) => {
        place[e] = first + k;
        neighbour[place[e]] = POSITION * rank[entries.other[e]];
      });
    });
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
    neighbour,
    traits,
    scratch,
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
