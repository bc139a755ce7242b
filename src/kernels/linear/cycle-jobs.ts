import type { Slices } from "../../core/slices.ts";
import type { HeldLevels } from "../../linalg/multigrid/held-levels.ts";
import { FEW_ROWS, type Hierarchy, type Level } from "../../linalg/multigrid/hierarchy.ts";
import type { RowMatrix } from "../../linalg/multigrid/row-matrix.ts";
import { countChunks, createJob, type Job, shareOut } from "../jobs.ts";
import { ADD_ROWS } from "../layout/job-ids.ts";
import * as at from "../layout/job-words.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { countDense, countEntries, createKernelRows, fillDense, fillRows, type KernelRows, sizeOfRows } from "./kernel-rows.ts";

/** A matrix and coarser ones (src/methods/multigrid/multigrid-system.ts). */
export interface CycleSystem {
  /** Another one with each time step, of the same patterns, and its levels with what is held. */
  readonly hierarchy: Hierarchy;
  readonly held: HeldLevels;
  /** Changes with the matrix and with what is held. */
  readonly revision: number;
}

/** One V-cycle (src/linalg/multigrid/v-cycle.ts) in a memory, in single precision, as jobs that follow on one another. Rows are numbered as the particles are. */
export interface CycleJobs {
  readonly jobs: readonly Job[];
  /** The first level's rows, the sums of them as its sweeps know them, and 1 for each row that is free. */
  readonly ranges: Uint32Array;
  readonly rows: KernelRows;
  readonly diagonal: Float32Array;
  readonly free: Float32Array;
  /** Whether it has the numbers of the system as it is now; and those of its matrices, whatever is held. */
  readonly isTaken: boolean;
  readonly hasMatrices: boolean;
  /** Takes them over. */
  take(): Slices<void>;
  /** From now on it reads b and leaves y, at these places in the memory, which may be the same. */
  connect(b: Float32Array, y: Float32Array): void;
}

/** Bytes that `layCycle` takes. */
export function sizeOfCycle({ levels }: Hierarchy): number {
  return levels.reduce((sum, level) => sum + sizeOfLevel(level), sizeOf(4 * levels[0].matrix.rowCount) + JOB);
}

/** Bytes of a job with its ranges, of which each level has five. */
export const JOB = sizeOf(64) + sizeOf(8 * countChunks(Number.MAX_SAFE_INTEGER));

function sizeOfLevel({ matrix, prolong, restrict }: Level): number {
  const { rowCount: n } = matrix;
  const below =
    prolong === undefined || restrict === undefined
      ? sizeOfRows(n, n <= FEW_ROWS ? countDense(n) : 0)
      : sizeOfRows(n, countEntries(prolong, false)) + sizeOfRows(restrict.rowCount, countEntries(restrict, false));
  return sizeOfRows(n, countEntries(matrix, true)) + below + 2 * sizeOf(4 * n) + 3 * sizeOf(16 * n) + 5 * JOB;
}

export function createRows(memory: KernelMemory, matrix: RowMatrix, isSubtracted: boolean): KernelRows {
  return createKernelRows(memory, matrix.rowCount, countEntries(matrix, isSubtracted));
}

/** A level in the kernels' memory: its matrix and diagonals, and vectors for the right-hand side, the solution and the residual. */
function createLevel(memory: KernelMemory, { matrix, prolong, restrict }: Level, isDense: boolean) {
  const { rowCount: n } = matrix;
  return {
    ranges: shareOut(memory, n),
    rows: createRows(memory, matrix, true),
    prolong: prolong && createRows(memory, prolong, false),
    restrict: restrict && createRows(memory, restrict, false),
    inverse: isDense ? createKernelRows(memory, n, countDense(n)) : undefined,
    /** Σ_j a_ij, the same with Δ_i, and what sweeps multiply by. */
    sums: new Float64Array(n),
    diagonal: memory.floats(n),
    weight: memory.floats(n),
    b: memory.floats(4 * n),
    x: memory.floats(4 * n),
    r: memory.floats(4 * n),
  };
}

