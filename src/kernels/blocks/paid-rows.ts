import { UnsupportedError } from "../../core/errors.ts";
import { IS_ROTATED, PREDICTED } from "../layout/block-words.ts";
import { sizeOf } from "../memory.ts";
import { SYMMETRIC } from "./full-pairs.ts";
import { createFullRows, sizeOfFullRows } from "./full-rows.ts";
import type { RowFillerPlan } from "./row-filler.ts";

/**
 * PAID forces [Oh04, sec. 5] between x and the predicted positions that `begin` is given, and the mean of the stiffness at both, in WebAssembly and single precision
 * (src/kernels/assembly/blocks/full-rows.ts). What src/forces/paid-force.ts and src/methods/implicit/implicit-system.ts do in double precision is the specification.
 */
export function planPaidRows(tension: "old" | "rotated"): RowFillerPlan {
  return {
    size: (plan, n) => sizeOfFullRows(plan, n, SYMMETRIC) + sizeOf(32 * n),
    create(edges, memory, kernels) {
      if (kernels.isWhole === undefined) {
        throw new UnsupportedError("the kernels in WebAssembly of drape/core do not know PAID forces");
      }
      const full = createFullRows(edges, SYMMETRIC, memory);
      const positions = memory.floats(8 * (edges.rowStart.length - 1));
      return {
        ...full,
        positions,
        describe(system) {
          full.describe(system);
          system[PREDICTED] = positions.byteOffset;
          system[IS_ROTATED] = tension === "rotated" ? 1 : 0;
        },
      };
    },
  };
}

// Notes. PAID's matrix is made 3.0 to 3.2 times as fast as in TypeScript, an iteration with it 3.9 times (bench/results/kernels.csv).
