import type { Pins } from "../../core/constraints.ts";
import { NumericalError, UnsupportedError } from "../../core/errors.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { type Forces, findOtherTerms } from "../../forces/catalog.ts";
import type { ForceTerm } from "../../forces/force-term.ts";
import { type BlockMatrix, prepareBlockMatrix } from "../../linalg/block-matrix.ts";
import { buildBlockRows } from "../../linalg/block-sweep.ts";
import { type Border, type BorderColumn, borderSize, createBorder, solveBordered } from "../../linalg/border.ts";
import { postorderedOrder } from "../../linalg/elimination-tree.ts";
import { computeOrdering, type Ordering } from "../../linalg/ordering.ts";
import { createSupernodalFactor, type DenseKernels, NotPositiveDefinite } from "../../linalg/supernodal-factor.ts";
import { prepareSupernodes, type Supernodes } from "../../linalg/supernodes.ts";
import { graphOfPattern, type SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";
import { type Adjacency, adjacencyFromPairs } from "../../mesh/adjacency.ts";

/**
 * The system M + sC + s²K of forces whose matrices do not depend on x, s being the (effective) time step. Every block is a number
 * times the identity, so the three coordinates share one scalar matrix, factored once by sparse Cholesky and again only when s changes.
 *
 * The factor is that of the whole cloth with the particles in `base` held: their rows stand alone in it. What has changed since, vertices
 * grabbed, pins released, springs removed, is a border around it (linalg/border), so that none of these costs a
 * factorisation. Beyond MAX_CHANGES of them the base is taken anew.
 */
export interface ConstantSystem {
  /** Makes the factor and its border ready for this step. To be called before `solve`. */
  prepare(s: number, pins: Pins): void;
  prepareInSlices(s: number, pins: Pins): Slices<void>;
  /** Solves A y = b over the free particles; y is 0 on held ones. */
  solve(b: Float64Array, y: Float64Array): void;
  /** Goes on without these springs of the cloth. */
  removeSprings(springs: Uint32Array): void;
  /** The whole matrix for the step s, held particles included, without the removed springs. */
  matrix(s: number): SymmetricMatrix;
  /** The factor's structure and panels; `revision` changes with every factorisation. */
  readonly structure: Supernodes;
  readonly panels: Float64Array;
  readonly revision: number;
  /** Whether a border is around the factor: then only `solve` knows the whole. */
  readonly isBordered: boolean;
  /** 1 for each particle that the factor holds; a solver's history, since rounding depends on it. */
  readonly base: Float64Array;
}

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

/** Throws an UnsupportedError unless every block of the term's matrix is a number times the identity, whatever x. `matrix` is scratch. */
function requireScalarMatrix(term: ForceTerm, slots: Uint32Array, { diagonal, offDiagonal }: BlockMatrix): void {
  const isScalar = (blocks: Float64Array): boolean => {
    for (let o = 0; o < blocks.length; o += 6) {
      const [xx, xy, xz, yy, yz, zz] = blocks.subarray(o, o + 6);
      if (xy !== 0 || xz !== 0 || yz !== 0 || xx !== yy || xx !== zz) return false;
    }
    return true;
  };
  diagonal.fill(0);
  offDiagonal.fill(0);
  term.addMatrix(new Float64Array(diagonal.length / 2), 1, slots, diagonal, offDiagonal);
  if (term.constantMatrix && term.addSkew === undefined && isScalar(diagonal) && isScalar(offDiagonal)) return;
  throw new UnsupportedError(
    `linear-edge, linear-triangle and desbrun factor one constant matrix that x, y and z share, and that of the force "${term.name}" is another: ` +
      "choose another method, such as implicit-euler",
  );
}

export function* prepareConstantSystem(
  cloth: Cloth,
  forces: Forces,
  pins: Pins,
  sceneIndex: Uint32Array,
  options: ConstantSystemOptions,
): Slices<ConstantSystem> {
  const { particleCount, springs, mass } = cloth;
  const terms = [...forces.elastic, ...forces.damping];
  const { matrix, slots } = yield* prepareBlockMatrix(
    particleCount,
    terms.map(({ pairs }) => pairs),
  );
  const others = findOtherTerms(forces);
  for (let n = 0; n < terms.length; n++) {
    if (others.elastic.includes(terms[n]) || others.damping.includes(terms[n])) requireScalarMatrix(terms[n], slots[n], matrix);
  }
  const graph = graphOfPattern(matrix);
  const rows = buildBlockRows(matrix);
  yield;
  const order = orderCloth(cloth, graph, options.ordering);
  const structure = yield* prepareSupernodes(matrix, graph, order);
  const dense = options.createDense && (yield* options.createDense(structure));
  const factor = createSupernodalFactor(structure, dense);
  const nowhere = new Float64Array(3 * particleCount);
  const diagonal = new Float64Array(particleCount);
  const offDiagonal = new Float64Array(matrix.column.length);
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
  let border: Border | undefined;
  let released: number[] = [];
  let q = new Float64Array(0);

  /** σ_C C + σ_K K of one spring, as it stands in the matrix for the step s. */
  const springWeight = (spring: number, s: number): number =>
    s * springs.relativeDamping[spring] + (options.springs ? s * s * springs.stiffness[spring] : 0);

  /** The values of M + s C + s² K, in slices of a force each. */
  function* fillValues(s: number, diagonal: Float64Array, offDiagonal: Float64Array): Slices<void> {
    matrix.diagonal.fill(0);
    matrix.offDiagonal.fill(0);
    for (let n = 0; n < terms.length; n++) {
      const { role } = terms[n];
      terms[n].addMatrix(nowhere, role === "damping" ? s : s * s, slots[n], matrix.diagonal, matrix.offDiagonal);
      yield;
    }
    for (let i = 0; i < particleCount; i++) diagonal[i] = matrix.diagonal[6 * i] + mass[i];
    for (let e = 0; e < offDiagonal.length; e++) offDiagonal[e] = matrix.offDiagonal[6 * e];
  }

  /** Takes the removed springs out of the values themselves. */
  function subtractSprings(s: number, diagonal: Float64Array, offDiagonal: Float64Array): void {
    for (const spring of removed) {
      const i = springs.ends[2 * spring];
      const j = springs.ends[2 * spring + 1];
      const weight = springWeight(spring, s);
      diagonal[i] -= weight;
      diagonal[j] -= weight;
      for (let e = rows.start[i]; e < rows.start[i + 1]; e++) {
        if (rows.neighbour[e] === j) offDiagonal[rows.slot[e]] += weight;
      }
    }
  }

  function* factorBase(s: number): Slices<void> {
    stale = true; // until it is done
    yield* fillValues(s, diagonal, offDiagonal);
    if (removedInFactor) subtractSprings(s, diagonal, offDiagonal);
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
      if (!(error instanceof NotPositiveDefinite)) throw error;
      throw new NumericalError(
        `the system matrix is not positive definite at vertex ${sceneIndex[error.row]}: ` +
          "a spring, triangle or hinge there has a negative stiffness, or the mass is too small beside it",
        0,
        0,
      );
    }
    step = s;
    revision++;
  }

  /** The border for the present set of held particles and removed springs. */
  function bordering(s: number, held: Uint8Array): void {
    const columns: BorderColumn[] = [];
    const place = new Map<number, number>(); // column of each released particle
    released = [];
    for (let i = 0; i < particleCount; i++) {
      borderedHeld[i] = held[i];
      if (factoredBase[i] === 0 || held[i] !== 0) continue;
      place.set(i, released.length);
      released.push(i);
      const neighbours: number[] = [];
      const values: number[] = [];
      for (let e = rows.start[i]; e < rows.start[i + 1]; e++) {
        if (factoredBase[rows.neighbour[e]] !== 0) continue;
        neighbours.push(rows.neighbour[e]);
        values.push(offDiagonal[rows.slot[e]]);
      }
      columns.push({ rows: neighbours, values });
    }
    const corner: [row: number, column: number, value: number][] = [];
    for (const [i, column] of place) {
      corner.push([column, column, diagonal[i]]);
      for (let e = rows.start[i]; e < rows.start[i + 1]; e++) {
        const other = place.get(rows.neighbour[e]);
        if (other !== undefined) corner.push([column, other, offDiagonal[rows.slot[e]]]);
      }
    }
    for (const spring of removedInFactor ? [] : removed) {
      const weight = springWeight(spring, s);
      if (weight === 0) continue;
      const ends = [springs.ends[2 * spring], springs.ends[2 * spring + 1]];
      const signs = [1, -1];
      const free = [0, 1].filter((end) => factoredBase[ends[end]] === 0);
      const column = columns.length;
      columns.push({ rows: free.map((end) => ends[end]), values: free.map((end) => signs[end]) });
      corner.push([column, column, 1 / weight]);
      for (const end of [0, 1]) {
        const other = place.get(ends[end]);
        if (other !== undefined) corner.push([column, other, signs[end]], [other, column, signs[end]]);
      }
    }
    for (let i = 0; i < particleCount; i++) {
      if (held[i] !== 0 && factoredBase[i] === 0) columns.push({ rows: [i], values: [1] });
    }
    const count = columns.length;
    const D = new Float64Array(count * count);
    for (const [row, column, value] of corner) D[row * count + column] = value;
    border = count === 0 ? undefined : createBorder(factor, columns, D);
    q = new Float64Array(borderSize(count));
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

  return {
    structure,
    panels: factor.values,
    get revision() {
      return revision;
    },
    get isBordered() {
      return border !== undefined;
    },
    base,
    prepare(s, pins) {
      if (stale || s !== step || !isBordered(pins) || !sameBase()) finish(prepareInSlices(s, pins));
    },
    prepareInSlices,
    solve(b, y) {
      for (let k = 0; k < particleCount; k++) {
        const p = 3 * order[k];
        const free = 1 - factoredBase[order[k]];
        packed[3 * k] = free * b[p];
        packed[3 * k + 1] = free * b[p + 1];
        packed[3 * k + 2] = free * b[p + 2];
      }
      if (border !== undefined) {
        q.fill(0);
        for (let k = 0; k < released.length; k++) {
          const place = 3 * border.slot[k];
          for (let c = 0; c < 3; c++) q[place + c] = b[3 * released[k] + c];
        }
      }
      solveBordered(factor, border, packed, q);
      for (let k = 0; k < particleCount; k++) {
        const p = 3 * order[k];
        const free = 1 - borderedHeld[order[k]]; // exactly 0 on a held particle
        y[p] = free * packed[3 * k];
        y[p + 1] = free * packed[3 * k + 1];
        y[p + 2] = free * packed[3 * k + 2];
      }
      if (border !== undefined) {
        for (let k = 0; k < released.length; k++) {
          const place = 3 * border.slot[k];
          for (let c = 0; c < 3; c++) y[3 * released[k] + c] = q[place + c];
        }
      }
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
      const values = { diagonal: new Float64Array(rowCount), offDiagonal: new Float64Array(column.length) };
      finish(fillValues(s, values.diagonal, values.offDiagonal));
      subtractSprings(s, values.diagonal, values.offDiagonal);
      return { rowCount, rowStart, column, ...values };
    },
  };
}

export function createConstantSystem(...setup: Parameters<typeof prepareConstantSystem>): ConstantSystem {
  return finish(prepareConstantSystem(...setup));
}
