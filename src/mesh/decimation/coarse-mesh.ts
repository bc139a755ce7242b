import { type Adjacency, adjacencyFromPairs } from "../adjacency.ts";
import { nextCorner } from "../next-corner.ts";
import { sortHalfEdges } from "../topology.ts";

/** The shape of a surface at rest: coordinates of each vertex [m], packed by `dimension`. */
export interface RestCoordinates {
  readonly dimension: 2 | 3;
  readonly coordinates: Float64Array;
}

/** What a vertex lies on. A fixed one stays: several fans meet there, or an edge of three triangles, or of two that turn against each other. */
export const LONE = 0;
export const INNER = 1;
export const BORDER = 2;
export const FIXED = 3;

/**
 * A surface that loses its vertices one by one, known by the lengths of its edges alone: corner h belongs to `vertex[h]` and faces an edge, as
 * in `Corners`. Vertices that are gone are points: each has a triangle and weights of its corners there.
 */
export interface CoarseMesh {
  readonly vertexCount: number;
  /** −1 at all three corners of a triangle that is gone. */
  readonly vertex: Int32Array;
  /** The corner that faces the same edge from the other side; −1 on the border. */
  readonly opposite: Int32Array;
  /** Length of the faced edge [m]. */
  readonly length: Float64Array;
  /** A corner of each vertex; −1 if it has none. */
  readonly cornerAt: Int32Array;
  readonly kind: Uint8Array;
  /** Flat places [m] of the vertices of components that lie flat without a fold, all triangles turning to the left; packed by twos. */
  readonly plane: Float64Array;
  readonly isFlat: Uint8Array;
  /** The points of each triangle as a list: the first one, then `nextPoint`; −1 ends it. */
  readonly firstPoint: Int32Array;
  readonly nextPoint: Int32Array;
  /** Weights of a point at the corners of its triangle, in their order, packed by threes. */
  readonly weight: Float64Array;
}

export interface CoarseStart {
  readonly mesh: CoarseMesh;
  readonly adjacency: Adjacency;
  /** Component of each vertex, numbered by their lowest vertices; a lone vertex is one by itself. */
  readonly component: Int32Array;
  readonly componentCount: number;
}

/** Takes any triangles: those with a corner twice are left out, and what is no manifold is fixed. */
export function createCoarseMesh(vertexCount: number, triangles: Uint32Array, rest: RestCoordinates): CoarseStart {
  const corners = dropDegenerate(triangles);
  const opposite = new Int32Array(corners.length);
  const kind = new Uint8Array(vertexCount);
  for (let h = 0; h < corners.length; h++) kind[corners[h]] = INNER;
  let edges = matchEdges(vertexCount, corners, opposite, kind);
  if (edges.hasClash) {
    turnAlike(corners, opposite, edges.clash);
    edges = matchEdges(vertexCount, corners, opposite, kind);
  }
  const adjacency = adjacencyFromPairs(vertexCount, edges.pairs);
  const mesh: CoarseMesh = {
    vertexCount,
    vertex: Int32Array.from(corners),
    opposite,
    length: new Float64Array(corners.length),
    cornerAt: new Int32Array(vertexCount).fill(-1),
    kind,
    plane: new Float64Array(rest.dimension === 2 ? 2 * vertexCount : 0),
    isFlat: new Uint8Array(vertexCount),
    firstPoint: new Int32Array(corners.length / 3).fill(-1),
    nextPoint: new Int32Array(vertexCount).fill(-1),
    weight: new Float64Array(3 * vertexCount),
  };
  measureEdges(mesh, rest);
  fixCrowdedVertices(mesh);
  const { component, componentCount } = findComponents(adjacency);
  if (rest.dimension === 2) findFlat(mesh, rest.coordinates, component, componentCount);
  return { mesh, adjacency, component, componentCount };
}

export function previousCorner(h: number): number {
  return h % 3 === 0 ? h + 2 : h - 1;
}

/** The corner of the same vertex in the next triangle to the left; −1 behind the last one of an open fan. */
export function turnLeft(opposite: Int32Array, h: number): number {
  const across = opposite[nextCorner(h)];
  return across < 0 ? -1 : nextCorner(across);
}

export function turnRight(opposite: Int32Array, h: number): number {
  const across = opposite[previousCorner(h)];
  return across < 0 ? -1 : previousCorner(across);
}

