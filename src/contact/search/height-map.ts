/** Heights of points, by the cell of space that each is in: a table of cells that are found by their numbers. */
export interface HeightMap {
  /** Forgets everything; cells are cubes of this side [m]. */
  clear(side: number): void;
  /** Puts a height into the cell of the point p[at..]. */
  put(p: Float64Array, at: number, height: number): void;
  /** The mean of the heights in the cell of a point; 0 where there are none. */
  meanAt(p: Float64Array, at: number): number;
  /** The greatest height of the cell of a point and of those around it; −∞ where there is none. */
  highestAround(p: Float64Array, at: number): number;
}

/** For at most `capacity` points. */
export function createHeightMap(capacity: number): HeightMap {
  let size = 16;
  while (size < 2 * capacity) size *= 2;
  const cells = new Int32Array(3 * size);
  const highest = new Float64Array(size);
  const sums = new Float64Array(size);
  const counts = new Uint32Array(size);
  let scale = 0;

  /** The slot of a cell, or the free one where it would be. */
  function find(i: number, j: number, k: number): number {
    const hash = Math.imul(i, 0x8da6b343) ^ Math.imul(j, 0xd8163841) ^ Math.imul(k, 0xcb1ab31f);
    let slot = (hash ^ (hash >>> 15)) & (size - 1);
    while (counts[slot] > 0 && (cells[3 * slot] !== i || cells[3 * slot + 1] !== j || cells[3 * slot + 2] !== k)) {
      slot = (slot + 1) & (size - 1);
    }
    return slot;
  }

  const cellOf = (value: number): number => Math.floor(value * scale) | 0;

  return {
    clear(side) {
      counts.fill(0);
      scale = 1 / side;
    },
    put(p, at, height) {
      const i = cellOf(p[at]);
      const j = cellOf(p[at + 1]);
      const k = cellOf(p[at + 2]);
      const slot = find(i, j, k);
      highest[slot] = counts[slot] > 0 ? Math.max(highest[slot], height) : height;
      sums[slot] = counts[slot] > 0 ? sums[slot] + height : height;
      counts[slot]++;
      cells[3 * slot] = i;
      cells[3 * slot + 1] = j;
      cells[3 * slot + 2] = k;
    },
    meanAt(p, at) {
      const slot = find(cellOf(p[at]), cellOf(p[at + 1]), cellOf(p[at + 2]));
      return counts[slot] > 0 ? sums[slot] / counts[slot] : 0;
    },
    highestAround(p, at) {
      let most = Number.NEGATIVE_INFINITY;
      const i = cellOf(p[at]);
      const j = cellOf(p[at + 1]);
      const k = cellOf(p[at + 2]);
      for (let di = -1; di <= 1; di++) {
        for (let dj = -1; dj <= 1; dj++) {
          for (let dk = -1; dk <= 1; dk++) {
            const slot = find(i + di, j + dj, k + dk);
            if (counts[slot] > 0) most = Math.max(most, highest[slot]);
          }
        }
      }
      return most;
    },
  };
}
