import type { Grid } from "./distance-grid.ts";
import { findMixedCells } from "./mixed-cells.ts";

/**
 * Makes the inside of a grid (values below 0) well-composed: where inside samples meet only across the diagonal of a square or of a cube,
 * or outside samples do, an outside one is filled. Then every surface net over the grid is a manifold (Latecki, 1995).
 *
 *      ● ○                     ● ●
 *      ○ ●   becomes           ○ ●
 *
 * Filling never undoes itself, so it ends. Returns how many samples were filled.
 */
export function composeWell(grid: Grid): number {
  const { columns, rows, values, h } = grid;
  const fill = -1e-3 * h; // just inside
  const dy = columns;
  const dz = columns * rows;
  let filled = 0;
  for (let before = -1; before < filled; ) {
    before = filled;
    for (const cell of findMixedCells(grid)) {
      for (let side = 0; side < 2; side++) {
        filled += fillSquare(values, cell + side * dz, 1, dy, fill);
        filled += fillSquare(values, cell + side * dy, 1, dz, fill);
        filled += fillSquare(values, cell + side, dy, dz, fill);
      }
      filled += fillCube(values, cell, 1, dy, dz, fill);
    }
  }
  return filled;
}

/** Fills the outside sample nearer to the surface if the square's corners alternate. */
function fillSquare(values: Float64Array, at: number, u: number, v: number, fill: number): number {
  const a = values[at] < 0;
  if (a !== values[at + u + v] < 0) return 0;
  const b = values[at + u] < 0;
  if (a === b || b !== values[at + v] < 0) return 0;
  const first = a ? at + u : at;
  const second = a ? at + v : at + u + v;
  values[values[second] < values[first] ? second : first] = fill;
  return 1;
}

/** The same for a cube with two opposite corners of one kind and six of the other. */
function fillCube(values: Float64Array, at: number, u: number, v: number, w: number, fill: number): number {
  let inside = 0;
  for (let c = 0; c < 8; c++) if (values[cubeCorner(at, u, v, w, c)] < 0) inside++;
  if (inside !== 2 && inside !== 6) return 0;
  for (let c = 0; c < 4; c++) {
    const near = cubeCorner(at, u, v, w, c);
    const far = cubeCorner(at, u, v, w, 7 - c);
    const kind = values[near] < 0;
    if (kind !== values[far] < 0 || kind !== (inside === 2)) continue;
    const chosen = kind ? cubeCorner(at, u, v, w, c ^ 1) : near;
    values[chosen] = fill;
    return 1;
  }
  return 0;
}

function cubeCorner(at: number, u: number, v: number, w: number, corner: number): number {
  return at + (corner & 1) * u + ((corner >> 1) & 1) * v + (corner >> 2) * w;
}
