import * as number from "../layout/block-numbers.ts";
import * as word from "../layout/block-words.ts";
import * as ids from "../layout/job-ids.ts";
import type { BlockKernels } from "./block-kernels.ts";
import { SWEEPS_AT_ONCE } from "./block-limits.ts";

/** Sweeps of kernels with blocks, between their `begin` and `read`. */
export interface BlockSweeps {
  readonly numbers: Float64Array;
  /** So many Gauss–Seidel sweeps in the order that the kernels were created with. */
  sweep(count: number): void;
  /** So many Jacobi sweeps, from Δv = 0. */
  sweepJacobi(count: number): void;
  /** ‖b − A Δv‖ over the length of the right-hand side for v + Δv, into numbers[RESULT]. */
  computeResidual(): void;
}

/** With fewer strips at the same time threads would only wait for each other. */
const LEAST_WIDTH = 1.5;

export function createBlockSweeps(blocks: BlockKernels): BlockSweeps {
  const { kernels, call, words, chunks, parts, numbers, strips, y, z } = blocks.system;
  const run = (id: number, lanes = chunks): void => kernels.run(id, words.byteOffset, lanes);

  return {
    numbers,
    sweep(count) {
      if (strips === undefined) throw new Error("these kernels have no strips");
      call();
      words[word.TO] = y.byteOffset;
      for (let done = 0; done < count; done += SWEEPS_AT_ONCE) {
        const now = Math.min(count - done, SWEEPS_AT_ONCE);
        strips.progress.fill(0);
        words[word.SWEEPS] = now;
        run(ids.SWEEP_STRIPS, now === 1 || strips.width < LEAST_WIDTH ? 1 : chunks);
      }
    },
    sweepJacobi(count) {
      call();
      words[word.TO] = y.byteOffset;
      run(ids.APPLY_INVERSES);
      blocks.current = y.byteOffset;
      for (let k = 1; k < count; k++) {
        words[word.FROM] = blocks.current;
        blocks.current = blocks.current === y.byteOffset ? z.byteOffset : y.byteOffset;
        words[word.TO] = blocks.current;
        run(ids.SWEEP_JACOBI);
      }
    },
    computeResidual() {
      words[word.FROM] = blocks.current;
      run(ids.COMPUTE_BLOCK_RESIDUAL);
      kernels.sumChunks(chunks, 2, parts.byteOffset, numbers.byteOffset + 8 * number.SUMS);
      const whole = numbers[number.WHOLE];
      numbers[number.RESULT] = whole > 0 ? Math.sqrt(numbers[number.SUMS] / whole) : 0;
    },
  };
}
