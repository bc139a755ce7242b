import type { Supernodes } from "../../linalg/supernodes.ts";
import type { FinePlan } from "./fine-solve-kernels.ts";
import { planSupernodalLayout } from "./supernodal-layout.ts";
import { createSupernodalSolve, supernodalSolveSize, vectorRows } from "./supernodal-solve.ts";

/** A matrix and its factor (src/methods/linear/constant-system.ts). */
export interface FactoredSystem {
  readonly structure: Supernodes;
  readonly panels: Float64Array;
  /** Changes with every factorisation. */
  readonly revision: number;
  /** Whether a border is around the factor: then only `solve` knows the whole. */
  readonly isBordered: boolean;
  solve(b: Float64Array, y: Float64Array): void;
}

/** Solves with the factor, or, in double precision, with the border that grabbed and stuck particles make around it. */
export function planFactorKernels(system: FactoredSystem): FinePlan {
  const { order, rank, columnCount: n } = system.structure;
  const plan = planSupernodalLayout(system.structure);
  return {
    order,
    rank,
    vectorRows: vectorRows(plan),
    bytes: supernodalSolveSize(plan),
    create(kernels, memory) {
      const factor = createSupernodalSolve(plan, kernels, memory);
      const wide = new Float64Array(3 * n);
      const solution = new Float64Array(3 * n);
      let revision = -1;
      return {
        get isTaken() {
          return revision === system.revision;
        },
        *take() {
          yield* factor.fill(system.panels);
          revision = system.revision;
        },
        solve(b, y) {
          if (!system.isBordered) {
            factor.solve(b, y);
            return;
          }
          for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) wide[3 * order[row] + c] = b[4 * row + c];
          system.solve(wide, solution);
          for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) y[4 * row + c] = solution[3 * order[row] + c];
        },
      };
    },
  };
}
