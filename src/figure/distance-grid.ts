import { computeConeDistance, FLESH_SIZE } from "./flesh.ts";

/** A field sampled on a grid of cubes: sample (i, j, k) is number i + columns (j + rows k) and lies at origin + h (i, j, k). */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly layers: number;
  /** Distance between samples [m]. */
  readonly h: number;
  readonly origin: readonly [number, number, number];
  readonly values: Float64Array;
}

/** Distances are right up to this many cells from the flesh, and cut off beyond. */
const BAND_CELLS = 4;

/**
 * The signed distance from packed cones on a grid of step h that encloses them with room to spare. The grid lies symmetric about x = 0.
 */
export function createDistanceGrid(cones: Float64Array, h: number): Grid {
  const { low, high } = boxOf(cones);
  const margin = BAND_CELLS * h;
  const half = Math.max(-low[0], high[0]) + margin;
  const columns = 2 * Math.ceil(half / h) + 1;
  const rows = Math.ceil((high[1] - low[1] + 2 * margin) / h) + 1;
  const layers = Math.ceil((high[2] - low[2] + 2 * margin) / h) + 1;
  const origin = [-0.5 * (columns - 1) * h, low[1] - margin, low[2] - margin] as const;
  const values = new Float64Array(columns * rows * layers).fill(margin);
  const grid: Grid = { columns, rows, layers, h, origin, values };
  for (let at = 0; at < cones.length; at += FLESH_SIZE) uniteCone(cones, at, margin, grid);
  return grid;
}

/** The box of one packed cone along an axis, as its least and greatest coordinate. */
function coneRange(cones: Float64Array, at: number, axis: number): [number, number] {
  const a = cones[at + axis];
  const b = a + cones[at + 3 + axis] * cones[at + 6];
  const ra = cones[at + 7];
  const rb = cones[at + 8];
  return [Math.min(a - ra, b - rb), Math.max(a + ra, b + rb)];
}

function boxOf(cones: Float64Array): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < cones.length; at += FLESH_SIZE) {
    for (let axis = 0; axis < 3; axis++) {
      const [from, to] = coneRange(cones, at, axis);
      low[axis] = Math.min(low[axis], from);
      high[axis] = Math.max(high[axis], to);
    }
  }
  return { low, high };
}

/** Lowers the samples in reach of a cone to its distance. */
function uniteCone(cones: Float64Array, at: number, reach: number, grid: Grid): void {
  const { columns, rows, h, origin, values } = grid;
  const [x0, x1] = coneRange(cones, at, 0);
  const [y0, y1] = coneRange(cones, at, 1);
  const [z0, z1] = coneRange(cones, at, 2);
  const first = (from: number, axis: number): number => Math.max(0, Math.floor((from - reach - origin[axis]) / h));
  const last = (to: number, axis: number, count: number): number => Math.min(count - 1, Math.ceil((to + reach - origin[axis]) / h));
  const iFirst = first(x0, 0);
  const iLast = last(x1, 0, columns);
  const jFirst = first(y0, 1);
  const jLast = last(y1, 1, rows);
  const kLast = last(z1, 2, grid.layers);
  for (let k = first(z0, 2); k <= kLast; k++) {
    for (let j = jFirst; j <= jLast; j++) {
      const row = columns * (j + rows * k);
      const y = origin[1] + h * j;
      const z = origin[2] + h * k;
      for (let i = iFirst; i <= iLast; i++) {
        const distance = computeConeDistance(cones, at, origin[0] + h * i, y, z);
        if (distance < values[row + i]) values[row + i] = distance;
      }
    }
  }
}

/**
 * Smooths the samples with the weights ¼ ½ ¼ along each axis, so many times. The level set then has no creases: it moves inwards where it bulges
 * (by the spread² times the mean curvature, spread² = times h²/2) and outwards where it is hollow.
 */
export function blurGrid({ columns, rows, layers, values }: Grid, times: number): void {
  const strides = [1, columns, columns * rows];
  const counts = [columns, rows, layers];
  for (let pass = 0; pass < 3 * times; pass++) {
    const axis = pass % 3;
    const stride = strides[axis];
    const [u, v] = axis === 0 ? [1, 2] : axis === 1 ? [0, 2] : [0, 1];
    for (let b = 0; b < counts[v]; b++) {
      for (let a = 0; a < counts[u]; a++) {
        blurLine(values, a * strides[u] + b * strides[v], stride, counts[axis]);
      }
    }
  }
}

/** The ends of a line keep their values: they are far away from the flesh. */
function blurLine(values: Float64Array, start: number, stride: number, count: number): void {
  let before = values[start];
  for (let n = 1, at = start + stride; n + 1 < count; n++, at += stride) {
    const here = values[at];
    values[at] = 0.25 * (before + values[at + stride]) + 0.5 * here;
    before = here;
  }
}
