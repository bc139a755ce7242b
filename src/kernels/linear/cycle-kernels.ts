import { UnsupportedError } from "../../core/errors.ts";
import { createJob, runJob } from "../jobs.ts";
import type { Kernels } from "../kernels.ts";
import { ADD_ROWS } from "../layout/job-ids.ts";
import * as at from "../layout/job-words.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { type CycleSystem, createRows, JOB, layCycle, sizeOfCycle, sumRows } from "./cycle-jobs.ts";
import type { FinePlan, FineSolveKernels } from "./fine-solve-kernels.ts";
import { countEntries, fillRows, sizeOfRows } from "./kernel-rows.ts";

/** One V-cycle in the place of a factor, and products with its matrix (cycle-jobs.ts). */
export function planCycleKernels(system: CycleSystem): FinePlan {
  const { whole } = system.hierarchy;
  const { rowCount } = whole;
  const order = Uint32Array.from({ length: rowCount }, (_, i) => i);
  return {
    order,
    rank: order,
    vectorRows: rowCount,
    bytes: sizeOfCycle(system.hierarchy) + sizeOfRows(rowCount, countEntries(whole, true)) + sizeOf(4 * rowCount) + JOB,
    create(kernels, memory) {
      if (kernels.isWhole === undefined)
        throw new UnsupportedError("the linear kernels of drape/core know no multigrid: loadAllKernels() has it");
      return createCycleKernels(system, kernels, memory);
    },
  };
}

function createCycleKernels(system: CycleSystem, kernels: Kernels, memory: KernelMemory): FineSolveKernels {
  const { whole, levels } = system.hierarchy;
  const cycle = layCycle(system, memory);
  const { jobs } = cycle;
  const isThinned = levels[0].matrix !== whole;
  const wholeRows = isThinned ? createRows(memory, whole, true) : cycle.rows;
  const wholeSums = isThinned ? memory.floats(whole.rowCount) : cycle.diagonal;
  const product = createJob(memory, ADD_ROWS, cycle.ranges, {
    ...wholeRows.words,
    [at.ROWS_DIAGONAL]: wholeSums,
    [at.ROWS_WEIGHT]: cycle.free,
  });

  return {
    get isTaken() {
      return cycle.isTaken;
    },
    *take() {
      const { hierarchy } = system;
      if (!cycle.hasMatrices && isThinned) {
        fillRows(wholeRows, hierarchy.whole, true);
        sumRows(hierarchy.whole, wholeSums);
      }
      yield* cycle.take();
    },
    solve(b, y) {
      cycle.connect(b, y);
      for (let k = 0; k < jobs.length; k++) runJob(kernels, jobs[k]);
    },
    subtractProduct(x, out) {
      product.words[at.ROWS_X] = x.byteOffset;
      product.words[at.ROWS_Y] = out.byteOffset;
      product.words[at.ROWS_OUT] = out.byteOffset;
      runJob(kernels, product);
    },
  };
}