/** The corner of a vertex from which `turnLeft` meets all of its fan. */
export function firstOfFan(opposite: Int32Array, h: number): number {
  let first = h;
  for (let before = turnRight(opposite, first); before >= 0; before = turnRight(opposite, first)) {
    first = before;
    if (first === h) break;
  }
  return first;
}

function dropDegenerate(triangles: Uint32Array): Uint32Array {
  const kept = new Uint32Array(triangles.length);
  let end = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    if (a === b || b === c || c === a) continue;
    kept[end] = a;
    kept[end + 1] = b;
    kept[end + 2] = c;
    end += 3;
  }
  return kept.slice(0, end);
}

interface Edges {
  /** Ends of each edge, packed by twos. */
  readonly pairs: Uint32Array;
  /** The corner across an edge of two triangles that turn against each other; −1 elsewhere. */
  readonly clash: Int32Array;
  readonly hasClash: boolean;
}

/** Finds what lies across each edge, and marks the border and what is fixed. */
function matchEdges(vertexCount: number, corners: Uint32Array, opposite: Int32Array, kind: Uint8Array): Edges {
  const { low, high, order } = sortHalfEdges(vertexCount, corners);
  const pairs = new Uint32Array(2 * corners.length);
  const clash = new Int32Array(corners.length).fill(-1);
  for (let i = 0; i < vertexCount; i++) if (kind[i] !== LONE) kind[i] = INNER;
  opposite.fill(-1);
  let count = 0;
  let hasClash = false;
  for (let s = 0; s < order.length; ) {
    const first = order[s];
    const a = low[first];
    const b = high[first];
    let end = s + 1;
    while (end < order.length && low[order[end]] === a && high[order[end]] === b) end++;
    pairs[count++] = a;
    pairs[count++] = b;
    const second = end - s === 2 ? order[s + 1] : -1;
    if (second >= 0 && corners[nextCorner(first)] !== corners[nextCorner(second)]) {
      opposite[first] = second;
      opposite[second] = first;
    } else {
      const now = end - s === 1 ? BORDER : FIXED;
      if (kind[a] < now) kind[a] = now;
      if (kind[b] < now) kind[b] = now;
      if (second >= 0) {
        hasClash = true;
        clash[first] = second;
        clash[second] = first;
      }
    }
    s = end;
  }
  return { pairs: pairs.slice(0, count), clash, hasClash };
}

/** Turns triangles until neighbours turn alike, as far as that is possible: a one-sided surface keeps some edges where they do not. */
function turnAlike(corners: Uint32Array, opposite: Int32Array, clash: Int32Array): void {
  const count = corners.length / 3;
  const sense = new Uint8Array(count); // 1 kept, 2 turned
  const queue = new Uint32Array(count);
  for (let seed = 0; seed < count; seed++) {
    if (sense[seed] !== 0) continue;
    let size = 0;
    queue[size++] = seed;
    sense[seed] = 1;
    for (let head = 0; head < size; head++) {
      const t = queue[head];
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const across = opposite[h] >= 0 ? opposite[h] : clash[h];
        if (across < 0) continue;
        const other = Math.floor(across / 3);
        if (sense[other] !== 0) continue;
        sense[other] = opposite[h] >= 0 ? sense[t] : 3 - sense[t];
        queue[size++] = other;
      }
    }
  }
  for (let t = 0; t < count; t++) {
    if (sense[t] === 1) continue;
    const second = corners[3 * t + 1];
    corners[3 * t + 1] = corners[3 * t + 2];
    corners[3 * t + 2] = second;
  }
}

function measureEdges({ vertex, length }: CoarseMesh, { dimension, coordinates: x }: RestCoordinates): void {
  for (let h = 0; h < vertex.length; h++) {
    const a = dimension * vertex[nextCorner(h)];
    const b = dimension * vertex[previousCorner(h)];
    const du = x[b] - x[a];
    const dv = x[b + 1] - x[a + 1];
    const dw = dimension === 3 ? x[b + 2] - x[a + 2] : 0;
    length[h] = Math.sqrt(du * du + dv * dv + dw * dw);
  }
}

