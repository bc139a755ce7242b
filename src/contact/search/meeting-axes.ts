import { AXIS_ROUNDING as AXIS_ERROR } from "../../kernels/layout/contact-limits.ts";

/*
 * Elements side by side in a slanted sheet have boxes that meet along x, y and z. Two elements are therefore tested along axes of their own
 * as well: the line between their middles, and for edges that line made perpendicular to either edge. Along a fixed axis the differences of
 * vertices that move on straight lines are largest and least at the ends of the step: elements apart at both ends are apart all the while.
 */

// Numbers handed between the functions below go through arrays: as arguments they would be allocated.
/** Three differences at the start, then three at the end. */
const differences = new Float64Array(18);
const axis = new Float64Array(3);
const edge = new Float64Array(3);
const reach = new Float64Array(1);

/** Whether point p and triangle a b c (three times their numbers) stay farther apart than apart[0] [m] on the way from s to e. */
export function staysFromTriangle(
  s: Float64Array,
  e: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
  apart: Float64Array,
): boolean {
  differ(s, e, p, c, a, b, 1, apart);
  return areBeyond(false);
}

/** The same of edges a b and c d. */
export function staysFromEdge(s: Float64Array, e: Float64Array, a: number, b: number, c: number, d: number, apart: Float64Array): boolean {
  differ(s, e, a, b, c, d, -1, apart);
  if (areBeyond(true)) return true;
  for (let k = 0; k < 3; k++) edge[k] = differences[k];
  dropAlongEdge();
  if (areBeyond(true)) return true;
  for (let k = 0; k < 3; k++) edge[k] = differences[6 + k] - differences[3 + k];
  dropAlongEdge();
  return areBeyond(true);
}

/** The differences of b, c and d from a at both ends, the axis (c − a) + (d − a) + sign (b − a), and how far apart is beyond it, rounding included. */
function differ(s: Float64Array, e: Float64Array, a: number, b: number, c: number, d: number, sign: number, apart: Float64Array): void {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let end = 0; end < 2; end++) {
      const x = end === 0 ? s : e;
      const db = x[b + k] - x[a + k];
      const dc = x[c + k] - x[a + k];
      const dd = x[d + k] - x[a + k];
      differences[9 * end + k] = db;
      differences[9 * end + 3 + k] = dc;
      differences[9 * end + 6 + k] = dd;
      extent = Math.max(extent, Math.abs(db), Math.abs(dc), Math.abs(dd));
      sum += dc + dd + sign * db;
    }
    axis[k] = sum;
  }
  reach[0] = apart[0] + AXIS_ERROR * extent;
}

/** Whether the differences, as a triangle or as edges have them, all lie farther along the axis than the reach times its length. */
function areBeyond(areEdges: boolean): boolean {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  let least = Infinity;
  for (let o = 0; o < 18; o += 9) {
    const first = differences[o] * x + differences[o + 1] * y + differences[o + 2] * z;
    const second = differences[o + 3] * x + differences[o + 4] * y + differences[o + 5] * z;
    const third = differences[o + 6] * x + differences[o + 7] * y + differences[o + 8] * z;
    least = Math.min(least, areEdges ? Math.min(second, third) - Math.max(0, first) : Math.min(first, second, third));
  }
  return least > 0 && least * least > reach[0] * reach[0] * (x * x + y * y + z * z);
}

/** Makes the axis perpendicular to the edge; of an edge without length nothing comes that is a number, and nothing is beyond it. */
function dropAlongEdge(): void {
  const along = axis[0] * edge[0] + axis[1] * edge[1] + axis[2] * edge[2];
  const share = along / (edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
  for (let k = 0; k < 3; k++) axis[k] -= share * edge[k];
}

/** Two vertices that end elsewhere by a slack along each axis come nearer by up to this many slacks: 2√3, and room for rounding. */
const SLACKS = 3.4642;

/** How far apart [m] elements must stay so as not to come as near as the clearance, wherever vertices end within the slack. */
export function apartFrom(clearance: number, slack: number): number {
  return clearance + SLACKS * slack;
}
