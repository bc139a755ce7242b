/** Sheets of a stack show at least this much of their area along its axis. */
const FLAT = 0.5;

/** How sheets lie on each other. */
export interface Stack {
  /** The axis along which they are stacked: 0, 1 or 2. */
  readonly axis: number;
  /** The sheets by their place in the list, the lowest first. */
  readonly order: readonly number[];
}

/**
 * Sheets (lists of triangles) that lie on each other like plates: along one axis each is wholly above the one before and, seen
 * along it, spread out and in front of it in part. Undefined for anything else, such as curtains side by side or a coat
 * about a shirt: there, no order is the right one.
 */
export function findStack(positions: Float64Array, sheets: readonly Uint32Array[]): Stack | undefined {
  if (sheets.length < 2) return undefined;
  let found: Stack | undefined;
  let flattest = FLAT;
  for (let axis = 0; axis < 3; axis++) {
    const flatness = Math.min(...sheets.map((sheet) => shownArea(positions, sheet, axis)));
    if (!(flatness >= flattest)) continue;
    const boxes = sheets.map((sheet) => boundsOf(positions, sheet));
    const order = sheets.map((_, k) => k).sort((a, b) => boxes[a].low[axis] - boxes[b].low[axis] || a - b);
    const isStack = order.every((k, n) => n === 0 || liesOn(boxes[k], boxes[order[n - 1]], axis));
    if (!isStack) continue;
    found = { axis, order };
    flattest = flatness;
  }
  return found;
}

interface Bounds {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function liesOn(upper: Bounds, lower: Bounds, axis: number): boolean {
  return [0, 1, 2].every((c) =>
    c === axis ? upper.low[c] >= lower.high[c] : Math.max(upper.low[c], lower.low[c]) < Math.min(upper.high[c], lower.high[c]),
  );
}

function boundsOf(positions: Float64Array, sheet: Uint32Array): Bounds {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of sheet) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], positions[3 * vertex + c]);
      high[c] = Math.max(high[c], positions[3 * vertex + c]);
    }
  }
  return { low, high };
}

/** The area that a sheet shows along an axis, what faces one way less what faces the other, as part of its whole area. */
function shownArea(positions: Float64Array, sheet: Uint32Array, axis: number): number {
  let shown = 0;
  let area = 0;
  for (let t = 0; t < sheet.length; t += 3) {
    const n = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const [u, v] = [(c + 1) % 3, (c + 2) % 3];
      const [ou, ov] = [positions[3 * sheet[t] + u], positions[3 * sheet[t] + v]];
      const [bu, bv] = [positions[3 * sheet[t + 1] + u] - ou, positions[3 * sheet[t + 1] + v] - ov];
      const [cu, cv] = [positions[3 * sheet[t + 2] + u] - ou, positions[3 * sheet[t + 2] + v] - ov];
      n[c] = bu * cv - bv * cu;
    }
    shown += n[axis];
    area += Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }
  return area > 0 ? Math.abs(shown) / area : 0;
}
