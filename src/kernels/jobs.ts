import type { Kernels } from "./kernels.ts";
import { JOB_WORDS, RANGES } from "./layout/job-words.ts";
import type { KernelMemory } from "./memory.ts";

/** Chunks smaller than this many particles have too many neighbours in others. */
const LEAST_ROWS = 1600;
const MOST_CHUNKS = 16;

/** How many chunks a job over so many particles has: whatever the number of threads, for sums depend on it. Enough of them for the last not to keep others waiting. */
export function countChunks(particleCount: number, most: number = MOST_CHUNKS): number {
  return Math.max(1, Math.min(most, Math.floor(particleCount / LEAST_ROWS)));
}

/** A kernel with its arguments, ready to be run chunk by chunk, by one thread or several (src/kernels/assembly/shared/team.ts). */
export interface Job {
  readonly id: number;
  /** Where its ranges are, and then what the kernel takes (src/kernels/layout/job-words.ts); some words are set before each run. */
  readonly words: Uint32Array;
  readonly chunks: number;
}

/** `id` is one of job-ids; `ranges` holds (first, last) of each chunk; `entries` are its words by place (src/kernels/layout/job-words.ts), as far as they never change. */
export function createJob(
  memory: KernelMemory,
  id: number,
  ranges: Uint32Array,
  entries: Readonly<Record<number, number | ArrayBufferView>>,
): Job {
  const words = memory.words(JOB_WORDS);
  words[RANGES] = ranges.byteOffset;
  for (const [place, value] of Object.entries(entries)) words[Number(place)] = typeof value === "number" ? value : value.byteOffset;
  return { id, words, chunks: ranges.length / 2 };
}

export function runJob(kernels: Kernels, { id, words, chunks }: Job): void {
  kernels.run(id, words.byteOffset, chunks);
}

/** A chunk has so many rows, a multiple of four, but for the last ones. */
function chunkRows(particleCount: number, count: number): number {
  return 4 * Math.ceil(particleCount / count / 4);
}

/** The chunk that a row belongs to, of so many. */
export function chunkOf(row: number, particleCount: number, count: number = countChunks(particleCount)): number {
  return Math.floor(row / chunkRows(particleCount, count));
}

/** The ranges of all chunks, in rows or in so many numbers a row. */
export function shareOut(memory: KernelMemory, particleCount: number, size = 1, count: number = countChunks(particleCount)): Uint32Array {
  const ranges = memory.words(2 * count);
  const place = (chunk: number): number => size * Math.min(particleCount, chunk * chunkRows(particleCount, count));
  for (let chunk = 0; chunk < count; chunk++) ranges.set([place(chunk), place(chunk + 1)], 2 * chunk);
  return ranges;
}
