import type { Pins } from "../../core/constraints.ts";
import { NumericalError } from "../../core/errors.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Forces } from "../../forces/catalog.ts";
import { planFactorKernels } from "../../kernels/linear/factor-kernels.ts";
import { createBorder } from "../../linalg/border.ts";
import { type BorderedRows, createBorderedRows } from "../../linalg/bordered-rows.ts";
import { postorderedOrder } from "../../linalg/elimination-tree.ts";
import { computeOrdering, type Ordering } from "../../linalg/ordering.ts";
import { createSupernodalFactor, type DenseKernels, NotPositiveDefinite } from "../../linalg/supernodal-factor.ts";
import { solveBackward, solveForward } from "../../linalg/supernodal-solve.ts";
import { prepareSupernodes, type Supernodes } from "../../linalg/supernodes.ts";
import { type Adjacency, adjacencyFromPairs } from "../../mesh/adjacency.ts";
import { prepareConstantMatrix } from "./constant-matrix.ts";
import type { FineSystem } from "./fine-system.ts";
import { planBorder } from "./plan-border.ts";

/**
 * The system M + sC + s²K of forces whose matrices do not depend on x, s being the (effective) time step. Every block is a number
 * times the identity, so the three coordinates share one scalar matrix, factored once by sparse Cholesky and again only when s changes.
 *
 * The factor is that of the whole cloth with the particles in `base` held: their rows stand alone in it. What has changed since, vertices
 * grabbed, pins released, springs removed, is a border around it (linalg/border), so that none of these costs a
 * factorisation. Beyond MAX_CHANGES of them the base is taken anew.
 */
export interface ConstantSystem extends FineSystem {
  /** Goes on without these springs of the cloth. */
  removeSprings(springs: Uint32Array): void;
  /** The factor's structure and panels; `revision` changes with every factorisation. */
  readonly structure: Supernodes;
  readonly panels: Float64Array;
  readonly revision: number;
  /** The border around the factor, where there is one. */
  readonly border: BorderedRows | undefined;
  /** 1 for each particle that the factor holds; a solver's history, since rounding depends on it. */
  readonly base: Float64Array;
}

const NONE = new Uint32Array(0);
/** A border wider than this costs more than it saves. */
const MAX_CHANGES = 128;

export interface ConstantSystemOptions {
  readonly ordering: Ordering;
  /** False when the springs' stiffness is not in the matrix. */
  readonly springs: boolean;
  /** What works on the factor's panels; in TypeScript without. */
  readonly createDense?: ((structure: Supernodes) => Slices<DenseKernels | undefined>) | undefined;
}

/** The order of the particles that makes a factor of these forces' matrix with little fill, old index of each new one. */
export function orderForFactor({ particleCount }: Cloth, { elastic, damping }: Forces, ordering: Ordering): Uint32Array {
  const lists = [...elastic, ...damping].map(({ pairs }) => pairs);
  const pairs = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    pairs.set(list, at);
    at += list.length;
  }
  return computeOrdering(adjacencyFromPairs(particleCount, pairs), ordering).order;
}

/** The order of elimination of a cloth that may be numbered by it already, or was before it was cut. */
function orderCloth({ ordering, elimination }: Cloth, graph: Adjacency, wanted: Ordering): Uint32Array {
  if (ordering !== wanted) return computeOrdering(graph, wanted).order;
  return elimination === undefined ? computeOrdering(graph, "natural").order : postorderedOrder(graph, elimination);
}

function describeFailure(vertex: number): NumericalError {
  return new NumericalError(
    `the system matrix is not positive definite at vertex ${vertex}: ` +
      "a spring, triangle or hinge there has a negative stiffness, or the mass is too small beside it",
    0,
    0,
  );
}

/** The rows of the particles that are marked. */
function markedRows(marks: ArrayLike<number>, order: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < order.length; row++) if (marks[order[row]] !== 0) rows.push(row);
  return Uint32Array.from(rows);
}

