import { timeRuns } from "../../core/time-runs.ts";
import { solveBordered } from "../../linalg/border.ts";
import { factorCholesky, solveCholesky } from "../../linalg/sparse-cholesky.ts";
import { createSupernodalFactor } from "../../linalg/supernodal-factor.ts";
import { findSupernodes } from "../../linalg/supernodes.ts";
import { graphOfPattern, type SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";
import { lowerMatrix } from "./scalar-system.ts";

/** Milliseconds (smallest of several) of the parts of a direct solve with three right-hand sides. */
export interface FactorTimes {
  readonly symbolic: number;
  readonly numeric: number;
  readonly solve: number;
}

const NO_BORDER = new Float64Array(0);

/** The engine's own factor. `budget` ms are spent on each part at least. */
export function timeSupernodal(matrix: SymmetricMatrix, order: Uint32Array, budget: number): FactorTimes {
  const graph = graphOfPattern(matrix);
  let structure = findSupernodes(matrix, graph, order);
  const [symbolic] = timeRuns(
    () => {
      structure = findSupernodes(matrix, graph, order);
    },
    1,
    budget / 4,
  );
  const factor = createSupernodalFactor(structure);
  const [numeric] = timeRuns(() => factor.factor(matrix.diagonal, matrix.offDiagonal, 1), 2, budget);
  const y = new Float64Array(3 * matrix.rowCount);
  const [solve] = timeRuns(
    () => solveBordered(factor, undefined, y, NO_BORDER),
    5,
    budget,
    () => y.fill(1),
  );
  return { symbolic, numeric, solve };
}

/** Column by column; its symbolic part is not apart from the numeric one. */
export function timeSimplicial(matrix: SymmetricMatrix, order: Uint32Array, budget: number): FactorTimes {
  const lower = lowerMatrix(matrix, order);
  let factor = factorCholesky(lower);
  const [numeric] = timeRuns(
    () => {
      factor = factorCholesky(lower);
    },
    1,
    budget / 4,
  );
  const y = new Float64Array(3 * matrix.rowCount);
  const [solve] = timeRuns(
    () => solveCholesky(factor, y),
    5,
    budget,
    () => y.fill(1),
  );
  return { symbolic: 0, numeric, solve };
}
