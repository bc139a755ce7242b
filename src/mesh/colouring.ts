import type { Adjacency } from "./adjacency.ts";

/** A colouring of a graph: no two neighbours share a colour. */
export interface Colouring {
  /** Vertices sorted by colour, and by index within a colour. */
  readonly order: Uint32Array;
  /** Where each colour begins in `order`; one more entry than colours. */
  readonly start: Uint32Array;
}

/** Greedy colouring: each vertex, in index order, takes the lowest colour its neighbours have left. Deterministic. */
export function colourGraph({ start, neighbours }: Adjacency): Colouring {
  const count = start.length - 1;
  const colour = new Uint32Array(count);
  const takenBy = new Uint32Array(count + 1).fill(count); // last vertex that found this colour taken
  let colourCount = 0;
  for (let i = 0; i < count; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (j < i) takenBy[colour[j]] = i;
    }
    let c = 0;
    while (takenBy[c] === i) c++;
    colour[i] = c;
    colourCount = Math.max(colourCount, c + 1);
  }
  const colourStart = new Uint32Array(colourCount + 1);
  for (let i = 0; i < count; i++) colourStart[colour[i] + 1]++;
  for (let c = 0; c < colourCount; c++) colourStart[c + 1] += colourStart[c];
  const fill = colourStart.slice();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[fill[colour[i]]++] = i;
  return { order, start: colourStart };
}
