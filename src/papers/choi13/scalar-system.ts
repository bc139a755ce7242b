import { createRandom } from "../../core/random.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import { fabricPart } from "../../fabric/fabric-cloth.ts";
import { findFabric } from "../../fabric/fabrics.ts";
import { assembleCloth } from "../../fabric/make-cloth.ts";
import { createForces } from "../../forces/catalog.ts";
import { triangleTerms } from "../../forces/triangle-terms.ts";
import type { LowerMatrix } from "../../linalg/sparse-cholesky.ts";
import type { SymmetricMatrix, SymmetricPattern } from "../../linalg/symmetric-matrix.ts";
import type { Surface } from "../../mesh/surface.ts";
import { buildTopology } from "../../mesh/topology.ts";
import { createImplicitSystem } from "../../methods/implicit/implicit-system.ts";

export type Membrane = "springs" | "triangles";

/** A surface as the linear models see it: unit masses, every edge a spring of `stiffness` and every triangle as stiff, soft hinges. */
export function panelCloth(surface: Surface, stiffness: number): Cloth {
  const vertexCount = surface.positions.length / 3;
  const topology = buildTopology(vertexCount, surface.triangles);
  const part = fabricPart(surface, topology, findFabric("cotton"), {
    particleMass: 1,
    viscousDamping: 0,
    springs: { stretch: stiffness },
    triangleStiffness: { u: stiffness, v: stiffness, shearU: stiffness, shearV: stiffness },
    bendModulus: (0.0016 * stiffness) / vertexCount, // about 1 % of an edge's stiffness across each hinge
  });
  return assembleCloth([part]);
}

/** M + h²K of a linear model, which x, y and z share, in the cloth's own order   [Choi13, ch. 6]. */
export function scalarMatrix(cloth: Cloth, h: number, membrane: Membrane): SymmetricMatrix {
  const environment = { gravity: new Float64Array(3), wind: undefined, seed: 1 };
  const forces = createForces(cloth, environment, {
    jacobian: "isotropic",
    triangleJacobian: "isotropic",
    membrane: membrane === "triangles" ? triangleTerms : undefined,
  });
  const { matrix, assemble, addMass } = createImplicitSystem(cloth, forces);
  assemble(new Float64Array(3 * cloth.particleCount), h, h * h);
  addMass();
  return {
    rowCount: matrix.rowCount,
    rowStart: matrix.rowStart,
    column: matrix.column,
    diagonal: Float64Array.from({ length: matrix.rowCount }, (_, i) => matrix.diagonal[6 * i]),
    offDiagonal: Float64Array.from({ length: matrix.column.length }, (_, e) => matrix.offDiagonal[6 * e]),
  };
}

/** Nonzeros of the whole matrix, as the thesis counts them. */
export function countNonzeros({ rowCount, column }: SymmetricPattern): number {
  return rowCount + 2 * column.length;
}

/** The matrix with its rows in `order` (new → old), for the factorisation column by column. */
export function lowerMatrix(matrix: SymmetricMatrix, order: Uint32Array): LowerMatrix {
  const { rowCount, column, diagonal, offDiagonal } = matrix;
  const rank = new Uint32Array(rowCount);
  for (let k = 0; k < rowCount; k++) rank[order[k]] = k;
  const rowStart = new Uint32Array(rowCount + 1);
  const ends = new Uint32Array(2 * column.length);
  for (let i = 0; i < rowCount; i++) {
    rowStart[i + 1]++;
    for (let e = matrix.rowStart[i]; e < matrix.rowStart[i + 1]; e++) {
      ends[2 * e] = Math.max(rank[i], rank[column[e]]);
      ends[2 * e + 1] = Math.min(rank[i], rank[column[e]]);
      rowStart[ends[2 * e] + 1]++;
    }
  }
  for (let k = 0; k < rowCount; k++) rowStart[k + 1] += rowStart[k];
  const cursor = rowStart.slice(0, rowCount);
  const lower: LowerMatrix = {
    rowStart,
    column: new Uint32Array(rowStart[rowCount]),
    value: new Float64Array(rowStart[rowCount]),
  };
  const put = (row: number, at: number, value: number): void => {
    lower.column[cursor[row]] = at;
    lower.value[cursor[row]++] = value;
  };
  for (let e = 0; e < column.length; e++) put(ends[2 * e], ends[2 * e + 1], offDiagonal[e]);
  for (let k = 0; k < rowCount; k++) put(k, k, diagonal[order[k]]);
  return lower;
}

/** The numbers 0 … count − 1 in random order. */
export function shuffledOrder(count: number, seed: number = 1): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const random = createRandom(seed);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
