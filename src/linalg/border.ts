import { NumericalError } from "../core/errors.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import { factorLdl, solveLdl } from "./dense-ldl.ts";
import type { SupernodalFactor } from "./supernodal-factor.ts";
import { solveBackward, solveForward, solveSupernodeForward } from "./supernodal-solve.ts";

/**
 * A few more unknowns around a factored matrix A = L Lᵀ, solved without touching the factor:
 *
 *     ┌ A   C ┐ ┌ x ┐   ┌ b ┐
 *     └ Cᵀ  D ┘ └ q ┘ = └ r ┘
 *
 * With K = L⁻¹C and y = L⁻¹b the Schur complement gives  (D − KᵀK) q = r − Kᵀy,  x = L⁻ᵀ (y − K q): one forward and one
 * backward solve as before, and a small dense system between them. It is exact, a few changes to A cost a few sparse forward solves
 * (a column of K is nonzero only on the way from its rows to the root of the elimination tree), and taking them back gives the very same
 * bits as before, which rank-one updates of L would not. Held rows are columns e_i with D = 0, q being the force that holds
 * them; removed terms k w wᵀ are columns w with D = 1/k; a row added anew is its column of the matrix.
 */
export interface BorderColumn {
  /** Entries of the column of C, rows in the matrix's own (old) numbering. */
  readonly rows: readonly number[];
  readonly values: readonly number[];
}

export interface Border {
  readonly count: number;
  /** The slot of each column in q: columns of neighbouring rows stand together, for they share most of their way to the root. */
  readonly slot: Uint32Array;
  /** Three columns of K at a time, interleaved, over the ranges of rows where they are not zero. */
  readonly groups: readonly ColumnGroup[];
  /** L D Lᵀ of  D − KᵀK. */
  readonly complement: Float64Array;
}

interface ColumnGroup {
  /** First row and number of rows of each range, packed by twos. */
  readonly ranges: Uint32Array;
  /** Three numbers a row. */
  readonly values: Float64Array;
}

/** Numbers that q takes: three a column, columns in threes. */
export function borderSize(count: number): number {
  return 9 * Math.ceil(count / 3);
}

/** `corner` is D, of as many rows and columns as there are `columns`. */
export function createBorder(factor: SupernodalFactor, columns: readonly BorderColumn[], corner: Float64Array): Border {
  const count = columns.length;
  const { columnCount, rank } = factor.structure;
  const work = new Float64Array(3 * columnCount);
  const firstRow = columns.map(({ rows }) => rows.reduce((least, row) => Math.min(least, rank[row]), columnCount));
  const sorted = Uint32Array.from(columns, (_, n) => n).sort((a, b) => firstRow[a] - firstRow[b] || a - b);
  const slot = invertPermutation(sorted);
  const groups: ColumnGroup[] = [];
  for (let first = 0; first < count; first += 3) {
    const members = Array.from(sorted.subarray(first, first + 3), (n) => columns[n]);
    groups.push(solveColumns(factor, members, work));
  }
  const complement = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) complement[slot[i] * count + slot[j]] = corner[i * count + j];
  }
  const product = new Float64Array(9);
  const inGroup = new Int32Array(columnCount).fill(-1); // at the first row of a range: the last group that has it
  for (let g = 0; g < groups.length; g++) {
    const { ranges } = groups[g];
    for (let k = 0; k < ranges.length; k += 2) inGroup[ranges[k]] = g;
    for (let other = 0; other <= g; other++) {
      product.fill(0);
      subtractCommonProducts(groups[other], groups[g], inGroup, g, product);
      for (let a = 0; a < 3 && 3 * g + a < count; a++) {
        for (let b = 0; b < 3 && 3 * other + b < count; b++) {
          const i = 3 * g + a;
          const j = 3 * other + b;
          if (j <= i) complement[i * count + j] += product[3 * b + a];
        }
      }
    }
  }
  const failed = factorLdl(count, complement);
  if (failed >= 0) throw new NumericalError(`change ${sorted[failed]} leaves a singular matrix`, 0, 0);
  return { count, slot, groups, complement };
}

/**
 * Solves the bordered system. `y` holds b and receives x, in the factor's own numbering, three interleaved right-hand sides;
 * `q` holds r and receives q, alike, three numbers at each column's slot, with room for `borderSize(count)` numbers, 0 beyond the first 3 · count.
 */
export function solveBordered(factor: SupernodalFactor, border: Border | undefined, y: Float64Array, q: Float64Array): void {
  const { structure, values, scratch } = factor;
  solveForward(structure, values, y, scratch);
  if (border !== undefined) crossBorder(border, y, q);
  solveBackward(structure, values, y, scratch);
}

/** What stands between the two halves: from y = L⁻¹b to y − K q, and from r to q. */
export function crossBorder({ count, groups, complement }: Border, y: Float64Array, q: Float64Array): void {
  for (let g = 0; g < groups.length; g++) subtractProducts(groups[g], y, q, 9 * g);
  solveLdl(count, complement, q);
  for (let g = 0; g < groups.length; g++) subtractColumns(groups[g], q, 9 * g, y);
}

