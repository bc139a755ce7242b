import { NumericalError } from "../core/errors.ts";
import { finish, type Slices } from "../core/slices.ts";
import { factorPanel as factorPlainPanel, subtractOuterProduct as subtractPlainProduct } from "./dense-panel.ts";
import { SOLVE_SCRATCH } from "./supernodal-solve.ts";
import type { Supernodes } from "./supernodes.ts";

/** The numeric half of a factorisation, with its workspace; `values` are the panels of L, the reciprocal on the diagonal. */
export interface SupernodalFactor {
  readonly structure: Supernodes;
  readonly values: Float64Array;
  /** For the solves. */
  readonly scratch: Float64Array;
  /**
   * Factors the matrix with these entries: `diagonal[stride · i]` by old row number, `offDiagonal[stride · e]` in the order of
   * the pattern. Throws NotPositiveDefinite.
   */
  factor(diagonal: Float64Array, offDiagonal: Float64Array, stride: number): void;
  factorInSlices(diagonal: Float64Array, offDiagonal: Float64Array, stride: number): Slices<void>;
}

/** A slice ends with the supernode that brings it to so many products. */
const SLICE = 1.2e7;

/** What works on dense panels, and the memory it works in: the panels, and updates that wait between children and parents. */
export interface DenseKernels {
  readonly values: Float64Array;
  readonly stack: Float64Array;
  /** Factors the panel at `base`; returns the first column whose pivot is not positive, −1 if all are. */
  factorPanel(base: number, width: number, rows: number): number;
  /** The lower triangle of U ← U − B Bᵀ, B at `base` among the values, U at `update` on the stack. */
  subtractOuterProduct(base: number, width: number, rows: number, update: number): void;
}

function createPlainDenseKernels({ panelStart, count, stackSize }: Supernodes): DenseKernels {
  const values = new Float64Array(panelStart[count]);
  const stack = new Float64Array(stackSize);
  return {
    values,
    stack,
    factorPanel: (base, width, rows) => factorPlainPanel(values, base, width, rows),
    subtractOuterProduct: (base, width, rows, update) => subtractPlainProduct(values, base, width, rows, stack, update),
  };
}

/** The matrix has no Cholesky factor; `row` (old number) is where its leading minor stops being positive. */
export class NotPositiveDefinite extends NumericalError {
  override name = "NotPositiveDefinite";
  readonly row: number;

  constructor(row: number) {
    super(`the matrix is not positive definite at row ${row}`, 0, 0);
    this.row = row;
  }
}

/**
 * Multifrontal factorisation: children before parents, each supernode gathers what its children leave, factors its own columns
 * and leaves  U = A₂₂ − L₂₁L₂₁ᵀ  to its parent. In a postorder these updates form a stack.
 */
export function createSupernodalFactor(
  structure: Supernodes,
  { values, stack, factorPanel, subtractOuterProduct }: DenseKernels = createPlainDenseKernels(structure),
): SupernodalFactor {
  const { columnCount, count, firstColumn, rowStart, rows, panelStart, parent, order } = structure;
  const { diagonalTarget, offDiagonalTarget } = structure;
  const position = new Uint32Array(columnCount);
  const updateStart = new Uint32Array(count);
  const firstChild = new Int32Array(count).fill(-1);
  const nextChild = new Int32Array(count).fill(-1);
  for (let s = count - 1; s >= 0; s--) {
    if (parent[s] < 0) continue;
    nextChild[s] = firstChild[parent[s]];
    firstChild[parent[s]] = s;
  }

  /** Factors supernode s, with `top` numbers on the stack; returns how many there are then. */
  function factorSupernode(s: number, top: number): number {
    const first = firstColumn[s];
    const width = firstColumn[s + 1] - first;
    const height = rowStart[s + 1] - rowStart[s];
    for (let j = 0; j < width; j++) position[first + j] = j;
    for (let k = 0; k < height; k++) position[rows[rowStart[s] + k]] = width + k;
    stack.fill(0, top, top + height * height);
    for (let c = firstChild[s]; c >= 0; c = nextChild[c]) addChild(structure, c, s, position, values, stack, updateStart[c], top);
    const failed = factorPanel(panelStart[s], width, width + height);
    if (failed >= 0) throw new NotPositiveDefinite(order[first + failed]);
    subtractOuterProduct(panelStart[s] + width * width, width, height, top);
    // the children are done with: the update takes their place
    const place = firstChild[s] >= 0 ? updateStart[firstChild[s]] : top;
    if (place !== top) stack.copyWithin(place, top, top + height * height);
    updateStart[s] = place;
    return place + height * height;
  }

  function* factorInSlices(diagonal: Float64Array, offDiagonal: Float64Array, stride: number): Slices<void> {
    values.fill(0);
    scatter(diagonalTarget, diagonal, stride, values);
    scatter(offDiagonalTarget, offDiagonal, stride, values);
    let top = 0;
    let products = 0;
    for (let s = 0; s < count; s++) {
      top = factorSupernode(s, top);
      const width = firstColumn[s + 1] - firstColumn[s];
      const height = rowStart[s + 1] - rowStart[s];
      products += width * (width + height) * (width + height);
      if (products < SLICE) continue;
      yield;
      products = 0;
    }
  }

  return {
    structure,
    values,
    scratch: new Float64Array(SOLVE_SCRATCH),
    factor: (diagonal, offDiagonal, stride) => finish(factorInSlices(diagonal, offDiagonal, stride)),
    factorInSlices,
  };
}

function scatter(target: Uint32Array, from: Float64Array, stride: number, values: Float64Array): void {
  for (let e = 0; e < target.length; e++) values[target[e]] = from[stride * e];
}

/** Adds what child c leaves, at `left` on the stack: to the panel of s (columns below its width) and to the update at `update`. */
function addChild(
  { firstColumn, rowStart, rows, panelStart }: Supernodes,
  c: number,
  s: number,
  position: Uint32Array,
  values: Float64Array,
  stack: Float64Array,
  left: number,
  update: number,
): void {
  const width = firstColumn[s + 1] - firstColumn[s];
  const height = rowStart[s + 1] - rowStart[s];
  const from = rowStart[c];
  const size = rowStart[c + 1] - from;
  let own = 0; // rows of the child that are columns of s
  while (own < size && position[rows[from + own]] < width) own++;
  for (let a = 0; a < size; a++) {
    const source = left + a * size;
    const row = position[rows[from + a]];
    const panelRow = panelStart[s] + row * width;
    const panelEnd = Math.min(own, a + 1);
    for (let b = 0; b < panelEnd; b++) values[panelRow + position[rows[from + b]]] += stack[source + b];
    const updateRow = update + (row - width) * height - width;
    for (let b = own; b <= a; b++) stack[updateRow + position[rows[from + b]]] += stack[source + b];
  }
}
