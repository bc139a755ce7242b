import type { Hats } from "./coarse-hats.ts";
import { createSets, joinSets, lowestOf } from "./disjoint-sets.ts";
import { nextCorner, sortStable } from "./topology.ts";

/**
 * Bilinear hats on a regular lattice over the box of the flat coordinates (u, v) [m], packed by twos; cells are about `spacing` [m] wide. Linear
 * functions of (u, v) are exact. The nodes run along the shorter side of the box first.
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
  const [u, width] = extent(x, 0);
  const [v, height] = extent(x, 1);
  // no finer than the vertices are, on the whole
  const wide = Math.max(spacing, Math.sqrt((width * height) / vertexCount), (width + height) / vertexCount);
  const columns = Math.max(1, Math.round(width / wide));
  const rows = Math.max(1, Math.round(height / wide));
  const isTall = columns <= rows;
  const stepU = isTall ? 1 : rows + 1;
  const stepV = isTall ? columns + 1 : 1;
  const start = new Uint32Array(vertexCount + 1);
  const nodes = new Uint32Array(4 * vertexCount);
  const weight = new Float64Array(4 * vertexCount);
  let end = 0;
  for (let i = 0; i < vertexCount; i++) {
    const s = width > 0 ? ((x[2 * i] - u) / width) * columns : 0;
    const t = height > 0 ? ((x[2 * i + 1] - v) / height) * rows : 0;
    const column = Math.min(columns - 1, Math.floor(s));
    const row = Math.min(rows - 1, Math.floor(t));
    for (let k = 0; k < 4; k++) {
      const right = k & 1;
      const up = k >> 1;
      const w = (right === 1 ? s - column : column + 1 - s) * (up === 1 ? t - row : row + 1 - t);
      if (w === 0) continue;
      nodes[end] = (column + right) * stepU + (row + up) * stepV;
      weight[end++] = w;
    }
    start[i + 1] = end;
  }
  return { start, nodes: nodes.slice(0, end), weight: weight.slice(0, end), nodeCount: (columns + 1) * (rows + 1) };
}

/** The least of one coordinate, and how far the greatest is from it [m]. */
function extent(x: Float64Array, c: number): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = c; i < x.length; i += 2) {
    if (x[i] < least) least = x[i];
    if (x[i] > greatest) greatest = x[i];
  }
  return [least, Math.max(0, greatest - least)];
}
