/** Triangles by the cells of the canvas that they touch, so that a point or a short line asks only those near it. */
export interface ScreenGrid {
  /** Starts of the rows in `triangles` that may touch a box of the canvas, each once. */
  near(left: number, top: number, right: number, bottom: number): Iterable<number>;
}

/** Cells along the longer side of the box. */
const CELLS = 64;

/** Of the triangles that touch the box of some points x, y [CSS px]; `screen` as in `computeScreen`. */
export function createScreenGrid(triangles: Uint32Array, screen: Float32Array, points: readonly (readonly [number, number])[]): ScreenGrid {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const size = Math.max(1, (right - left) / CELLS, (bottom - top) / CELLS);
  const columns = Math.floor((right - left) / size) + 1;
  const rows = Math.floor((bottom - top) / size) + 1;
  const cells: number[][] = Array.from({ length: columns * rows }, () => []);

  /** Calls for every cell that a box touches; none where it lies beside the grid, or has a corner behind the camera. */
  function visit(x0: number, y0: number, x1: number, y1: number, call: (cell: number[]) => void): void {
    if (!(x1 >= left && x0 <= right && y1 >= top && y0 <= bottom)) return;
    const lastColumn = Math.min(columns - 1, Math.floor((x1 - left) / size));
    const lastRow = Math.min(rows - 1, Math.floor((y1 - top) / size));
    for (let row = Math.max(0, Math.floor((y0 - top) / size)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor((x0 - left) / size)); column <= lastColumn; column++) {
        call(cells[row * columns + column]);
      }
    }
  }

  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    visit(
      Math.min(screen[a], screen[b], screen[c]),
      Math.min(screen[a + 1], screen[b + 1], screen[c + 1]),
      Math.max(screen[a], screen[b], screen[c]),
      Math.max(screen[a + 1], screen[b + 1], screen[c + 1]),
      (cell) => cell.push(t),
    );
  }

  return {
    near(x0, y0, x1, y1) {
      const found = new Set<number>();
      visit(x0, y0, x1, y1, (cell) => {
        for (const t of cell) found.add(t);
      });
      return found;
    },
  };
}
