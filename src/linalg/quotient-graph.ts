import type { Adjacency } from "../mesh/adjacency.ts";

/**
 * A graph while its vertices are being eliminated. An eliminated vertex becomes an *element*, the list of the variables that its elimination
 * joined to each other, so the graph never needs more room than it had at first   [AmestoyDavisDuff96]. Vertices with the same neighbours
 * are one *variable* with the weight of all.
 *
 *     variable i:  entries[begin[i]…]   elementCount[i] elements, then variables, `length[i]` together
 *     element e:   entries[begin[e]…]   `length[e]` variables
 *
 * Variables that were merged or eliminated since may still stand in a list; their weight is no longer positive.
 */
export interface QuotientGraph {
  entries: Int32Array;
  /** Where new lists go. */
  free: number;
  /** −1 for what is gone: merged variables and absorbed elements. */
  readonly begin: Int32Array;
  readonly length: Int32Array;
  readonly elementCount: Int32Array;
  /** Of a variable: how many vertices it stands for, 0 once it is merged or eliminated; negative while it is in the element being made. */
  readonly weight: Int32Array;
  /** Of a variable: at least the weight of its neighbours. Of an element: the weight of its variables. */
  readonly degree: Int32Array;
}

/** The graph of the vertices that are not in `skipped`. */
export function createQuotientGraph({ start, neighbours }: Adjacency, skipped: Uint8Array): QuotientGraph {
  const n = start.length - 1;
  const entries = new Int32Array(neighbours.length + Math.floor(neighbours.length / 4) + n);
  const begin = new Int32Array(n).fill(-1);
  const length = new Int32Array(n);
  const weight = new Int32Array(n);
  let free = 0;
  for (let i = 0; i < n; i++) {
    if (skipped[i] !== 0) continue;
    weight[i] = 1;
    begin[i] = free;
    for (let k = start[i]; k < start[i + 1]; k++) {
      if (skipped[neighbours[k]] === 0) entries[free++] = neighbours[k];
    }
    length[i] = free - begin[i];
  }
  return { entries, free, begin, length, elementCount: new Int32Array(n), weight, degree: length.slice() };
}

/** Makes sure that `room` more entries fit behind `free`: closes the gaps between the lists, and takes more memory if that is not enough. */
export function makeRoom(quotient: QuotientGraph, room: number): void {
  const { begin, length } = quotient;
  let { entries } = quotient;
  if (quotient.free + room <= entries.length) return;
  // The owner of each list is written at its head, and what stood there is kept in `begin`.
  for (let i = 0; i < begin.length; i++) {
    if (begin[i] < 0 || length[i] === 0) continue;
    const head = begin[i];
    begin[i] = entries[head];
    entries[head] = -1 - i;
  }
  let free = 0;
  for (let k = 0; k < quotient.free; ) {
    const owner = -1 - entries[k];
    if (owner < 0) {
      k++;
      continue;
    }
    entries[free] = begin[owner];
    begin[owner] = free++;
    for (let end = k++ + length[owner]; k < end; k++) entries[free++] = entries[k];
  }
  quotient.free = free;
  if (free + room <= entries.length) return;
  const larger = new Int32Array(2 * (free + room));
  larger.set(entries.subarray(0, free));
  entries = larger;
  quotient.entries = larger;
}
