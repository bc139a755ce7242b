import { finish, type Slices } from "../core/slices.ts";
import type { Adjacency } from "../mesh/adjacency.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import { columnCounts, eliminationTree } from "./elimination-tree.ts";
import type { SymmetricPattern } from "./symmetric-matrix.ts";

/**
 * The symbolic half of a sparse Cholesky factorisation P A Pᵀ = L Lᵀ. Neighbouring columns of L with (almost) the same rows form
 * a supernode, kept as one dense panel, row by row, w numbers a row:
 *
 *     ┌ \ ┐  w rows: the triangular block of the supernode's own columns
 *     │  \│
 *     ├───┤
 *     │   │  m rows below, with the row numbers `rows[rowStart[s]…]`, ascending
 *     └───┘
 *
 * so that factoring and solving are dense loops over contiguous memory. It depends on the pattern and the order alone: new values
 * (another time step, mass or stiffness) need only the numeric half.
 */
export interface Supernodes {
  readonly columnCount: number;
  /** Old number of each new row, and back. The order is a postorder of the elimination tree. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  readonly count: number;
  /** First column of each supernode; one more entry at the end. */
  readonly firstColumn: Uint32Array;
  readonly rowStart: Uint32Array;
  readonly rows: Uint32Array;
  /** Where each panel begins among the values; one more entry at the end. */
  readonly panelStart: Uint32Array;
  /** The supernode that each column belongs to. */
  readonly supernodeOf: Uint32Array;
  /** The supernode that receives what is left of this one, −1 for a root. */
  readonly parent: Int32Array;
  /** Where the matrix's entries go among the values: the diagonal by old number, the others in the order of the pattern. */
  readonly diagonalTarget: Uint32Array;
  readonly offDiagonalTarget: Uint32Array;
  /** Nonzeros of L, diagonal included; the panels also hold the zeros that merging brought in. */
  readonly fill: number;
  /** Numbers that the factorisation needs for what waits between children and parents. */
  readonly stackSize: number;
}

/** `order` (new → old) must be a postorder of its elimination tree, as `computeOrdering` gives it. */
export function* prepareSupernodes(pattern: SymmetricPattern, graph: Adjacency, order: Uint32Array): Slices<Supernodes> {
  const { rowCount } = pattern;
  const rank = invertPermutation(order);
  const tree = eliminationTree(graph, order);
  const counts = columnCounts(graph, order, tree);
  yield;
  const firstColumn = mergeColumns(tree, counts);
  const count = firstColumn.length - 1;
  const supernodeOf = new Uint32Array(rowCount);
  for (let s = 0; s < count; s++) supernodeOf.fill(s, firstColumn[s], firstColumn[s + 1]);
  const { rowStart, rows, parent } = findRows(graph, order, rank, firstColumn, supernodeOf);
  yield;

  const panelStart = new Uint32Array(count + 1);
  for (let s = 0; s < count; s++) {
    const width = firstColumn[s + 1] - firstColumn[s];
    panelStart[s + 1] = panelStart[s] + width * (width + rowStart[s + 1] - rowStart[s]);
  }
  const structure = { firstColumn, rowStart, rows, panelStart, supernodeOf };
  const diagonalTarget = new Uint32Array(rowCount);
  for (let i = 0; i < rowCount; i++) diagonalTarget[i] = entryTarget(structure, rank[i], rank[i]);
  const offDiagonalTarget = new Uint32Array(pattern.column.length);
  for (let i = 0; i < rowCount; i++) {
    for (let e = pattern.rowStart[i]; e < pattern.rowStart[i + 1]; e++) {
      const a = rank[i];
      const b = rank[pattern.column[e]];
      offDiagonalTarget[e] = entryTarget(structure, Math.max(a, b), Math.min(a, b));
    }
  }
  return {
    columnCount: rowCount,
    order,
    rank,
    count,
    ...structure,
    parent,
    diagonalTarget,
    offDiagonalTarget,
    fill: counts.reduce((sum, c) => sum + c, 0),
    stackSize: measureStack(count, rowStart, parent),
  };
}

export function findSupernodes(pattern: SymmetricPattern, graph: Adjacency, order: Uint32Array): Supernodes {
  return finish(prepareSupernodes(pattern, graph, order));
}

/** A supernode of at most so many columns may hold this share of zeros (each row: columns, share). Measured, see the notes. */
const RELAXATION: readonly (readonly [columns: number, zeros: number])[] = [
  [4, 1],
  [16, 0.4],
  [48, 0.15],
  [Number.POSITIVE_INFINITY, 0.05],
];

