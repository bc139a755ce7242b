import { UnsupportedError } from "../../core/errors.ts";
import { finish } from "../../core/slices.ts";
import { CYCLE_COUNT, CYCLE_JOBS, CYCLE_RESULT } from "../layout/block-words.ts";
import { type CycleJobs, type CycleSystem, layCycle, sizeOfCycle } from "../linear/cycle-jobs.ts";
import { sizeOf } from "../memory.ts";
import { type BlockKernelsSetup, type BlockSystem, planRows } from "./block-system.ts";

/** The V-cycle that preconditions conjugate gradients of the kernels with blocks (src/kernels/assembly/blocks/block-cycle.ts), where rows are numbered as the particles are. */
export interface BlockCycle {
  /** Rows with room for it behind them. */
  readonly planRows: BlockKernelsSetup["planRows"] & {};
  /** Gives the kernels the numbers of the system as it is now. */
  take(blocks: BlockSystem): void;
}

/** A cycle in a memory, with what it leaves, and the list of its jobs: arguments and chunks of each. */
interface LaidCycle {
  readonly cycle: CycleJobs;
  readonly result: Float32Array;
  readonly list: Uint32Array;
}

/** No level has more jobs. */
const JOBS_OF_LEVEL = 5;

export function createBlockCycle(system: CycleSystem): BlockCycle {
  let laid: LaidCycle | undefined;

  return {
    *planRows(setup, rank, chunks) {
      const plan = yield* planRows(setup, rank, chunks);
      const { hierarchy } = system;
      const size = 4 * hierarchy.whole.rowCount;
      const room = sizeOf(4 * size) + sizeOf(8 * JOBS_OF_LEVEL * hierarchy.levels.length);
      return {
        ...plan,
        bytes: plan.bytes + sizeOfCycle(hierarchy) + room,
        create(memory, stiffness) {
          const rows = plan.create(memory, stiffness);
          const cycle = layCycle(system, memory);
          const list = memory.words(2 * cycle.jobs.length);
          for (const [k, { words, chunks }] of cycle.jobs.entries()) list.set([words.byteOffset, chunks], 2 * k);
          laid = { cycle, list, result: memory.floats(size) };
          return rows;
        },
      };
    },
    take({ kernels, words, r }) {
      if (laid === undefined) throw new Error("rows have no room for a V-cycle");
      const { cycle, list, result } = laid;
      if (cycle.isTaken) return;
      if (kernels.isWhole === undefined)
        throw new UnsupportedError("these kernels with blocks know no multigrid: loadAllKernels() has those that do");
      cycle.connect(r, result);
      words[CYCLE_JOBS] = list.byteOffset;
      words[CYCLE_COUNT] = list.length / 2;
      words[CYCLE_RESULT] = result.byteOffset;
      finish(cycle.take());
    },
  };
}
