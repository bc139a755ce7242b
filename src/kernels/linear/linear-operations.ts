import type { ForeignArrays } from "../foreign-arrays.ts";
import { createJob, type Job, runJob, shareOut } from "../jobs.ts";
import * as job from "../layout/job-ids.ts";
import * as at from "../layout/job-words.ts";
import { type ArrayKernels, FACTOR, RESULT, SQUARE, type VectorKernels, type Vectors } from "./linear-kernels.ts";
import type { LinearStore } from "./linear-store.ts";

/** Several vectors, with the jobs that take all of them. */
interface KernelVectors extends Vectors {
  readonly dot: Job;
  readonly combination: Job;
}

/** Adds up what the chunks of a job have left, or finds the largest of it, into numbers[RESULT]. */
export interface ChunkSums {
  add(): void;
  findLargest(): void;
}

export function createChunkSums({ kernels, chunks, parts, numbers }: LinearStore): ChunkSums {
  const result = numbers.byteOffset + 8 * RESULT;
  return {
    add: () => kernels.sumChunks(chunks, 1, parts.byteOffset, result),
    findLargest: () => kernels.maximiseChunks(chunks, parts.byteOffset, result),
  };
}

/** Arithmetic of vectors; `clearHeld` is the step's. */
export function createVectorOperations(store: LinearStore, sums: ChunkSums): Omit<VectorKernels, "clearHeld"> {
  const { memory, kernels, chunks, particleCount: n, numbers, parts, squares } = store;
  const rows = shareOut(memory, n);
  const factor = numbers.byteOffset + 8 * FACTOR;
  const dot = createJob(memory, job.DOT, rows, { [at.DOT_PARTS]: parts });
  const largest = createJob(memory, job.COMPUTE_LARGEST, rows, { [at.LARGEST_PARTS]: parts });
  const sum = createJob(memory, job.COMPUTE_SUM, rows, { [at.SUM_FACTOR]: factor });
  const takePair = createJob(memory, job.TAKE_PAIR, rows, { [at.PAIR_PARTS]: parts, [at.PAIR_SQUARES]: squares });

  function createVectors(count: number): KernelVectors {
    // three numbers a row, and room for one more (src/kernels/assembly/linear/close-vectors.ts)
    const vectors = Array.from({ length: count }, () => memory.floats(4 * Math.ceil((3 * n + 1) / 4)));
    const list = memory.words(count);
    list.set(vectors.map(({ byteOffset }) => byteOffset));
    const [dots, weights, partial] = [count, count, chunks * count].map(memory.doubles);
    const several = { [at.SEVERAL_COUNT]: count, [at.SEVERAL_LIST]: list };
    return {
      vectors,
      dots,
      weights,
      dot: createJob(memory, job.COMPUTE_DOTS, rows, { ...several, [at.DOTS_PARTS]: partial }),
      combination: createJob(memory, job.COMBINE, rows, { ...several, [at.COMBINE_WEIGHTS]: weights }),
    };
  }

  return {
    numbers,
    particleCount: n,
    isNumberedAlike: false,
    createVector: store.createVector,
    createVectors,
    bitsOf: ({ buffer, byteOffset, length }) => new Float64Array(buffer, byteOffset, length / 2),
    computeDot(a, b) {
      dot.words[at.DOT_A] = a.byteOffset;
      dot.words[at.DOT_B] = b.byteOffset;
      runJob(kernels, dot);
      sums.add();
    },
    computeLargest(a) {
      largest.words[at.LARGEST_A] = a.byteOffset;
      runJob(kernels, largest);
      sums.findLargest();
    },
    computeSum(x, y, out) {
      sum.words[at.SUM_X] = x.byteOffset;
      sum.words[at.SUM_Y] = y.byteOffset;
      sum.words[at.SUM_OUT] = out.byteOffset;
      runJob(kernels, sum);
    },
    takePair(from, to, before, after, step, fall) {
      const { words } = takePair;
      words[at.PAIR_FROM] = from.byteOffset;
      words[at.PAIR_TO] = to.byteOffset;
      words[at.PAIR_BEFORE] = before.byteOffset;
      words[at.PAIR_AFTER] = after.byteOffset;
      words[at.PAIR_STEP] = step.byteOffset;
      words[at.PAIR_FALL] = fall.byteOffset;
      runJob(kernels, takePair);
      sums.add();
      kernels.sumChunks(chunks, 1, squares.byteOffset, numbers.byteOffset + 8 * SQUARE);
    },
    computeDots(of, b) {
      const { dot, dots } = of as KernelVectors;
      dot.words[at.DOTS_B] = b.byteOffset;
      runJob(kernels, dot);
      kernels.sumChunks(chunks, dots.length, dot.words[at.DOTS_PARTS], dots.byteOffset);
    },
    combine(of, y, out) {
      const { combination } = of as KernelVectors;
      combination.words[at.COMBINE_Y] = y.byteOffset;
      combination.words[at.COMBINE_OUT] = out.byteOffset;
      runJob(kernels, combination);
    },
  };
}