/** Fixes vertices where several fans meet, and gives each vertex a corner. */
function fixCrowdedVertices({ vertexCount, vertex, opposite, cornerAt, kind }: CoarseMesh): void {
  const corners = new Uint32Array(vertexCount);
  for (let h = vertex.length - 1; h >= 0; h--) {
    corners[vertex[h]]++;
    cornerAt[vertex[h]] = h;
  }
  for (let i = 0; i < vertexCount; i++) {
    if (kind[i] !== INNER && kind[i] !== BORDER) continue;
    const first = firstOfFan(opposite, cornerAt[i]);
    let met = 1;
    for (let h = turnLeft(opposite, first); h >= 0 && h !== first; h = turnLeft(opposite, h)) met++;
    if (met !== corners[i]) kind[i] = FIXED;
  }
}

function findComponents({ start, neighbours }: Adjacency): { component: Int32Array; componentCount: number } {
  const count = start.length - 1;
  const component = new Int32Array(count).fill(-1);
  const queue = new Uint32Array(count);
  let componentCount = 0;
  for (let seed = 0; seed < count; seed++) {
    if (component[seed] >= 0) continue;
    let size = 0;
    queue[size++] = seed;
    component[seed] = componentCount;
    for (let head = 0; head < size; head++) {
      const i = queue[head];
      for (let k = start[i]; k < start[i + 1]; k++) {
        const j = neighbours[k];
        if (component[j] >= 0) continue;
        component[j] = componentCount;
        queue[size++] = j;
      }
    }
    componentCount++;
  }
  return { component, componentCount };
}

/** An area this small beside the square of the longest side may be of either sign by rounding [−]. */
const ROUNDING = 1e-12;

/**
 * A component whose triangles all turn one way in the plane needs no lengths: its vertices keep their coordinates, mirrored if that way is
 * to the right. Around an inner vertex they turn once: a ray from it to the right meets one of them.
 */
function findFlat(mesh: CoarseMesh, x: Float64Array, component: Int32Array, componentCount: number): void {
  const { vertexCount, vertex, opposite, cornerAt, kind, plane, isFlat, length } = mesh;
  const senses = new Uint8Array(componentCount); // 1: some turn left, 2: some turn right
  for (let h = 0; h < vertex.length; h += 3) {
    const doubled = doubledArea(x, vertex[h], vertex[h + 1], vertex[h + 2]);
    const longest = Math.max(length[h], length[h + 1], length[h + 2]);
    if (Math.abs(doubled) <= ROUNDING * longest * longest) continue;
    senses[component[vertex[h]]] |= doubled > 0 ? 1 : 2;
  }
  for (let i = 0; i < vertexCount; i++) {
    const sense = senses[component[i]];
    plane[2 * i] = x[2 * i];
    plane[2 * i + 1] = sense === 2 ? -x[2 * i + 1] : x[2 * i + 1];
    isFlat[i] = sense === 1 || sense === 2 ? 1 : 0;
  }
  for (let i = 0; i < vertexCount; i++) {
    if (isFlat[i] === 0 || kind[i] !== INNER) continue;
    let turns = 0;
    let h = cornerAt[i];
    do {
      const a = vertex[nextCorner(h)];
      const b = vertex[previousCorner(h)];
      // the side a–b goes up past the ray from i to the right
      if (plane[2 * a + 1] <= plane[2 * i + 1] && plane[2 * b + 1] > plane[2 * i + 1] && doubledArea(plane, i, a, b) > 0) turns++;
      h = turnLeft(opposite, h);
    } while (h !== cornerAt[i]);
    if (turns > 1) senses[component[i]] = 3;
  }
  for (let i = 0; i < vertexCount; i++) if (senses[component[i]] === 3) isFlat[i] = 0;
}

/** Twice the area of a triangle of the plane, positive where it turns to the left. */
export function doubledArea(x: Float64Array, a: number, b: number, c: number): number {
  return (x[2 * b] - x[2 * a]) * (x[2 * c + 1] - x[2 * a + 1]) - (x[2 * b + 1] - x[2 * a + 1]) * (x[2 * c] - x[2 * a]);
}

/** Lets corner h face a side of that length, with the corner across. */
export function joinSide({ opposite, length }: CoarseMesh, h: number, across: number, side: number): void {
  opposite[h] = across;
  length[h] = side;
  if (across >= 0) opposite[across] = h;
}
