import { UnsupportedError } from "../../core/errors.ts";
import type { Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { type Forces, findOtherTerms } from "../../forces/catalog.ts";
import type { ForceTerm } from "../../forces/force-term.ts";
import { type BlockMatrix, prepareBlockMatrix } from "../../linalg/block-matrix.ts";
import { type BlockRows, buildBlockRows } from "../../linalg/block-sweep.ts";
import { graphOfPattern } from "../../linalg/symmetric-matrix.ts";
import type { Adjacency } from "../../mesh/adjacency.ts";

/** The scalar matrix M + sC + s²K that x, y and z share: its pattern, and how its values are made. */
export interface ConstantMatrix {
  /** The pattern; its values are scratch. */
  readonly matrix: BlockMatrix;
  readonly graph: Adjacency;
  readonly rows: BlockRows;
  /** Room for its values. */
  readonly diagonal: Float64Array;
  readonly offDiagonal: Float64Array;
  /** The values for the step s, in slices of a force each. */
  fill(s: number, diagonal: Float64Array, offDiagonal: Float64Array): Slices<void>;
  /** Takes springs out of the values. */
  subtractSprings(removed: Iterable<number>, s: number, diagonal: Float64Array, offDiagonal: Float64Array): void;
  /** σ_C C + σ_K K of one spring. */
  springWeight(spring: number, s: number): number;
  /** Ends of springs, two each. */
  readonly ends: Uint32Array;
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
    `linear-edge, linear-triangle, two-level and desbrun factor one constant matrix that x, y and z share, and that of the force "${term.name}" is another: ` +
      "choose another method, such as implicit-euler",
  );
}

/** `hasSprings` where the springs' stiffness is in the matrix. */
export function* prepareConstantMatrix(cloth: Cloth, forces: Forces, hasSprings: boolean): Slices<ConstantMatrix> {
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
  const nowhere = new Float64Array(3 * particleCount);

  /** σ_C C + σ_K K of one spring, as it stands in the matrix for the step s. */
  const springWeight = (spring: number, s: number): number =>
    s * springs.relativeDamping[spring] + (hasSprings ? s * s * springs.stiffness[spring] : 0);

  /** The values of M + s C + s² K, in slices of a force each. */
  function* fill(s: number, diagonal: Float64Array, offDiagonal: Float64Array): Slices<void> {
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
  function subtractSprings(removed: Iterable<number>, s: number, diagonal: Float64Array, offDiagonal: Float64Array): void {
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

  return {
    matrix,
    graph,
    rows,
    diagonal: new Float64Array(particleCount),
    offDiagonal: new Float64Array(matrix.column.length),
    fill,
    subtractSprings,
    springWeight,
    ends: springs.ends,
  };
}
