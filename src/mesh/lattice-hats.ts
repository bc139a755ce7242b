import type { Hats } from "./coarse-hats.ts";
import { createSets, joinSets, lowestOf } from "./disjoint-sets.ts";
import { nextCorner } from "./next-corner.ts";
import { sortStable } from "./sort-stable.ts";

/**
 * Bilinear hats on a lattice over the box of the flat coordinates (u, v) [m], packed by twos; cells are about `spacing` [m] wide. Linear
 * functions of (u, v) are exact. The nodes run along the shorter side of the box first. Where vertices lie in columns and rows, so do the nodes: springs between neighbours are in one
 * cell then, which halves the price of their sums.
 *
 * What a hat covers may hang together nowhere near it: both sides of a slit, two arms of one outline, layers that lie on each other. There it is one hat for
 * each connected part, which changes no sum. Hats that cover no vertex are left out. `node` is the vertex where a hat is
 * greatest, near the node of the lattice and seldom on it: coefficients of a linear function are its values at the lattice, not at `node`.
 */
export function makeLatticeHats(vertexCount: number, triangles: Uint32Array, material: Float64Array, spacing: number): Hats {
  const { start, nodes, weight, nodeCount } = weighVertices(vertexCount, material, spacing);
  const part = createSets(nodes.length);
  for (let h = 0; h < triangles.length; h++) {
    const i = triangles[h];
    const j = triangles[nextCorner(h)];
    for (let m = start[i]; m < start[i + 1]; m++) {
      for (let n = start[j]; n < start[j + 1]; n++) if (nodes[m] === nodes[n]) joinSets(part, m, n);
    }
  }
  const entries = new Uint32Array(nodes.length);
  for (let m = 0; m < entries.length; m++) entries[m] = m;
  const hat = new Uint32Array(nodes.length);
  const isSeen = new Uint8Array(nodes.length);
  let count = 0;
  for (const m of sortStable(nodeCount, nodes, entries)) {
    const lowest = lowestOf(part, m);
    if (isSeen[lowest] === 0) {
      isSeen[lowest] = 1;
      hat[lowest] = count++;
    }
    hat[m] = hat[lowest];
  }
  const node = new Uint32Array(count);
  const greatest = new Float64Array(count);
  for (let i = 0; i < vertexCount; i++) {
    for (let m = start[i]; m < start[i + 1]; m++) {
      if (!(weight[m] > greatest[hat[m]])) continue;
      greatest[hat[m]] = weight[m];
      node[hat[m]] = i;
    }
  }
  return { count, start, hat, weight, node };
}

interface Weights {
  readonly start: Uint32Array;
  /** The lattice nodes of each vertex, with weights that are not 0. */
  readonly nodes: Uint32Array;
  readonly weight: Float64Array;
  readonly nodeCount: number;
}

function weighVertices(vertexCount: number, x: Float64Array, spacing: number): Weights {
  const width = extent(x, 0);
  const height = extent(x, 1);
  // no finer than the vertices are, on the whole
  const wide = Math.max(spacing, Math.sqrt((width * height) / vertexCount), (width + height) / vertexCount);
  const columns = Math.max(1, Math.round(width / wide));
  const rows = Math.max(1, Math.round(height / wide));
  const isTall = columns <= rows;
  const stepU = isTall ? 1 : rows + 1;
  const stepV = isTall ? columns + 1 : 1;
  const [linesU, linesV] = placeLines(vertexCount, x, columns, rows);
  const start = new Uint32Array(vertexCount + 1);
  const nodes = new Uint32Array(4 * vertexCount);
  const weight = new Float64Array(4 * vertexCount);
  let end = 0;
  for (let i = 0; i < vertexCount; i++) {
    const column = cellOf(linesU, x[2 * i]);
    const row = cellOf(linesV, x[2 * i + 1]);
    const s = shareIn(linesU, column, x[2 * i]);
    const t = shareIn(linesV, row, x[2 * i + 1]);
    for (let k = 0; k < 4; k++) {
      const right = k & 1;
      const up = k >> 1;
      const w = (right === 1 ? s : 1 - s) * (up === 1 ? t : 1 - t);
      if (w === 0) continue;
      nodes[end] = (column + right) * stepU + (row + up) * stepV;
      weight[end++] = w;
    }
    start[i + 1] = end;
  }
  return { start, nodes: nodes.slice(0, end), weight: weight.slice(0, end), nodeCount: (columns + 1) * (rows + 1) };
}

/** In columns and rows there are at most so many places a vertex: some may be empty, and every other row may be shifted. */
const MOST_PLACES = 4;

/** The lines of the lattice, ascending along each axis: through vertices where these lie in columns and rows. */
function placeLines(vertexCount: number, x: Float64Array, columns: number, rows: number): [Float64Array, Float64Array] {
  const u = listValues(x, 0);
  const v = listValues(x, 1);
  const areInRows = u.length * v.length <= MOST_PLACES * vertexCount && columns < u.length && rows < v.length;
  return [spreadLines(u, columns, areInRows), spreadLines(v, rows, areInRows)];
}

/** The values of one coordinate, each once, ascending. */
function listValues(x: Float64Array, c: number): Float64Array {
  const values = x.filter((_, k) => k % 2 === c).sort();
  return values.filter((value, k) => k === 0 || value !== values[k - 1]);
}

/** So many cells over all values, of one width or, where they are to begin at values, nearly. */
function spreadLines(values: Float64Array, cells: number, atValues: boolean): Float64Array {
  const last = values.length - 1;
  const width = values[last] - values[0];
  const lines = Float64Array.from({ length: cells + 1 }, (_, k) => values[0] + (width * k) / cells);
  lines[cells] = values[last];
  if (!atValues) return lines;
  for (let k = 1, at = 0; k < cells; k++) {
    at++; // past the line before
    const most = last - (cells - k); // which leaves one for each line behind
    while (at < most && values[at + 1] - lines[k] <= lines[k] - values[at]) at++;
    lines[k] = values[at];
  }
  return lines;
}

/** The cell that a value is in; of two the one behind it, where there is one. */
function cellOf(lines: Float64Array, value: number): number {
  let cell = 0;
  let end = lines.length - 1;
  while (end - cell > 1) {
    const middle = (cell + end) >> 1;
    if (lines[middle] <= value) cell = middle;
    else end = middle;
  }
  return cell;
}

/** How far through its cell a value is, from 0 to 1. */
function shareIn(lines: Float64Array, cell: number, value: number): number {
  const width = lines[cell + 1] - lines[cell];
  return width > 0 ? (value - lines[cell]) / width : 0;
}

/** How far the greatest of one coordinate is from the least [m]. */
function extent(x: Float64Array, c: number): number {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = c; i < x.length; i += 2) {
    if (x[i] < least) least = x[i];
    if (x[i] > greatest) greatest = x[i];
  }
  return Math.max(0, greatest - least);
}
