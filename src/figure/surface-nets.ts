import type { Grid } from "./distance-grid.ts";
import { findMixedCells } from "./mixed-cells.ts";

/** A closed surface: packed positions [m] and triangles that face outwards. */
export interface Net {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** The edges of a cube as pairs of corners; a corner's bits tell its x, y, z. */
const EDGES: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/**
 * The level set 0 of a field as a net (Gibson, 1998): one vertex in each cell that it passes, at the mean of its crossings with the cell's edges,
 * and across each edge of the grid with ends inside (below 0) and outside, one quadrilateral of the four cells around it.
 *
 *     ┌───────┬───────┐
 *     │  v────┼──v    │      ● inside, ○ outside: the quadrilateral
 *     │  │  ● ○  │    │      around their edge, seen along it
 *     ├──┼────┼──┼────┤
 *     │  v────┼──v    │
 *     └───────┴───────┘
 *
 * It is closed if the field is positive along the grid's border, and a manifold if its inside is well-composed.
 */
export function createNet(grid: Grid): Net {
  const { columns, rows, values } = grid;
  const strides = [1, columns, columns * rows];
  const corners = Int32Array.from({ length: 8 }, (_, c) => {
    return (c & 1) * strides[0] + ((c >> 1) & 1) * strides[1] + (c >> 2) * strides[2];
  });
  const cells = findMixedCells(grid);
  const vertexOf = new Int32Array(values.length).fill(-1);
  const positions = new Float64Array(3 * cells.length);
  cells.forEach((cell, vertex) => {
    vertexOf[cell] = vertex;
    placeVertex(grid, cell, corners, positions, 3 * vertex);
  });
  return { positions, triangles: joinVertices(grid, cells, strides, vertexOf, positions) };
}

/** The vertex of a cell, to `positions[at]` and on. */
function placeVertex(
  { columns, rows, values, h, origin }: Grid,
  cell: number,
  corners: Int32Array,
  positions: Float64Array,
  at: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  let crossings = 0;
  for (let e = 0; e < EDGES.length; e += 2) {
    const a = EDGES[e];
    const b = EDGES[e + 1];
    const va = values[cell + corners[a]];
    const vb = values[cell + corners[b]];
    if (va < 0 === vb < 0) continue;
    const t = va / (va - vb);
    x += (a & 1) + t * ((b & 1) - (a & 1));
    y += ((a >> 1) & 1) + t * (((b >> 1) & 1) - ((a >> 1) & 1));
    z += (a >> 2) + t * ((b >> 2) - (a >> 2));
    crossings++;
  }
  const line = Math.floor(cell / columns);
  positions[at] = origin[0] + h * ((cell % columns) + x / crossings);
  positions[at + 1] = origin[1] + h * ((line % rows) + y / crossings);
  positions[at + 2] = origin[2] + h * (Math.floor(line / rows) + z / crossings);
}

/** One quadrilateral for each edge that starts at the lowest corner of a cell and is crossed. */
function joinVertices({ values }: Grid, cells: Uint32Array, strides: number[], vertexOf: Int32Array, positions: Float64Array): Uint32Array {
  const triangles: number[] = [];
  for (const cell of cells) {
    const inside = values[cell] < 0;
    for (let axis = 0; axis < 3; axis++) {
      if (inside === values[cell + strides[axis]] < 0) continue;
      const u = strides[(axis + 1) % 3];
      const v = strides[(axis + 2) % 3];
      const a = vertexOf[cell - u - v];
      const b = vertexOf[cell - v];
      const c = vertexOf[cell];
      const d = vertexOf[cell - u];
      // a, b, c, d turn about the edge's direction; outwards is along it if its start is inside
      if (inside) addQuadrilateral(positions, a, b, c, d, triangles);
      else addQuadrilateral(positions, a, d, c, b, triangles);
    }
  }
  return Uint32Array.from(triangles);
}

/** Diagonals count as equally long up to this share of their square: rounding must not decide between them. */
const TIE = 1e-9;

/** Split along the shorter diagonal. */
function addQuadrilateral(positions: Float64Array, a: number, b: number, c: number, d: number, triangles: number[]): void {
  if (squaredDistance(positions, b, d) < (1 - TIE) * squaredDistance(positions, a, c)) triangles.push(a, b, d, b, c, d);
  else triangles.push(a, b, c, a, c, d);
}

function squaredDistance(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return x * x + y * y + z * z;
}
