import { UnsupportedError } from "../core/errors.ts";
import * as words from "../wasm/block-words.ts";
import { ASSEMBLE_PAID_BLOCKS } from "../wasm/job-ids.ts";
import { sizeOf } from "../wasm/memory.ts";
import type { BlockRowsPlan } from "./block-rows-plan.ts";

/**
 * PAID forces [Oh04, sec. 5] between x and the predicted positions that `begin` is given, and the mean of the stiffness at both, in WebAssembly and single precision
 * (src/wasm/assembly/block-rows-paid.ts). What src/forces/paid-force.ts and src/solvers/implicit-system.ts do in double precision is the specification.
 *
 * The mean of two blocks aI + ssᵀ is no such block. So each group stands twice, one after the other, with half of either; products and inverses need not know.
 */
export function planPaidRows(tension: "old" | "rotated"): BlockRowsPlan {
  return {
    size: ({ groups, commonRows, bytes }, n) =>
      2 * sizeOf(4 * n + 4) +
      sizeOf(12 * commonRows) +
      sizeOf(32 * groups) +
      sizeOf(128 * groups) +
      sizeOf(32 * (n + 3)) +
      2 * bytes,
    create(edges, memory, kernels) {
      if (kernels.isWhole === undefined) {
        throw new UnsupportedError("the kernels in WebAssembly of drape/core do not know PAID forces");
      }
      const { neighbour } = edges;
      const [rowStart, ownedEnd] = [edges.rowStart, edges.ownedEnd].map((groups) => {
        const twice = memory.words(groups.length);
        twice.set(groups.map((group) => 2 * group));
        return twice;
      });
      const commonRows = memory.words(edges.commonRows.length);
      commonRows.set(edges.commonRows.map((word, k) => (k % 3 === 0 ? word : 2 * word))); // a row and its groups
      const columns = memory.words(2 * neighbour.length);
      for (let e = 0; e < columns.length; e++) columns[e] = neighbour[4 * (e >> 3) + (e & 3)] / 2;
      const blocks = memory.floats(8 * neighbour.length);
      const positions = memory.floats(8 * (edges.rowStart.length - 1));
      const scratch = memory.floats(2 * edges.scratch.length);
      return {
        rowStart,
        blocks,
        positions,
        job: ASSEMBLE_PAID_BLOCKS,
        describe(system) {
          system[words.ROW_START] = rowStart.byteOffset;
          system[words.OWNED_END] = ownedEnd.byteOffset;
          system[words.COMMON_ROWS] = commonRows.byteOffset;
          system[words.COLUMNS] = columns.byteOffset;
          system[words.BLOCKS] = blocks.byteOffset;
          system[words.SCRATCH] = scratch.byteOffset;
          system[words.SCRATCH_SIZE] = 8 * edges.scratchSize;
          system[words.SINGLE_ROW_START] = edges.rowStart.byteOffset;
          system[words.PREDICTED] = positions.byteOffset;
          system[words.IS_ROTATED] = tension === "rotated" ? 1 : 0;
        },
      };
    },
  };
}
