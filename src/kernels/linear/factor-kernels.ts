import type { BorderedRows } from "../../linalg/bordered-rows.ts";
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
  /** The border that grabbed, stuck and released particles and removed springs make around the factor. */
  readonly border: BorderedRows | undefined;
}

/** Solves with the factor, and with the border around it, which is crossed in double precision. */
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
          const { border } = system;
          if (border === undefined) {
            factor.solve(b, y);
            return;
          }
          if (b !== y) y.set(b);
          border.begin(y, 4);
          factor.forward(y, y);
          for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) wide[3 * row + c] = y[4 * row + c];
          border.cross(wide);
          for (let row = 0; row < n; row++) for (let c = 0; c < 3; c++) y[4 * row + c] = wide[3 * row + c];
          factor.backward(y);
          border.end(y, 4);
        },
      };
    },
  };
}
