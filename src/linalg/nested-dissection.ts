import type { Adjacency } from "../mesh/adjacency.ts";
import type { WeightedGraph } from "./coarsen-graph.ts";
import { predictFill } from "./elimination-tree.ts";
import { minimumDegree } from "./minimum-degree.ts";
import { SEPARATOR } from "./refine-separator.ts";
import { createSeparatorScratch, findSeparator, type SeparatorScratch } from "./vertex-separator.ts";

/** Pieces up to this size are not cut any further. */
const PIECE_SIZE = 120;
/** Separators of pieces larger than this may have to wait for those inside. */
const LARGE_SIZE = 4000;

/**
 * An order (new → old) of little fill: a small separator cuts the graph in two, separators cut the halves, and so on   [George73]. The small pieces left
 * over come first, by minimum degree with the separators around them in view; then the separators, again by minimum degree, which often
 * needs less fill than the order of the cuts   [AshcraftLiu98]. In a large graph the separators of the first cuts are also kept for the
 * end, the very first one last, and the better of the two orders is returned.
 */
export function nestedDissection(graph: Adjacency): Uint32Array {
  const { depth, strictLevels } = dissectGraph(graph);
  const free = minimumDegree(graph, stages(depth, 0));
  if (strictLevels === 0) return free;
  const strict = minimumDegree(graph, stages(depth, strictLevels));
  return predictFill(graph, strict) < predictFill(graph, free) ? strict : free;
}

/** When each vertex may be eliminated: pieces at 0, separators at 1, but those of the first `strictLevels` cuts later, the very first one last. */
function stages(depth: Int32Array, strictLevels: number): Uint32Array {
  return Uint32Array.from(depth, (d) => (d < 0 ? 0 : Math.max(1, strictLevels + 1 - d)));
}

interface Dissection {
  readonly graph: Adjacency;
  readonly scratch: SeparatorScratch;
  /** How many cuts were made around a separator's vertex; −1 inside the pieces. */
  readonly depth: Int32Array;
  /** How many cuts it takes until no piece is large. */
  strictLevels: number;
  /** The place of a vertex in the piece at hand, else −1. */
  readonly place: Int32Array;
}

function dissectGraph(graph: Adjacency): Dissection {
  const n = graph.start.length - 1;
  const run: Dissection = {
    graph,
    scratch: createSeparatorScratch(graph),
    depth: new Int32Array(n).fill(-1),
    strictLevels: 0,
    place: new Int32Array(n).fill(-1),
  };
  const all = new Uint32Array(n);
  for (let i = 0; i < n; i++) all[i] = i;
  dissect(run, all, 0);
  return run;
}

function dissect(run: Dissection, vertices: Uint32Array, depth: number): void {
  if (vertices.length <= PIECE_SIZE) return;
  for (const piece of connectedPieces(run, vertices)) {
    if (piece.length <= PIECE_SIZE) continue;
    const part = new Uint8Array(piece.length);
    if (!findSeparator(inducedGraph(run, piece), part, run.scratch)) continue;
    if (piece.length > LARGE_SIZE) run.strictLevels = Math.max(run.strictLevels, depth + 1);
    for (let v = 0; v < piece.length; v++) if (part[v] === SEPARATOR) run.depth[piece[v]] = depth;
    for (const side of [0, 1]) {
      dissect(
        run,
        piece.filter((_, v) => part[v] === side),
        depth + 1,
      );
    }
  }
}

/** The connected pieces of the graph of some vertices, each ascending. */
function connectedPieces({ graph, place }: Dissection, vertices: Uint32Array): Uint32Array[] {
  const { start, neighbours } = graph;
  for (let v = 0; v < vertices.length; v++) place[vertices[v]] = 0;
  const pieces: Uint32Array[] = [];
  const queue = new Uint32Array(vertices.length);
  let end = 0;
  for (let v = 0; v < vertices.length; v++) {
    if (place[vertices[v]] < 0) continue;
    const from = end;
    place[vertices[v]] = -1;
    queue[end++] = vertices[v];
    for (let head = from; head < end; head++) {
      const i = queue[head];
      for (let k = start[i]; k < start[i + 1]; k++) {
        const j = neighbours[k];
        if (place[j] < 0) continue;
        place[j] = -1;
        queue[end++] = j;
      }
    }
    if (end - from === vertices.length) return [vertices];
    pieces.push(queue.slice(from, end).sort());
  }
  return pieces;
}

/** The graph of some vertices, numbered by their places. */
function inducedGraph({ graph, place }: Dissection, vertices: Uint32Array): WeightedGraph {
  const n = vertices.length;
  const start = new Uint32Array(n + 1);
  let room = 0;
  for (let v = 0; v < n; v++) {
    place[vertices[v]] = v;
    room += graph.start[vertices[v] + 1] - graph.start[vertices[v]];
  }
  const neighbours = new Uint32Array(room);
  let end = 0;
  for (let v = 0; v < n; v++) {
    const i = vertices[v];
    for (let k = graph.start[i]; k < graph.start[i + 1]; k++) {
      const j = place[graph.neighbours[k]];
      if (j >= 0) neighbours[end++] = j;
    }
    start[v + 1] = end;
  }
  for (let v = 0; v < n; v++) place[vertices[v]] = -1;
  return {
    start,
    neighbours: neighbours.subarray(0, end),
    vertexWeight: new Int32Array(n).fill(1),
    edgeWeight: new Int32Array(end).fill(1),
  };
}

// Notes. Fill and time of the 13-point stencil of an N × N lattice, on one slow core:
//   N      35      50       65       74       160        316
//   fill   44,312  108,347  203,763  280,672  1,828,354  8,659,751
//   ms     18      40       80       110      580        2,500
// Cuts along rows and columns, ordered likewise: 362,105 at N = 74, 12,250,960 at 316. The stencil's balls are diamonds, so that a slanting
// separator parts more for the same vertices, and the refinement finds them.
