import { UnsupportedError } from "../core/errors.ts";
import type { HalfEdges } from "../wasm/half-edges.ts";
import { type KernelMemory, sizeOf } from "../wasm/memory.ts";
import type { BlockRowsPlan, BlockTable } from "./block-table.ts";

/**
 * PAID forces [Oh04, sec. 5] between x and where it is predicted to be, the other array of `begin`, and the mean of the stiffness at both, in WebAssembly and single
 * precision (src/wasm/assembly/block-rows-paid.ts). What src/forces/paid-force.ts and src/solvers/implicit-system.ts do in double precision is the specification.
 */
export function planPaidRows(tension: "old" | "rotated"): BlockRowsPlan {
  const isRotated = tension === "rotated" ? 1 : 0;
  return {
    // of a group 64 bytes are the half-edges', and 160 columns and blocks
    size: (particleCount, halfEdges) => 4 * halfEdges + sizeOf(32 * (particleCount + 3)),
    create(edges, memory, kernels) {
      if (kernels.assemblePaidBlocks === undefined) {
        throw new UnsupportedError("these kernels in WebAssembly do not know PAID forces");
      }
      const { assemblePaidBlocks, splitPositions } = kernels;
      const n = edges.rowStart.length - 1;
      const table = createDoubleTable(edges, memory);
      const predicted = memory.floats(8 * n);
      const scratch = memory.floats(2 * edges.scratch.length);
      return {
        table,
        assemble(at) {
          splitPositions(0, n, at.offsets, at.staging, predicted.byteOffset);
          assemblePaidBlocks(
            n,
            at.rowStart,
            at.neighbour,
            at.traits,
            at.stiffness,
            at.positions,
            predicted.byteOffset,
            isRotated,
            at.particles,
            at.numbers,
            at.b,
            at.rows,
            table.blocks.byteOffset,
            scratch.byteOffset,
            2 * scratch.length,
          );
        },
      };
    },
  };
}

/**
 * The same for the mean of two matrices, at x and where x is predicted to be: each group stands twice, one after the other. The mean of two blocks aI + ssᵀ
 * is no such block, but their sum needs not be formed.
 */
function createDoubleTable({ rowStart, ownedEnd, neighbour }: HalfEdges, memory: KernelMemory): BlockTable {
  const table: BlockTable = {
    rowStart: memory.words(rowStart.length),
    ownedEnd: memory.words(ownedEnd.length),
    columns: memory.words(2 * neighbour.length),
    blocks: memory.floats(8 * neighbour.length),
  };
  table.rowStart.set(rowStart.map((group) => 2 * group));
  table.ownedEnd.set(ownedEnd.map((group) => 2 * group));
  for (let e = 0; e < table.columns.length; e++) table.columns[e] = neighbour[4 * (e >> 3) + (e & 3)] / 2;
  return table;
}