/** Three columns of K = L⁻¹C: forward through the supernodes between their rows and the root. */
function solveColumns(factor: SupernodalFactor, columns: readonly BorderColumn[], work: Float64Array): ColumnGroup {
  const { structure, values, scratch } = factor;
  const { rank, supernodeOf, parent, firstColumn } = structure;
  const touched = new Set<number>();
  columns.forEach((column, c) => {
    column.rows.forEach((row, e) => {
      const j = rank[row];
      work[3 * j + c] += column.values[e];
      for (let s = supernodeOf[j]; s >= 0 && !touched.has(s); s = parent[s]) touched.add(s);
    });
  });
  const path = Uint32Array.from(touched).sort();
  const ranges = new Uint32Array(2 * path.length);
  let size = 0;
  for (let k = 0; k < path.length; k++) {
    const s = path[k];
    solveSupernodeForward(structure, values, s, work, scratch, countZeroRows(work, firstColumn[s], firstColumn[s + 1]));
    ranges[2 * k] = firstColumn[s];
    ranges[2 * k + 1] = firstColumn[s + 1] - firstColumn[s];
    size += ranges[2 * k + 1];
  }
  const group = { ranges, values: new Float64Array(3 * size) };
  let offset = 0;
  for (let k = 0; k < ranges.length; k += 2) {
    const part = work.subarray(3 * ranges[k], 3 * (ranges[k] + ranges[k + 1]));
    group.values.set(part, offset);
    offset += part.length;
    part.fill(0);
  }
  return group;
}

/** How many rows from `first` on hold only zeros, down to a multiple of 4. */
function countZeroRows(work: Float64Array, first: number, end: number): number {
  let c = 3 * first;
  while (c < 3 * end - 12 && work[c] === 0) c++;
  return 4 * Math.floor((c - 3 * first) / 12);
}

/** out[3a + c] −= Σ over the rows that both have of (column a of one) × (column c of the other). Both list their ranges upwards. */
function subtractCommonProducts(one: ColumnGroup, other: ColumnGroup, inGroup: Int32Array, otherIndex: number, out: Float64Array): void {
  let at = 0; // in the values of one and of the other
  let otherAt = 0;
  let k = 0;
  for (let r = 0; r < one.ranges.length; r += 2) {
    const size = 3 * one.ranges[r + 1];
    if (inGroup[one.ranges[r]] === otherIndex) {
      for (; other.ranges[k] !== one.ranges[r]; k += 2) otherAt += 3 * other.ranges[k + 1];
      subtractRowProducts(one.values, at, other.values, otherAt, size, out);
    }
    at += size;
  }
}

/** out[offset + 3a + c] −= Σ over the rows of (column a) × y_c. */
function subtractProducts({ ranges, values }: ColumnGroup, y: Float64Array, out: Float64Array, offset: number): void {
  let at = 0;
  for (let k = 0; k < ranges.length; k += 2) {
    const size = 3 * ranges[k + 1];
    subtractRowProducts(values, at, y, 3 * ranges[k], size, out, offset);
    at += size;
  }
}

/** out[offset + 3a + c] −= Σ K_a y_c over `size`/3 rows of K from e on and of y from p on. */
function subtractRowProducts(
  values: Float64Array,
  e: number,
  y: Float64Array,
  p: number,
  size: number,
  out: Float64Array,
  offset: number = 0,
): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  for (let r = 0; r < size; r += 3) {
    const k0 = values[e + r];
    const k1 = values[e + r + 1];
    const k2 = values[e + r + 2];
    const y0 = y[p + r];
    const y1 = y[p + r + 1];
    const y2 = y[p + r + 2];
    s00 += k0 * y0;
    s01 += k0 * y1;
    s02 += k0 * y2;
    s10 += k1 * y0;
    s11 += k1 * y1;
    s12 += k1 * y2;
    s20 += k2 * y0;
    s21 += k2 * y1;
    s22 += k2 * y2;
  }
  out[offset] -= s00;
  out[offset + 1] -= s01;
  out[offset + 2] -= s02;
  out[offset + 3] -= s10;
  out[offset + 4] -= s11;
  out[offset + 5] -= s12;
  out[offset + 6] -= s20;
  out[offset + 7] -= s21;
  out[offset + 8] -= s22;
}

/** y_c −= Σ_a (column a) × q[offset + 3a + c]. */
function subtractColumns({ ranges, values }: ColumnGroup, q: Float64Array, offset: number, y: Float64Array): void {
  const q00 = q[offset];
  const q01 = q[offset + 1];
  const q02 = q[offset + 2];
  const q10 = q[offset + 3];
  const q11 = q[offset + 4];
  const q12 = q[offset + 5];
  const q20 = q[offset + 6];
  const q21 = q[offset + 7];
  const q22 = q[offset + 8];
  let e = 0;
  for (let k = 0; k < ranges.length; k += 2) {
    const end = 3 * (ranges[k] + ranges[k + 1]);
    for (let p = 3 * ranges[k]; p < end; p += 3, e += 3) {
      const k0 = values[e];
      const k1 = values[e + 1];
      const k2 = values[e + 2];
      y[p] -= k0 * q00 + k1 * q10 + k2 * q20;
      y[p + 1] -= k0 * q01 + k1 * q11 + k2 * q21;
      y[p + 2] -= k0 * q02 + k1 * q12 + k2 * q22;
    }
  }
}