export function layCycle(system: CycleSystem, memory: KernelMemory): CycleJobs {
  const { levels: patterns } = system.hierarchy;
  const isDense = system.held.inverse !== undefined;
  const levels = patterns.map((level, n) => createLevel(memory, level, isDense && n + 1 === patterns.length));
  const [first] = levels;
  const free = memory.floats(patterns[0].matrix.rowCount);
  const jobs: Job[] = [];
  /** Those that read b, and the one that leaves y. */
  const fromRight: Job[] = [];
  let revision = -1;
  let taken: readonly Level[] | undefined;

  function addJob(ranges: Uint32Array, entries: Parameters<typeof createJob>[3]): Job {
    const job = createJob(memory, ADD_ROWS, ranges, entries);
    jobs.push(job);
    return job;
  }

  /** Lays out the jobs of a level and of those below it; gives where its solution will be. */
  function descend(n: number): Float32Array {
    const { ranges, rows, prolong, restrict, inverse, diagonal, weight, b, x, r } = levels[n];
    if (inverse !== undefined) {
      const job = addJob(ranges, { ...inverse.words, [at.ROWS_X]: b, [at.ROWS_OUT]: x });
      if (n > 0) return x;
      inverseOfAll = job;
      addJob(ranges, { [at.ROWS_WEIGHT]: free, [at.ROWS_Y]: x });
      return b;
    }
    const known = { ...rows.words, [at.ROWS_DIAGONAL]: diagonal, [at.ROWS_X]: x, [at.ROWS_Y]: b };
    const mask = n === 0 ? { [at.ROWS_WEIGHT]: free } : {};
    const begin = addJob(ranges, { [at.ROWS_WEIGHT]: weight, [at.ROWS_Y]: b, [at.ROWS_OUT]: x });
    if (n === 0) fromRight.push(begin);
    if (prolong !== undefined && restrict !== undefined) {
      const below = levels[n + 1];
      const subtract = addJob(ranges, { ...known, ...mask, [at.ROWS_OUT]: r });
      if (n === 0) fromRight.push(subtract);
      addJob(below.ranges, { ...restrict.words, [at.ROWS_X]: r, [at.ROWS_OUT]: below.b });
      const correction = descend(n + 1);
      addJob(ranges, { ...prolong.words, ...mask, [at.ROWS_X]: correction, [at.ROWS_Z]: x, [at.ROWS_OUT]: x });
    }
    const end = addJob(ranges, { ...known, [at.ROWS_WEIGHT]: weight, [at.ROWS_Z]: x, [at.ROWS_OUT]: b });
    if (n === 0) fromRight.push(end);
    return b;
  }
  let inverseOfAll: Job | undefined;
  descend(0);
  const last = jobs[jobs.length - 1];

  return {
    jobs,
    ranges: first.ranges,
    rows: first.rows,
    diagonal: first.diagonal,
    free,
    get isTaken() {
      return revision === system.revision;
    },
    get hasMatrices() {
      return taken === system.held.levels;
    },
    *take() {
      const { held } = system;
      const isNew = taken !== held.levels;
      taken = undefined; // until it is done
      for (const [n, { matrix, prolong, restrict }] of held.levels.entries()) {
        const level = levels[n];
        if (isNew) {
          fillRows(level.rows, matrix, true);
          if (prolong !== undefined && level.prolong !== undefined) fillRows(level.prolong, prolong, false);
          if (restrict !== undefined && level.restrict !== undefined) fillRows(level.restrict, restrict, false);
          sumRows(matrix, level.sums);
        }
        addArrays(level.sums, held.added[n], level.diagonal);
        level.weight.set(held.weight[n]);
        if (level.inverse !== undefined && held.inverse !== undefined) fillDense(level.inverse, held.inverse, matrix.rowCount);
        yield;
      }
      free.set(held.free);
      taken = held.levels;
      revision = system.revision;
    },
    connect(b, y) {
      for (let k = 0; k < fromRight.length; k++) fromRight[k].words[at.ROWS_Y] = b.byteOffset;
      if (inverseOfAll !== undefined) inverseOfAll.words[at.ROWS_X] = b.byteOffset;
      last.words[at.ROWS_OUT] = y.byteOffset;
    },
  };
}

export function sumRows({ rowCount, rowStart, value }: RowMatrix, out: Float64Array | Float32Array): void {
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) sum += value[e];
    out[i] = sum;
  }
}

function addArrays(a: Float64Array, b: Float64Array, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = a[i] + b[i];
}
