import type { Adjacency } from "../adjacency.ts";
import { type CoarseMesh, INNER, LONE, type RestCoordinates } from "./coarse-mesh.ts";
import { doubledAreaOf } from "./remove-vertex.ts";

/** Nodes keep this part of the spacing between them, when they are first chosen. */
const APART = 0.8;
/** How often nodes move to the middle of what is nearest to them. */
const ROUNDS = 2;

/**
 * Marks nodes inside the surface, evenly about `spacing` [m] apart: from the marked ones on, and from the lowest vertex of a component that has none, each vertex
 * that is far enough from all nodes becomes one; then each moves to the vertex in the middle of its cell, a few times [Lloyd82]. Distances are straight, but
 * reach only along the surface.
 */
export function chooseInnerNodes(mesh: CoarseMesh, adjacency: Adjacency, rest: RestCoordinates, spacing: number, isNode: Uint8Array): void {
  spread(mesh, adjacency, rest, APART * spacing, isNode);
  const cells = createCells(mesh.vertexCount);
  const mass = vertexAreas(mesh);
  for (let round = 0; round < ROUNDS; round++) {
    findCells(adjacency, rest, isNode, cells);
    centreNodes(mesh, adjacency, rest, mass, cells, isNode);
  }
}

function spread({ vertexCount, kind }: CoarseMesh, adjacency: Adjacency, rest: RestCoordinates, apart: number, isNode: Uint8Array): void {
  const { start, neighbours } = adjacency;
  const covered = new Uint8Array(vertexCount);
  const cover = createCover(adjacency, rest, covered);
  for (let i = 0; i < vertexCount; i++) if (isNode[i] === 1) cover(i, apart);
  const queue = new Uint32Array(vertexCount);
  const seen = new Uint8Array(vertexCount);
  let size = 0;
  for (let i = 0; i < vertexCount; i++) {
    if (isNode[i] === 0) continue;
    queue[size++] = i;
    seen[i] = 1;
  }
  let head = 0;
  for (let seed = 0; seed <= vertexCount; seed++) {
    for (; head < size; head++) {
      const i = queue[head];
      if (covered[i] === 0 && kind[i] === INNER) {
        isNode[i] = 1;
        cover(i, apart);
      }
      for (let k = start[i]; k < start[i + 1]; k++) {
        const j = neighbours[k];
        if (seen[j] === 1) continue;
        seen[j] = 1;
        queue[size++] = j;
      }
    }
    if (seed === vertexCount || seen[seed] === 1 || kind[seed] === LONE) continue;
    queue[size++] = seed;
    seen[seed] = 1;
  }
}

/** A function that marks what is nearer to a vertex than a distance. */
function createCover(
  { start, neighbours }: Adjacency,
  { dimension, coordinates: x }: RestCoordinates,
  covered: Uint8Array,
): (from: number, within: number) => void {
  const stamp = new Uint32Array(covered.length);
  const stack: number[] = [];
  let now = 0;
  return (from, within) => {
    now++;
    stamp[from] = now;
    stack.push(from);
    while (stack.length > 0) {
      const i = stack.pop() as number;
      covered[i] = 1;
      for (let k = start[i]; k < start[i + 1]; k++) {
        const j = neighbours[k];
        if (stamp[j] === now) continue;
        stamp[j] = now;
        if (squaredDistance(x, dimension, from, j) < within * within) stack.push(j);
      }
    }
  };
}

function squaredDistance(x: Float64Array, dimension: number, a: number, b: number): number {
  const i = dimension * a;
  const j = dimension * b;
  const u = x[i] - x[j];
  const v = x[i + 1] - x[j + 1];
  const w = dimension === 3 ? x[i + 2] - x[j + 2] : 0;
  return u * u + v * v + w * w;
}

/** What is nearest to which node. */
interface Cells {
  /** The node of each vertex; −1 where none reaches. */
  readonly node: Int32Array;
  /** Squared distance to it [m²]. */
  readonly squared: Float64Array;
  readonly queue: Uint32Array;
  readonly isQueued: Uint8Array;
}

function createCells(count: number): Cells {
  return {
    node: new Int32Array(count),
    squared: new Float64Array(count),
    queue: new Uint32Array(count + 1),
    isQueued: new Uint8Array(count),
  };
}

/** Cells grow from the nodes, vertex by vertex; who is nearer takes over. */
function findCells(
  { start, neighbours }: Adjacency,
  { dimension, coordinates: x }: RestCoordinates,
  isNode: Uint8Array,
  { node, squared, queue, isQueued }: Cells,
): void {
  const room = queue.length; // one more than can wait, so the ends never meet
  node.fill(-1);
  squared.fill(Number.POSITIVE_INFINITY);
  let head = 0;
  let end = 0;
  for (let i = 0; i < isNode.length; i++) {
    if (isNode[i] === 0) continue;
    node[i] = i;
    squared[i] = 0;
    queue[end++] = i;
    isQueued[i] = 1;
  }
  while (head !== end) {
    const i = queue[head];
    head = head + 1 === room ? 0 : head + 1;
    isQueued[i] = 0;
    const from = node[i];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (node[j] === from) continue;
      const d = squaredDistance(x, dimension, from, j);
      if (!(d < squared[j])) continue;
      squared[j] = d;
      node[j] = from;
      if (isQueued[j] === 1) continue;
      isQueued[j] = 1;
      queue[end] = j;
      end = end + 1 === room ? 0 : end + 1;
    }
  }
}

/** Moves each inner node to the vertex of its cell that is nearest to the cell's middle, downhill along the edges. */
function centreNodes(
  { vertexCount, kind }: CoarseMesh,
  { start, neighbours }: Adjacency,
  { dimension, coordinates: x }: RestCoordinates,
  mass: Float64Array,
  { node }: Cells,
  isNode: Uint8Array,
): void {
  const middle = new Float64Array(dimension * vertexCount);
  const sum = new Float64Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    const n = node[i];
    if (n < 0) continue;
    sum[n] += mass[i];
    for (let c = 0; c < dimension; c++) middle[dimension * n + c] += mass[i] * x[dimension * i + c];
  }
  for (let n = 0; n < vertexCount; n++) {
    if (node[n] !== n || kind[n] !== INNER || !(sum[n] > 0)) continue;
    const away = (i: number): number => {
      let squared = 0;
      for (let c = 0; c < dimension; c++) {
        const d = x[dimension * i + c] - middle[dimension * n + c] / sum[n];
        squared += d * d;
      }
      return squared;
    };
    let best = n;
    let least = away(n);
    for (let before = -1; before !== best; ) {
      before = best;
      for (let k = start[before]; k < start[before + 1]; k++) {
        const j = neighbours[k];
        if (node[j] !== n || kind[j] !== INNER) continue;
        const d = away(j);
        if (!(d < least)) continue;
        least = d;
        best = j;
      }
    }
    isNode[n] = 0;
    isNode[best] = 1;
  }
}

/** A third of the triangles around each vertex [m²]. */
function vertexAreas({ vertexCount, vertex, length }: CoarseMesh): Float64Array {
  const areas = new Float64Array(vertexCount);
  for (let h = 0; h < vertex.length; h += 3) {
    const doubled = doubledAreaOf(length[h], length[h + 1], length[h + 2]);
    for (let k = 0; k < 3; k++) areas[vertex[h + k]] += doubled / 6;
  }
  return areas;
}
