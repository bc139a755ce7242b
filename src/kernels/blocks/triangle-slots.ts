import type { TriangleGroups } from "../triangles/triangle-groups.ts";
import type { FullPairs } from "./full-pairs.ts";

/** Of a group: four places each of the edges ij, jk and ki. */
export const GROUP_SLOTS = 12;

/**
 * Where the blocks of the edges of triangles go among those of pairs: byte offsets, plus 1 where the pair stands the other way round. A chunk takes what its rows need: of a pair within
 * it one block, of a pair with another's row its half, of others' none, for which it has a group of its own.
 */
export function fillTriangleSlots({ ranges, corners, own }: TriangleGroups, pairs: FullPairs, slots: Uint32Array): void {
  const { rowStart, ownedEnd, columns, size } = pairs;
  const groupCount = rowStart[rowStart.length - 1];

  /** The byte offset of the block from one row to another among groups, or undefined. */
  function find(other: number, first: number, end: number): number | undefined {
    const at = columns.subarray(4 * first, 4 * end).indexOf(16 * other);
    return at < 0 ? undefined : size * (first + (at >> 2)) + 4 * (at & 3);
  }

  function place(a: number, b: number, isOwnA: boolean, isOwnB: boolean): number | undefined {
    if (isOwnA && isOwnB) {
      const there = find(b, rowStart[a], ownedEnd[a]);
      return there ?? 1 + (find(a, rowStart[b], ownedEnd[b]) as number);
    }
    if (isOwnA) return find(b, ownedEnd[a], rowStart[a + 1]);
    return isOwnB ? 1 + (find(a, ownedEnd[b], rowStart[b + 1]) as number) : undefined;
  }

  for (let chunk = 0; 2 * chunk < ranges.length; chunk++) {
    for (let g = ranges[2 * chunk]; g < ranges[2 * chunk + 1]; g++) {
      for (let e = 0; e < GROUP_SLOTS; e++) {
        const c = (e + 4) % GROUP_SLOTS; // the corner behind, of the same lane
        const [a, b] = [corners[GROUP_SLOTS * g + e] / 32, corners[GROUP_SLOTS * g + c] / 32];
        const slot = place(a, b, ((own[g] >> e) & 1) !== 0, ((own[g] >> c) & 1) !== 0);
        slots[GROUP_SLOTS * g + e] = slot ?? size * (groupCount + chunk);
      }
    }
  }
}
