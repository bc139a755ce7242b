/** A grid of fewer vertices over the same rectangle: of so many in a row one is left, and both ends. */
export interface CoarseGrid {
  readonly columns: number;
  readonly rows: number;
  /** The vertices of the whole grid. */
  readonly fullCount: number;
  /** The coarse vertex nearest to each one of the whole grid; those of an edge or corner keep to it. */
  readonly nearest: Uint32Array;
  /** The vertex of the whole grid nearest to each coarse one. */
  readonly home: Uint32Array;
  /** Values of the whole grid, three a vertex, from those of the coarse one: a surface through its vertices, without a bend in between. */
  spread(coarse: Float32Array | Float64Array, full: Float32Array | Float64Array): void;
  /** And back: at the coarse vertices, straight in between those of the whole grid. */
  gather(full: Float64Array, coarse: Float64Array): void;
  /** The means of the vertices that each coarse one stands for. */
  average(full: Float64Array, coarse: Float64Array): void;
}

/** A line of fewer points; with three and more it can bend. */
function countAlong(full: number, every: number): number {
  return Math.max(Math.min(full, 3), Math.ceil((full - 1) / every) + 1);
}

export function createCoarseGrid(grid: { readonly columns: number; readonly rows: number }, every: number): CoarseGrid {
  const columns = countAlong(grid.columns, every);
  const rows = countAlong(grid.rows, every);
  const across = createLine(grid.columns, columns);
  const down = createLine(grid.rows, rows);
  const fullCount = grid.columns * grid.rows;
  /** All columns of the coarse rows. */
  const between = new Float64Array(3 * grid.columns * rows);
  const nearest = new Uint32Array(fullCount);
  for (let i = 0; i < fullCount; i++) {
    nearest[i] = down.nearest[Math.floor(i / grid.columns)] * columns + across.nearest[i % grid.columns];
  }
  const home = new Uint32Array(columns * rows);
  for (let i = 0; i < home.length; i++) home[i] = down.home[Math.floor(i / columns)] * grid.columns + across.home[i % columns];
  return {
    columns,
    rows,
    fullCount,
    nearest,
    home,
    spread(coarse, full) {
      for (let r = 0; r < rows; r++) across.spread(coarse, 3 * r * columns, 3, between, 3 * r * grid.columns, 3);
      for (let c = 0; c < grid.columns; c++) down.spread(between, 3 * c, 3 * grid.columns, full, 3 * c, 3 * grid.columns);
    },
    average(full, coarse) {
      const counts = new Uint32Array(home.length);
      for (const i of nearest) counts[i]++;
      coarse.fill(0);
      for (const [vertex, i] of nearest.entries()) for (let d = 0; d < 3; d++) coarse[3 * i + d] += full[3 * vertex + d] / counts[i];
    },
    gather(full, coarse) {
      for (let i = 0; i < home.length; i++) {
        const x = ((i % columns) * (grid.columns - 1)) / (columns - 1);
        const y = (Math.floor(i / columns) * (grid.rows - 1)) / (rows - 1);
        const [c, r] = [Math.min(Math.floor(x), grid.columns - 2), Math.min(Math.floor(y), grid.rows - 2)];
        const [s, t] = [x - c, y - r];
        const at = 3 * (r * grid.columns + c);
        const below = at + 3 * grid.columns;
        for (let d = 0; d < 3; d++) {
          const above = full[at + d] * (1 - s) + full[at + 3 + d] * s;
          coarse[3 * i + d] = above * (1 - t) + (full[below + d] * (1 - s) + full[below + 3 + d] * s) * t;
        }
      }
    },
  };
}

interface Line {
  readonly nearest: Uint32Array;
  readonly home: Uint32Array;
  /** From points `stride` numbers apart to points `step` numbers apart. */
  spread(coarse: ArrayLike<number>, from: number, stride: number, full: Float32Array | Float64Array, to: number, step: number): void;
}

/** Catmull and Rom's curve through the points of a line; beyond both ends it is thought to go on straight. */
function createLine(full: number, count: number): Line {
  const points = new Uint32Array(4 * full);
  const weights = new Float64Array(4 * full);
  const nearest = new Uint32Array(full);
  for (let i = 0; i < full; i++) {
    const place = (i * (count - 1)) / (full - 1);
    nearest[i] = Math.round(place);
    const k = Math.min(Math.floor(place), count - 2);
    const t = place - k;
    const own = [
      0.5 * t * (2 * t - t * t - 1),
      0.5 * (2 - 5 * t * t + 3 * t * t * t),
      0.5 * t * (1 + 4 * t - 3 * t * t),
      0.5 * t * t * (t - 1),
    ];
    if (k === 0) {
      own[1] += 2 * own[0]; // p₋₁ = 2 p₀ − p₁
      own[2] -= own[0];
      own[0] = 0;
    }
    if (k === count - 2) {
      own[2] += 2 * own[3];
      own[1] -= own[3];
      own[3] = 0;
    }
    for (let n = 0; n < 4; n++) {
      points[4 * i + n] = Math.min(Math.max(k + n - 1, 0), count - 1);
      weights[4 * i + n] = own[n];
    }
  }
  const home = Uint32Array.from({ length: count }, (_, k) => Math.round((k * (full - 1)) / (count - 1)));
  return {
    nearest,
    home,
    spread(coarse, from, stride, out, to, step) {
      for (let i = 0; i < full; i++) {
        const [a, b, c, d] = [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3];
        const p = from + stride * points[a];
        const q = from + stride * points[b];
        const r = from + stride * points[c];
        const s = from + stride * points[d];
        for (let x = 0; x < 3; x++) {
          out[to + step * i + x] =
            weights[a] * coarse[p + x] + weights[b] * coarse[q + x] + weights[c] * coarse[r + x] + weights[d] * coarse[s + x];
        }
      }
    },
  };
}
