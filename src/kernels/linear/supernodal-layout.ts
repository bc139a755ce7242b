import type { Slices } from "../../core/slices.ts";
import type { Supernodes } from "../../linalg/supernodes.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { findBranches, type Range } from "./branches.ts";

/**
 * A supernodal factor as the kernels solve with it (src/kernels/assembly/linear/supernodal-solve.ts): single precision, triangles inverted,
 * rows in quads, and all of it twice, in the order of either solve. It is factored in double precision before: in single
 * precision the factor of a stiff cloth is of no use, while its rounding afterwards costs one digit in seven.
 */
export interface SupernodalLayout {
  /** How many pieces of supernodes there are, and the arguments of the solves. */
  readonly count: number;
  readonly descriptors: Uint32Array;
  readonly values: Float32Array;
  readonly rows: Uint32Array;
  /** Pieces (first, last) of each branch, and of the trunk that joins them. */
  readonly branches: Uint32Array;
  readonly trunk: readonly Range[];
  /**
   * What a branch gives to rows outside of it, it first gathers in rows of its own behind all others: `branchRows` has the same places as `rows` with these,
   * `ownRows` (first, last) of those of each branch, `ownTargets` where they belong, in bytes; `rowCount` counts them all.
   */
  readonly branchRows: Uint32Array;
  readonly ownRows: Uint32Array;
  readonly ownTargets: Uint32Array;
  readonly rowCount: number;
  /** So many numbers for each branch. */
  readonly scratch: Float32Array;
  readonly scratchSize: number;
  /** Takes over the panels of a factor of the same structure. */
  fill(panels: Float64Array): Slices<void>;
}

const WORDS = 8;
/** A slice of `fill` takes so many numbers. */
const SLICE = 300_000;
/** Wider supernodes are solved piece by piece: the inverse of a triangle costs twice the triangle. */
const WIDEST = 64;
const OWN_SCRATCH = 12 * WIDEST;

/** The columns `from` to `from + width` of supernode s, with `height` rows below in its panel. */
interface Piece {
  readonly s: number;
  readonly from: number;
  readonly width: number;
  readonly height: number;
}

function cutPieces({ count, firstColumn, rowStart }: Supernodes): Piece[] {
  const pieces: Piece[] = [];
  for (let s = 0; s < count; s++) {
    const w = firstColumn[s + 1] - firstColumn[s];
    const m = rowStart[s + 1] - rowStart[s];
    for (let from = 0; from < w; from += WIDEST) {
      const width = Math.min(WIDEST, w - from);
      pieces.push({ s, from, width, height: w - from - width + m });
    }
  }
  return pieces;
}

/** Columns of four numbers in an inverted triangle. */
function inverseColumns(w: number): number {
  let columns = 0;
  for (let i = 0; i < w; i += 4) columns += Math.min(i + 4, w);
  return columns;
}

function countNumbers(pieces: readonly Piece[]): { values: number; rows: number; scratch: number } {
  let values = 0;
  let rows = 0;
  let highest = 0;
  for (const { width, height } of pieces) {
    const quads = Math.ceil(height / 4);
    values += 2 * 4 * (inverseColumns(width) + width * quads);
    rows += 4 * quads;
    highest = Math.max(highest, quads);
  }
  return { values, rows, scratch: OWN_SCRATCH + 12 * highest };
}

/** The same pieces with their branches, worked out before there is a memory. */
export interface LayoutPlan {
  readonly structure: Supernodes;
  readonly pieces: readonly Piece[];
  readonly branches: readonly Range[];
  readonly trunk: readonly Range[];
  /** Rows outside of each branch that it gives something to, ascending, and one more for what fills up quads. */
  readonly outside: readonly Uint32Array[];
  /** Bytes that `createSupernodalLayout` takes. */
  readonly bytes: number;
}

export function planSupernodalLayout(structure: Supernodes): LayoutPlan {
  const { columnCount, firstColumn, rowStart, rows } = structure;
  const pieces = cutPieces(structure);
  const pieceStart = new Uint32Array(structure.count + 1);
  for (const { s } of pieces) pieceStart[s + 1]++;
  for (let s = 0; s < structure.count; s++) pieceStart[s + 1] += pieceStart[s];
  const { branches, trunk } = findBranches(structure);
  const outside = branches.map(([first, end]) => {
    const below = new Set<number>([columnCount]);
    for (let r = rowStart[first]; r < rowStart[end]; r++) if (rows[r] >= firstColumn[end]) below.add(rows[r]);
    return Uint32Array.from(below).sort();
  });
  const inPieces = ([first, end]: Range): Range => [pieceStart[first], pieceStart[end]];
  const numbers = countNumbers(pieces);
  const own = outside.reduce((sum, { length }) => sum + length, 0);
  const bytes =
    sizeOf(4 * numbers.values) +
    2 * sizeOf(4 * numbers.rows) +
    sizeOf(4 * numbers.scratch * Math.max(1, branches.length)) +
    sizeOf(4 * WORDS * pieces.length) +
    2 * sizeOf(8 * branches.length) +
    sizeOf(4 * own);
  return { structure, pieces, branches: branches.map(inPieces), trunk: trunk.map(inPieces), outside, bytes };
}

