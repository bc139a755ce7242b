/**
 * Gives each pair of neighbours an owner, one of its two rows, so that a symmetric product visits every pair once. Rows own multiples of
 * four where they can: kernels take neighbours four at a time. A pair of rows of two chunks (`chunkOf`) has no owner.
 *
 * `start` and `other` list the neighbours of each particle, each pair in both lists and as often; `order` and `rank` are the particle of each row and back.
 * Returns 1 for each entry whose particle owns the pair.
 */
export function shareOutPairs(
  start: Uint32Array,
  other: Uint32Array,
  order: Uint32Array,
  rank: Uint32Array,
  chunkOf: (row: number) => number = () => 0,
): Uint8Array {
  const owned = new Uint8Array(other.length);
  const open: number[] = [];
  for (let row = 0; row < order.length; row++) {
    const i = order[row];
    const chunk = chunkOf(row);
    let dueCount = 0;
    open.length = 0;
    for (let e = start[i]; e < start[i + 1]; e++) {
      const otherRow = rank[other[e]];
      if (chunkOf(otherRow) !== chunk) continue;
      if (otherRow > row) {
        // the farthest first: a pair that stays open is decided by the other row, soon if that is near
        let at = open.length;
        for (; at > 0 && rank[other[open[at - 1]]] < otherRow; at--) open[at] = open[at - 1];
        open[at] = e;
      } else if (owned[findMate(start, other, i, e)] === 0) {
        owned[e] = 1;
        dueCount++;
      }
    }
    const all = dueCount + open.length;
    const count = all - (all % 4) >= dueCount ? all - (all % 4) : all;
    for (let k = 0; k < count - dueCount; k++) owned[open[k]] = 1;
  }
  return owned;
}

/** The entry of the same pair in the list of the other particle: the same one of several. */
function findMate(start: Uint32Array, other: Uint32Array, i: number, e: number): number {
  const j = other[e];
  let which = 0;
  for (let k = start[i]; k < e; k++) if (other[k] === j) which++;
  for (let k = start[j]; k < start[j + 1]; k++) if (other[k] === i && which-- === 0) return k;
  throw new RangeError(`${i} is a neighbour of ${j}, and not the other way round`);
}
