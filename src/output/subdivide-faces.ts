import { checkedTopology } from "../mesh/checked-topology.ts";
import { createStencil, type Stencil } from "./subdivide-stencil.ts";

/** In place of the fourth corner of a triangle. */
export const NO_CORNER: number = 0xffffffff;

/** A mesh of triangles and quadrilaterals. */
export interface Faces {
  readonly vertexCount: number;
  /** Corners of each face, packed by fours in one turning sense; the fourth of a triangle is NO_CORNER. */
  readonly corners: Uint32Array;
  /** 1 for each vertex that stays where it is: the corners of a border. */
  readonly sharp: Uint8Array;
}

/** Two triangles make a quadrilateral if both have their longest side in common and |cosine| at most this at the angles across it. */
const RIGHT_COSINE = 0.35;

/** A border that turns by more than the angle of this cosine has a corner there. */
const CORNER_COSINE = 0.6;

/**
 * The faces of a triangle mesh. The halves of what is woven in rectangles are joined again: smoothing would see their diagonals, of
 * which a vertex may have four or none.
 *
 *     a───b        a───b
 *     │ ╲ │   →    │   │
 *     d───c        d───c
 */
export function joinFaces(positions: ArrayLike<number>, triangles: Uint32Array, path: string): Faces {
  const vertexCount = positions.length / 3;
  const { hinges, hingeTriangles } = checkedTopology(vertexCount, triangles, path);
  const corners: number[] = [];
  const joined = new Uint8Array(triangles.length / 3);
  for (let h = 0; h < hingeTriangles.length; h += 2) {
    const [i, j, k, l] = hinges.subarray(2 * h, 2 * h + 4);
    const [first, second] = hingeTriangles.subarray(h, h + 2);
    if (joined[first] || joined[second] || !turnsAs(triangles, second, l, k)) continue;
    if (!isHalf(positions, i, k, l) || !isHalf(positions, j, k, l)) continue;
    corners.push(k, j, l, i);
    joined[first] = 1;
    joined[second] = 1;
  }
  for (let t = 0; t < joined.length; t++) {
    if (!joined[t]) corners.push(...triangles.subarray(3 * t, 3 * t + 3), NO_CORNER);
  }
  const faces = { vertexCount, corners: Uint32Array.from(corners), sharp: new Uint8Array(vertexCount) };
  markCorners(positions, faces);
  return faces;
}

/** Does triangle t pass from a to b? */
function turnsAs(triangles: Uint32Array, t: number, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (triangles[3 * t + k] === a) return triangles[3 * t + ((k + 1) % 3)] === b;
  return false;
}

/** Is the angle at i of triangle i k l about a right one? Then k l is its longest side. */
function isHalf(x: ArrayLike<number>, i: number, k: number, l: number): boolean {
  return Math.abs(cosineBetween(x, i, k, i, l)) <= RIGHT_COSINE;
}

/** The cosine of the angle between the ways from a to b and from c to d; 0 if one has no length. */
function cosineBetween(x: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  let product = 0;
  let squaredP = 0;
  let squaredQ = 0;
  for (let k = 0; k < 3; k++) {
    const p = x[3 * b + k] - x[3 * a + k];
    const q = x[3 * d + k] - x[3 * c + k];
    product += p * q;
    squaredP += p * p;
    squaredQ += q * q;
  }
  const squared = squaredP * squaredQ;
  return squared > 0 ? product / Math.sqrt(squared) : 0;
}

function markCorners(positions: ArrayLike<number>, faces: Faces): void {
  const { sharp } = faces;
  const { before, after } = findBorder(faces);
  for (let i = 0; i < sharp.length; i++) {
    if (before[i] < 0 || after[i] < 0) continue;
    if (cosineBetween(positions, before[i], i, i, after[i]) < CORNER_COSINE) sharp[i] = 1;
  }
}

/** The corner count of the face at `at`. */
function sizeOf(corners: Uint32Array, at: number): 3 | 4 {
  return corners[at + 3] === NO_CORNER ? 3 : 4;
}

/**
 * The vertices before and after each vertex along the border; −1 inside. Where borders meet in a point, or faces turn against each other,
 * `sharp` is set.
 */
function findBorder(faces: Faces): { readonly before: Int32Array; readonly after: Int32Array } {
  const { vertexCount, corners, sharp } = faces;
  const open = new Map<number, number>();
  for (let at = 0; at < corners.length; at += 4) {
    const size = sizeOf(corners, at);
    for (let k = 0; k < size; k++) {
      const a = corners[at + k];
      const b = corners[at + ((k + 1) % size)];
      const key = Math.min(a, b) * vertexCount + Math.max(a, b);
      if (!open.delete(key)) open.set(key, a);
    }
  }
  const before = new Int32Array(vertexCount).fill(-1);
  const after = new Int32Array(vertexCount).fill(-1);
  for (const [key, a] of open) {
    const low = Math.floor(key / vertexCount);
    const b = low === a ? key - low * vertexCount : low;
    if (after[a] >= 0) sharp[a] = 1;
    if (before[b] >= 0) sharp[b] = 1;
    after[a] = b;
    before[b] = a;
  }
  for (let i = 0; i < vertexCount; i++) if (before[i] < 0 !== after[i] < 0) sharp[i] = 1;
  return { before, after };
}

