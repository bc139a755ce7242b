/** Who is connected to whom: the neighbours of vertex i are `neighbours[start[i]] … neighbours[start[i + 1] − 1]`, ascending. */
export interface Adjacency {
  /** Count + 1 offsets into `neighbours`. */
  readonly start: Uint32Array;
  readonly neighbours: Uint32Array;
}

/**
 * The graph of `pairs` (packed by twos: spring ends, mesh edges) over `count` vertices: symmetric, sorted, each neighbour
 * once however often its pair occurs, without loops. Linear time: scattering the rows of a symmetric graph in ascending order
 * leaves every row sorted.
 */
export function adjacencyFromPairs(count: number, pairs: Uint32Array): Adjacency {
  const start = new Uint32Array(count + 1);
  for (let p = 0; p < pairs.length; p += 2) {
    if (pairs[p] === pairs[p + 1]) continue;
    start[pairs[p] + 1]++;
    start[pairs[p + 1] + 1]++;
  }
  for (let i = 0; i < count; i++) start[i + 1] += start[i];

  const cursor = start.slice(0, count);
  const unsorted = new Uint32Array(start[count]);
  for (let p = 0; p < pairs.length; p += 2) {
    const a = pairs[p];
    const b = pairs[p + 1];
    if (a === b) continue;
    unsorted[cursor[a]++] = b;
    unsorted[cursor[b]++] = a;
  }

  cursor.set(start.subarray(0, count));
  const sorted = new Uint32Array(start[count]);
  for (let i = 0; i < count; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) sorted[cursor[unsorted[k]]++] = i;
  }
  return dropRepeats(count, start, sorted);
}

function dropRepeats(count: number, start: Uint32Array, sorted: Uint32Array): Adjacency {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const from = start[i];
    const to = start[i + 1];
    start[i] = kept;
    for (let k = from; k < to; k++) {
      if (k === from || sorted[k] !== sorted[k - 1]) sorted[kept++] = sorted[k];
    }
  }
  start[count] = kept;
  return { start, neighbours: kept === sorted.length ? sorted : sorted.slice(0, kept) };
}