export function createSupernodalLayout(plan: LayoutPlan, memory: KernelMemory): SupernodalLayout {
  const { structure, pieces, outside } = plan;
  const { columnCount, firstColumn, rowStart, rows: rowsBelow, panelStart } = structure;
  const numbers = countNumbers(pieces);
  const descriptors = memory.words(WORDS * pieces.length);
  const values = memory.floats(numbers.values);
  const rows = memory.words(numbers.rows);
  const branchRows = memory.words(numbers.rows);
  const branches = memory.words(2 * plan.branches.length);
  const ownRows = memory.words(2 * plan.branches.length);
  const ownTargets = memory.words(outside.reduce((sum, { length }) => sum + length, 0));
  const scratch = memory.floats(numbers.scratch * Math.max(1, plan.branches.length));
  let [begin, end] = [0, numbers.values];
  let row = 0;
  pieces.forEach(({ s, from, width, height }, n) => {
    const quads = Math.ceil(height / 4);
    const first = firstColumn[s] + from;
    const [inside, outside] = [4 * inverseColumns(width), 4 * width * quads];
    end -= inside + outside;
    const places = [begin, begin + inside, end, row, end + outside].map((place) => 4 * place);
    descriptors.set([first, width, quads, ...places], WORDS * n);
    begin += inside + outside;
    const own = firstColumn[s + 1] - first - width;
    for (let r = 0; r < 4 * quads; r++) {
      const number = r < own ? first + width + r : r < height ? rowsBelow[rowStart[s] + r - own] : columnCount;
      rows[row++] = 16 * number;
    }
  });
  branchRows.set(rows);
  let ownRow = columnCount + 1;
  plan.branches.forEach(([first, end], n) => {
    const places = new Map(Array.from(outside[n], (target, k) => [16 * target, 16 * (ownRow + k)]));
    const from = descriptors[WORDS * first + 6] / 4;
    const to = end < pieces.length ? descriptors[WORDS * end + 6] / 4 : rows.length;
    for (let r = from; r < to; r++) branchRows[r] = places.get(rows[r]) ?? rows[r];
    branches.set([first, end], 2 * n);
    ownRows.set([ownRow, ownRow + places.size], 2 * n);
    ownTargets.set([...places.keys()], ownRow - columnCount - 1);
    ownRow += places.size;
  });
  const triangle = new Float64Array(WIDEST * WIDEST);

  return {
    count: pieces.length,
    descriptors,
    values,
    rows,
    branches,
    trunk: plan.trunk,
    branchRows,
    ownRows,
    ownTargets,
    rowCount: ownRow,
    scratch,
    scratchSize: numbers.scratch,
    *fill(panels) {
      let numbers = 0;
      for (const [n, { s, from, width, height }] of pieces.entries()) {
        const stride = firstColumn[s + 1] - firstColumn[s];
        const panel = panelStart[s] + from * stride + from;
        const [, , quads, inverse, forward, backward, , inverseBack] = descriptors.subarray(WORDS * n);
        invertTriangle(panels, panel, stride, width, triangle);
        fillInverse(triangle, width, inverse / 4, inverseBack / 4, values);
        fillBelow(panels, panel + width * stride, stride, width, height, quads, forward / 4, backward / 4, values);
        numbers += width * (width + height);
        if (numbers < SLICE) continue;
        yield;
        numbers = 0;
      }
    },
  };
}

/** The inverse of the lower triangle at `panel`, whose diagonal holds reciprocals, row by row of w numbers. */
function invertTriangle(panels: Float64Array, panel: number, stride: number, w: number, inverse: Float64Array): void {
  for (let k = 0; k < w; k++) {
    inverse[k * w + k] = panels[panel + k * stride + k];
    for (let i = k + 1; i < w; i++) {
      let sum = 0;
      for (let j = k; j < i; j++) sum += panels[panel + i * stride + j] * inverse[j * w + k];
      inverse[i * w + k] = -sum * panels[panel + i * stride + i];
    }
  }
}

/** Puts an inverse of w rows where the solves read it, in quads of rows, from number `forward` on and, by four columns at a time, from `backward` on. */
function fillInverse(inverse: Float64Array, w: number, forward: number, backward: number, values: Float32Array): void {
  const at = (i: number, k: number): number => (i < w && k <= i ? inverse[i * w + k] : 0);
  let l = forward;
  for (let i = 0; i < w; i += 4) {
    for (let k = 0; k < Math.min(i + 4, w); k++, l += 4) for (let r = 0; r < 4; r++) values[l + r] = at(i + r, k);
  }
  l = backward;
  for (let k = 0; k < w; ) {
    const columns = k + 4 <= w ? 4 : 1;
    for (let i = k - (k % 4); i < w; i += 4) {
      for (let c = k; c < k + columns; c++, l += 4) for (let r = 0; r < 4; r++) values[l + r] = at(i + r, c);
    }
    k += columns;
  }
}

/** The same with the `height` rows below it at `panel`, of `stride` numbers each, in the order of either solve. */
function fillBelow(
  panels: Float64Array,
  panel: number,
  stride: number,
  w: number,
  height: number,
  quads: number,
  forward: number,
  backward: number,
  values: Float32Array,
): void {
  const whole = w - (w % 4);
  for (let r = 0; r < 4 * quads; r++) {
    const quad = r >> 2;
    for (let k = 0; k < w; k++) {
      const number = r < height ? panels[panel + r * stride + k] : 0;
      values[forward + 4 * (quad * w + k) + (r & 3)] = number;
      const place = k < whole ? 4 * (k - (k % 4)) * quads + 16 * quad + 4 * (k % 4) : 4 * k * quads + 4 * quad;
      values[backward + place + (r & 3)] = number;
    }
  }
}