/**
 * First columns of the supernodes. A column joins the one before it when their rows agree: parent(j) = j + 1 and one entry less.
 * Then a supernode is merged into the parent beside it while that brings in few zeros.
 */
function mergeColumns(tree: Int32Array, counts: Uint32Array): Uint32Array {
  const n = tree.length;
  // a stack of supernodes: first column, width, height of its first column, zeros
  const first: number[] = [];
  const zeros: number[] = [];
  const height: number[] = [];
  for (let j = 0; j < n; ) {
    let end = j + 1;
    while (end < n && tree[end - 1] === end && counts[end - 1] === counts[end] + 1) end++;
    first.push(j);
    zeros.push(0);
    height.push(counts[j]);
    for (let top = first.length - 1; top > 0; top--) {
      const childFirst = first[top - 1];
      const up = tree[first[top] - 1];
      if (up < first[top] || up >= end) break; // the supernode before is no child of this one
      const childWidth = first[top] - childFirst;
      const width = end - childFirst;
      const merged = panelEntries(width, height[top] + childWidth);
      const apart = panelEntries(childWidth, height[top - 1]) + panelEntries(end - first[top], height[top]);
      const filled = merged - apart + zeros[top - 1] + zeros[top];
      if (filled > relaxation(width) * merged) break;
      zeros[top - 1] = filled;
      height[top - 1] = height[top] + childWidth;
      first.pop();
      zeros.pop();
      height.pop();
    }
    j = end;
  }
  first.push(n);
  return Uint32Array.from(first);
}

function relaxation(width: number): number {
  for (const [columns, share] of RELAXATION) if (width <= columns) return share;
  return 0;
}

/** Entries of a trapezoid of so many columns, the first of that height. */
function panelEntries(width: number, height: number): number {
  return width * height - (width * (width - 1)) / 2;
}

/** The rows below each supernode: those of the matrix and those its children leave, ascending. */
function findRows(
  graph: Adjacency,
  order: Uint32Array,
  rank: Uint32Array,
  firstColumn: Uint32Array,
  supernodeOf: Uint32Array,
): { rowStart: Uint32Array; rows: Uint32Array; parent: Int32Array } {
  const count = firstColumn.length - 1;
  const rowStart = new Uint32Array(count + 1);
  const parent = new Int32Array(count).fill(-1);
  const mark = new Int32Array(order.length).fill(-1);
  const lists: Uint32Array[] = [];
  const children: number[][] = Array.from({ length: count }, () => []);
  const found = new Uint32Array(order.length);
  for (let s = 0; s < count; s++) {
    const end = firstColumn[s + 1];
    let size = 0;
    for (let j = firstColumn[s]; j < end; j++) {
      const i = order[j];
      for (let e = graph.start[i]; e < graph.start[i + 1]; e++) {
        const r = rank[graph.neighbours[e]];
        if (r < end || mark[r] === s) continue;
        mark[r] = s;
        found[size++] = r;
      }
    }
    for (const child of children[s]) {
      for (const r of lists[child]) {
        if (r < end || mark[r] === s) continue;
        mark[r] = s;
        found[size++] = r;
      }
    }
    const list = found.slice(0, size).sort();
    lists.push(list);
    rowStart[s + 1] = rowStart[s] + size;
    if (size === 0) continue;
    parent[s] = supernodeOf[list[0]];
    children[parent[s]].push(s);
  }
  const rows = new Uint32Array(rowStart[count]);
  lists.forEach((list, s) => {
    rows.set(list, rowStart[s]);
  });
  return { rowStart, rows, parent };
}

function entryTarget(
  structure: Pick<Supernodes, "firstColumn" | "rowStart" | "rows" | "panelStart" | "supernodeOf">,
  row: number,
  column: number,
): number {
  const { firstColumn, rowStart, rows, panelStart, supernodeOf } = structure;
  const s = supernodeOf[column];
  const width = firstColumn[s + 1] - firstColumn[s];
  let local = row - firstColumn[s];
  if (local >= width) {
    let low = rowStart[s];
    let high = rowStart[s + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    local = width + low - rowStart[s];
  }
  return panelStart[s] + local * width + column - firstColumn[s];
}

/** The most numbers that updates waiting for their parents take at once, the one being made included. */
function measureStack(count: number, rowStart: Uint32Array, parent: Int32Array): number {
  const waiting = new Float64Array(count); // what the children of each supernode hold
  let top = 0;
  let most = 0;
  for (let s = 0; s < count; s++) {
    const height = rowStart[s + 1] - rowStart[s];
    most = Math.max(most, top + height * height);
    top += height * height - waiting[s];
    if (parent[s] >= 0) waiting[parent[s]] += height * height;
  }
  return most;
}