/** Arithmetic of arrays as the cloth numbers them; `sum` runs a job that has the words of COMPUTE_ARRAY_SUM. */
export interface ArrayOperations extends Omit<ArrayKernels, "numbers" | "predict"> {
  sum(job: Job, x: Float64Array, y: Float64Array, out: Float64Array): void;
}

export function createArrayOperations(store: LinearStore, sums: ChunkSums, foreign: ForeignArrays): ArrayOperations {
  const { memory, kernels, particleCount: n, numbers, parts } = store;
  const entries = shareOut(memory, n, 3);
  const compare = createJob(memory, job.COMPARE_ARRAYS, entries, { [at.DOT_PARTS]: parts });
  const sumArrays = createJob(memory, job.COMPUTE_ARRAY_SUM, entries, { [at.SUM_FACTOR]: numbers.byteOffset + 8 * FACTOR });
  const copy = createJob(memory, job.COPY_NUMBERS, entries, {});
  const largest = createJob(memory, job.COMPUTE_ARRAY_LARGEST, entries, { [at.LARGEST_PARTS]: parts });

  function sum(sumJob: Job, x: Float64Array, y: Float64Array, out: Float64Array): void {
    sumJob.words[at.SUM_X] = foreign.read(x, 0);
    sumJob.words[at.SUM_Y] = foreign.read(y, 1);
    sumJob.words[at.SUM_OUT] = foreign.placeOf(out, 2);
    runJob(kernels, sumJob);
    foreign.write(out, 2);
  }

  return {
    createArray: store.createArray,
    sum,
    compareArrays(a, b) {
      compare.words[at.DOT_A] = foreign.read(a, 0);
      compare.words[at.DOT_B] = foreign.read(b, 1);
      runJob(kernels, compare);
      sums.findLargest();
      numbers[RESULT] = 1 - numbers[RESULT];
    },
    computeArraySum: (x, y, out) => sum(sumArrays, x, y, out),
    copyArray(from, to) {
      const { buffer } = memory.memory;
      if (from.buffer !== buffer || to.buffer !== buffer || to.length !== 3 * n) to.set(from);
      else {
        copy.words[at.NUMBERS_FROM] = from.byteOffset;
        copy.words[at.NUMBERS_TO] = to.byteOffset;
        runJob(kernels, copy);
      }
    },
    computeArrayLargest(a) {
      largest.words[at.LARGEST_A] = foreign.read(a, 0);
      runJob(kernels, largest);
      sums.findLargest();
    },
  };
}

// Notes. Targets that turn (ier, iar) have kernels although `auto` never picks them: residuals towards them are 3.0 to 3.3 times as fast as
// TypeScript's on edges, by either order, and 2.2 to 2.9 times on triangles (bench/results/kernels.csv).
