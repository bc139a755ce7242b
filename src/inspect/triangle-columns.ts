import { orient2d } from "./orientation.ts";

/** Triangles sorted into columns along one axis: which of them can a line along that axis meet? */
export interface TriangleColumns {
  /** The axis of the lines: 0, 1 or 2. The other two follow it in turn, so that u × v points along it. */
  readonly axis: number;
  readonly u: number;
  readonly v: number;
  readonly lowU: number;
  readonly lowV: number;
  readonly highU: number;
  readonly highV: number;
  readonly scaleU: number;
  readonly scaleV: number;
  readonly columnsU: number;
  readonly columnsV: number;
  /** The triangles of column c are members[start[c]] … members[start[c + 1] − 1], in ascending order. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
}

export function createColumns(positions: Float64Array, triangles: Uint32Array, axis: number): TriangleColumns {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const count = triangles.length / 3;
  const { low: lowU, high: highU } = rangeOf(positions, triangles, u);
  const { low: lowV, high: highV } = rangeOf(positions, triangles, v);
  // About as many columns as triangles, about as wide as they are long.
  const sizeU = Math.max(highU - lowU, 1e-9 * (highV - lowV));
  const sizeV = Math.max(highV - lowV, 1e-9 * (highU - lowU));
  const most = Math.max(1, count);
  const columnsU = clampCount(Math.sqrt((most * sizeU) / sizeV), most);
  const columnsV = clampCount(most / columnsU, most);
  const scaleU = highU > lowU ? columnsU / (highU - lowU) : 0;
  const scaleV = highV > lowV ? columnsV / (highV - lowV) : 0;

  const start = new Uint32Array(columnsU * columnsV + 1);
  let members = new Uint32Array(0);
  const next = new Uint32Array(columnsU * columnsV);
  for (const filling of [false, true]) {
    for (let t = 0; t < count; t++) {
      const a = 3 * triangles[3 * t];
      const b = 3 * triangles[3 * t + 1];
      const c = 3 * triangles[3 * t + 2];
      const firstU = bucket(Math.min(positions[a + u], positions[b + u], positions[c + u]), lowU, scaleU, columnsU);
      const lastU = bucket(Math.max(positions[a + u], positions[b + u], positions[c + u]), lowU, scaleU, columnsU);
      const firstV = bucket(Math.min(positions[a + v], positions[b + v], positions[c + v]), lowV, scaleV, columnsV);
      const lastV = bucket(Math.max(positions[a + v], positions[b + v], positions[c + v]), lowV, scaleV, columnsV);
      for (let i = firstU; i <= lastU; i++) {
        for (let j = firstV; j <= lastV; j++) {
          const column = i * columnsV + j;
          if (filling) members[next[column]++] = t;
          else start[column + 1]++;
        }
      }
    }
    if (filling) break;
    for (let i = 0; i < next.length; i++) {
      start[i + 1] += start[i];
      next[i] = start[i];
    }
    members = new Uint32Array(start[next.length]);
  }
  return { axis, u, v, lowU, lowV, highU, highV, scaleU, scaleV, columnsU, columnsV, start, members };
}

/** The column in which a line through (u, v) runs, or −1 if it passes beside all triangles. */
export function columnAt(columns: TriangleColumns, u: number, v: number): number {
  const { lowU, lowV, highU, highV, scaleU, scaleV, columnsU, columnsV } = columns;
  if (!(u >= lowU && u <= highU && v >= lowV && v <= highV)) return -1;
  return bucket(u, lowU, scaleU, columnsU) * columnsV + bucket(v, lowV, scaleV, columnsV);
}

/**
 * Does the line along u × v through p meet the triangle a b c? 0 if not; 1 if the triangle's normal has a positive part
 * along the line, −1 if a negative one. A line through a side or a corner is moved aside in thought, by ε along u and ε²
 * along v, for all triangles alike: of triangles that share the side it meets as many as a line nearby does.
 */
export function facingOnLine(x: Float64Array, a: number, b: number, c: number, p: number, u: number, v: number): -1 | 0 | 1 {
  const pu = x[3 * p + u];
  const pv = x[3 * p + v];
  if (x[3 * a + u] < pu && x[3 * b + u] < pu && x[3 * c + u] < pu) return 0; // most triangles are beside the line
  if (x[3 * a + u] > pu && x[3 * b + u] > pu && x[3 * c + u] > pu) return 0;
  if (x[3 * a + v] < pv && x[3 * b + v] < pv && x[3 * c + v] < pv) return 0;
  if (x[3 * a + v] > pv && x[3 * b + v] > pv && x[3 * c + v] > pv) return 0;
  const side = sideOfLine(x, a, b, p, u, v);
  if (side === 0 || sideOfLine(x, b, c, p, u, v) !== side || sideOfLine(x, c, a, p, u, v) !== side) return 0;
  return side;
}

/** On which side of a b the moved point p lies; 0 only if a and b look like one point. */
function sideOfLine(x: Float64Array, a: number, b: number, p: number, u: number, v: number): -1 | 0 | 1 {
  const side = orient2d(x, a, b, p, u, v) || x[3 * a + v] - x[3 * b + v] || x[3 * b + u] - x[3 * a + u];
  return side > 0 ? 1 : side < 0 ? -1 : 0;
}

function rangeOf(positions: Float64Array, triangles: Uint32Array, axis: number): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const vertex of triangles) {
    low = Math.min(low, positions[3 * vertex + axis]);
    high = Math.max(high, positions[3 * vertex + axis]);
  }
  return { low, high };
}

function clampCount(wanted: number, most: number): number {
  return wanted >= 1 ? Math.min(most, Math.floor(wanted)) : 1;
}

function bucket(value: number, low: number, scale: number, count: number): number {
  return Math.min(count - 1, Math.floor((value - low) * scale));
}
