import type { Mutant } from "./mutation.ts";
import type { MutantRun } from "./run-mutant.ts";

/** A run with what it took, and what it may take. */
export interface MutantRow extends MutantRun, Pick<Mutant, "index" | "base" | "changes"> {
  /** The most memory of the process meanwhile, beyond what it has before any scene [MB]. */
  readonly megabytes: number;
}

/** Three steps, or building, may take so long [s of all threads], and memory so much more than the size asks [MB]. */
export const MOST_SECONDS = 5;
export const MOST_MEGABYTES = 500;

/** What a particle and a triangle ask: state, springs, hinges, matrix, and lists of pairs, in the library and in kernels [kB]. */
const KILOBYTES_PER_PARTICLE = 20;
const KILOBYTES_PER_TRIANGLE = 4;

export function megabytesAsked({ particles, triangles }: MutantRun): number {
  return (KILOBYTES_PER_PARTICLE * particles + KILOBYTES_PER_TRIANGLE * triangles) / 1000;
}

/** What is wrong with a run; undefined where nothing is. */
export function findFault(row: MutantRow): string | undefined {
  if (row.end === "bug") return row.message.split("\n")[0];
  if (row.stepSeconds > MOST_SECONDS) return `${row.stepSeconds.toFixed(1)} s for its steps`;
  if (row.buildSeconds > MOST_SECONDS) return `${row.buildSeconds.toFixed(1)} s to be built`;
  const beyond = row.megabytes - megabytesAsked(row);
  if (beyond > MOST_MEGABYTES) return `${beyond.toFixed(0)} MB more than its size asks`;
  return undefined;
}