export function* prepareConstantSystem(
  cloth: Cloth,
  forces: Forces,
  pins: Pins,
  sceneIndex: Uint32Array,
  options: ConstantSystemOptions,
): Slices<ConstantSystem> {
  const { particleCount } = cloth;
  const values = yield* prepareConstantMatrix(cloth, forces, options.springs);
  const { matrix, graph, rows, diagonal, offDiagonal } = values;
  yield;
  const order = orderCloth(cloth, graph, options.ordering);
  const structure = yield* prepareSupernodes(matrix, graph, order);
  const dense = options.createDense && (yield* options.createDense(structure));
  const factor = createSupernodalFactor(structure, dense);
  const packed = new Float64Array(3 * particleCount);
  const base = Float64Array.from(pins.held);

  let removed: Uint32Array = new Uint32Array(0);
  let removedInFactor = false;
  let stale = true;
  let step = Number.NaN;
  let revision = 0;
  const factoredBase = new Float64Array(particleCount);
  const borderedHeld = new Uint8Array(particleCount);
  let borderedCount = -1;
  let hasBorder = false;
  let bordered = createBorderedRows(undefined, { base: NONE, held: NONE, released: NONE });

  function* factorBase(s: number): Slices<void> {
    stale = true; // until it is done
    yield* values.fill(s, diagonal, offDiagonal);
    if (removedInFactor) values.subtractSprings(removed, s, diagonal, offDiagonal);
    yield;
    const coupled = offDiagonal.slice();
    for (let i = 0; i < particleCount; i++) {
      factoredBase[i] = base[i];
      if (base[i] === 0) continue;
      for (let e = rows.start[i]; e < rows.start[i + 1]; e++) coupled[rows.slot[e]] = 0;
    }
    try {
      yield* factor.factorInSlices(diagonal, coupled, 1);
    } catch (error) {
      throw error instanceof NotPositiveDefinite ? describeFailure(sceneIndex[error.row]) : error;
    }
    step = s;
    revision++;
  }

  /** The border for the present set of held particles and removed springs. */
  function bordering(s: number, held: Uint8Array): void {
    borderedHeld.set(held);
    const plan = planBorder(values, factoredBase, held, removedInFactor ? [] : removed, (spring) => values.springWeight(spring, s));
    hasBorder = plan.columns.length > 0;
    bordered = createBorderedRows(hasBorder ? createBorder(factor, plan.columns, plan.corner) : undefined, {
      base: markedRows(factoredBase, order),
      held: markedRows(held, order),
      released: Uint32Array.from(plan.released, (i) => structure.rank[i]),
    });
  }

  function countChanges(held: Uint8Array): number {
    let changes = 0;
    for (let i = 0; i < particleCount; i++) if (held[i] !== base[i]) changes++;
    return changes;
  }

  /** Whether the border is that of these held particles. */
  function isBordered({ indices, count }: Pins): boolean {
    if (count !== borderedCount) return false;
    for (let k = 0; k < count; k++) if (borderedHeld[indices[k]] === 0) return false;
    return true;
  }

  function sameBase(): boolean {
    for (let i = 0; i < particleCount; i++) if (factoredBase[i] !== base[i]) return false;
    return true;
  }

  function* prepareInSlices(s: number, { held, count }: Pins): Slices<void> {
    if (countChanges(held) > MAX_CHANGES) base.set(held);
    if (stale || s !== step || !sameBase()) yield* factorBase(s);
    borderedCount = -1; // until it is done
    bordering(s, held);
    borderedCount = count;
    stale = false;
  }

  const system: ConstantSystem = {
    structure,
    panels: factor.values,
    get revision() {
      return revision;
    },
    get border() {
      return hasBorder ? bordered : undefined;
    },
    planKernels: () => planFactorKernels(system),
    base,
    history: [base],
    prepare(s, pins) {
      if (stale || s !== step || !isBordered(pins) || !sameBase()) finish(prepareInSlices(s, pins));
    },
    prepareInSlices,
    solve(b, y) {
      for (let k = 0; k < particleCount; k++) for (let c = 0; c < 3; c++) packed[3 * k + c] = b[3 * order[k] + c];
      bordered.begin(packed, 3);
      solveForward(structure, factor.values, packed, factor.scratch);
      bordered.cross(packed);
      solveBackward(structure, factor.values, packed, factor.scratch);
      bordered.end(packed, 3);
      for (let k = 0; k < particleCount; k++) for (let c = 0; c < 3; c++) y[3 * order[k] + c] = packed[3 * k + c];
    },
    removeSprings(indices) {
      const wasInFactor = removedInFactor;
      removed = indices;
      removedInFactor = removed.length > MAX_CHANGES;
      if (wasInFactor || removedInFactor) stale = true;
      else borderedCount = -1; // the border is made anew
    },
    matrix(s) {
      const { rowCount, rowStart, column } = matrix;
      const whole = { diagonal: new Float64Array(rowCount), offDiagonal: new Float64Array(column.length) };
      finish(values.fill(s, whole.diagonal, whole.offDiagonal));
      values.subtractSprings(removed, s, whole.diagonal, whole.offDiagonal);
      return { rowCount, rowStart, column, ...whole };
    },
  };
  return system;
}

export function createConstantSystem(...setup: Parameters<typeof prepareConstantSystem>): ConstantSystem {
  return finish(prepareConstantSystem(...setup));
}