/**
 * Each face in four, flat: vertices stay, and behind them come the middles of edges and then those of quadrilaterals. `stencil` has a
 * row for each of the new mesh's vertices.
 *
 *          c             d──cd──c
 *         ╱ ╲            │  │  │
 *       ca──bc           da─m──bc
 *       ╱ ╲ ╱ ╲          │  │  │
 *      a───ab──b         a──ab─b
 */
export function splitFaces(faces: Faces): { readonly faces: Faces; readonly stencil: Stencil } {
  const { vertexCount, corners } = faces;
  const middles = new Map<number, number>();
  const start = Array.from({ length: vertexCount + 1 }, (_, i) => i);
  const index = start.slice(0, vertexCount);
  const weight = index.map(() => 1);
  const middleOf = (a: number, b: number): number => {
    const key = Math.min(a, b) * vertexCount + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const middle = start.length - 1;
    middles.set(key, middle);
    index.push(a, b);
    weight.push(0.5, 0.5);
    start.push(index.length);
    return middle;
  };
  for (let at = 0; at < corners.length; at += 4) {
    const size = sizeOf(corners, at);
    for (let k = 0; k < size; k++) middleOf(corners[at + k], corners[at + ((k + 1) % size)]);
  }
  const next: number[] = [];
  for (let at = 0; at < corners.length; at += 4) {
    const [a, b, c, d] = corners.subarray(at, at + 4);
    const ab = middleOf(a, b);
    const bc = middleOf(b, c);
    if (d === NO_CORNER) {
      const ca = middleOf(c, a);
      next.push(a, ab, ca, d, ab, b, bc, d, ca, bc, c, d, ab, bc, ca, d);
      continue;
    }
    const cd = middleOf(c, d);
    const da = middleOf(d, a);
    const m = start.length - 1;
    index.push(a, b, c, d);
    weight.push(0.25, 0.25, 0.25, 0.25);
    start.push(index.length);
    next.push(a, ab, m, da, b, bc, m, ab, c, cd, m, bc, d, da, m, cd);
  }
  const sharp = new Uint8Array(start.length - 1);
  sharp.set(faces.sharp);
  return {
    faces: { vertexCount: start.length - 1, corners: Uint32Array.from(next), sharp },
    stencil: createStencil(vertexCount, Uint32Array.from(start), index, weight),
  };
}

/**
 * The averaging that makes a split mesh smooth, after Warren and Schaefer: each vertex v goes to the mean, over its faces, of
 *
 *     (v + p + c + q) / 4   in a quadrilateral v p c q       (on a lattice: bicubic splines, as Catmull and Clark's)
 *     v / 4 + 3 (p + q) / 8   in a triangle v p q            (on a regular net: Loop's box splines)
 *
 * which count by their angles, π/2 and π/3. A vertex of the border goes to (p + 2 v + q) / 4 between its neighbours there, so the border
 * depends on itself only; a sharp one stays.
 */
export function smoothFaces(faces: Faces): Stencil {
  const { vertexCount, corners, sharp } = faces;
  const { before, after } = findBorder(faces);
  const angles = new Float64Array(vertexCount);
  const facesOf = new Uint32Array(vertexCount);
  for (let at = 0; at < corners.length; at += 4) {
    const size = sizeOf(corners, at);
    for (let k = 0; k < size; k++) {
      angles[corners[at + k]] += size === 4 ? 3 : 2;
      facesOf[corners[at + k]]++;
    }
  }
  const isFixed = (v: number): boolean => sharp[v] === 1 || facesOf[v] === 0;
  const start = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) {
    start[v + 1] = start[v] + (isFixed(v) ? 1 : before[v] >= 0 ? 3 : 4 * facesOf[v]);
  }
  const index = new Uint32Array(start[vertexCount]);
  const weight = new Float64Array(start[vertexCount]);
  const cursor = start.slice(0, vertexCount);
  const put = (v: number, i: number, w: number): void => {
    index[cursor[v]] = i;
    weight[cursor[v]++] = w;
  };
  for (let v = 0; v < vertexCount; v++) {
    if (isFixed(v)) put(v, v, 1);
    else if (before[v] >= 0) {
      put(v, before[v], 0.25);
      put(v, v, 0.5);
      put(v, after[v], 0.25);
    }
  }
  for (let at = 0; at < corners.length; at += 4) {
    const size = sizeOf(corners, at);
    for (let k = 0; k < size; k++) {
      const v = corners[at + k];
      if (isFixed(v) || before[v] >= 0) continue;
      const share = (size === 4 ? 3 : 2) / angles[v];
      put(v, v, 0.25 * share);
      for (let m = 1; m < size; m++) put(v, corners[at + ((k + m) % size)], (size === 4 ? 0.25 : 0.375) * share);
      if (size === 3) put(v, v, 0); // rows are laid out with four places a face
    }
  }
  return createStencil(vertexCount, start, index, weight);
}

/** The faces as triangles; a quadrilateral is cut from its first corner. */
export function triangulateFaces(faces: Faces): Uint32Array {
  const { corners } = faces;
  const triangles: number[] = [];
  for (let at = 0; at < corners.length; at += 4) {
    const [a, b, c, d] = corners.subarray(at, at + 4);
    triangles.push(a, b, c);
    if (d !== NO_CORNER) triangles.push(a, c, d);
  }
  return Uint32Array.from(triangles);
}
