import { hashWords } from "../core/hash.ts";
import type { Adjacency } from "../mesh/adjacency.ts";

/** A graph whose vertices and edges stand for several of a finer one. */
export interface WeightedGraph extends Adjacency {
  readonly vertexWeight: Int32Array;
  /** One for each entry of `neighbours`. */
  readonly edgeWeight: Int32Array;
}

export interface Coarsening {
  readonly coarse: WeightedGraph;
  /** The coarse vertex of each fine one. */
  readonly map: Uint32Array;
}

/** Room for the edges of a coarse graph while they are found: of the size of the finest graph. */
export interface CoarsenScratch {
  readonly ends: Uint32Array;
  readonly weights: Int32Array;
  /** Where the row at hand has its entry for a coarse vertex; what earlier rows left lies before its beginning. */
  readonly place: Int32Array;
}

export function createCoarsenScratch({ start, neighbours }: Adjacency): CoarsenScratch {
  return {
    ends: new Uint32Array(neighbours.length),
    weights: new Int32Array(neighbours.length),
    place: new Int32Array(start.length - 1),
  };
}

/**
 * A graph of about half as many vertices: each vertex, in a shuffled order, is matched with the free neighbour it shares the heaviest edge with
 * (ties to the lighter one, then to the one found first), and pairs become one vertex   [KarypisKumar98]. No vertex outgrows `heaviest`.
 */
export function coarsenGraph(graph: WeightedGraph, heaviest: number, seed: number, scratch: CoarsenScratch): Coarsening {
  const { start, neighbours, vertexWeight, edgeWeight } = graph;
  const n = start.length - 1;
  const match = new Int32Array(n).fill(-1);
  const visit = shuffle(n, seed);
  for (let v = 0; v < n; v++) {
    const i = visit[v];
    if (match[i] >= 0) continue;
    let best = i;
    let bestEdge = 0;
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (match[j] >= 0 || vertexWeight[i] + vertexWeight[j] > heaviest) continue;
      if (edgeWeight[k] < bestEdge || (edgeWeight[k] === bestEdge && vertexWeight[j] >= vertexWeight[best])) continue;
      best = j;
      bestEdge = edgeWeight[k];
    }
    match[i] = best;
    match[best] = i;
  }
  return contract(graph, match, scratch);
}

function shuffle(n: number, seed: number): Uint32Array {
  const order = new Uint32Array(n);
  let state = hashWords(seed, n) | 1;
  for (let i = 0; i < n; i++) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

function contract(graph: WeightedGraph, match: Int32Array, { ends, weights, place }: CoarsenScratch): Coarsening {
  const { start, neighbours, vertexWeight, edgeWeight } = graph;
  const n = match.length;
  const map = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) map[i] = match[i] < i ? map[match[i]] : count++;

  const coarseStart = new Uint32Array(count + 1);
  const coarseWeight = new Int32Array(count);
  place.fill(-1, 0, count);
  let end = 0;
  for (let i = 0; i < n; i++) {
    const partner = match[i];
    if (partner < i) continue;
    const c = map[i];
    const begin = end;
    for (let member = i; ; member = partner) {
      coarseWeight[c] += vertexWeight[member];
      for (let k = start[member]; k < start[member + 1]; k++) {
        const d = map[neighbours[k]];
        if (d === c) continue;
        const p = place[d];
        if (p >= begin) {
          weights[p] += edgeWeight[k];
          continue;
        }
        place[d] = end;
        ends[end] = d;
        weights[end++] = edgeWeight[k];
      }
      if (member === partner) break;
    }
    coarseStart[c + 1] = end;
  }
  return {
    coarse: {
      start: coarseStart,
      neighbours: ends.slice(0, end),
      vertexWeight: coarseWeight,
      edgeWeight: weights.slice(0, end),
    },
    map,
  };
}
