// Where a team of threads meets, as byte offsets in the memory that it shares, one line of the cache each for what threads write: read by TypeScript (src/kernels/kernels.ts) and by
// AssemblyScript (assembly/shared/team.ts) alike.

/** generation << 16 | chunks << 8 | next chunk: who takes one knows at once whether there was one left. */
export const TICKET = 1024;
/** Chunks that are finished. */
export const DONE = 1088;
/** What is to be done: the number of the job, and the byte offset of its arguments. */
export const JOB = 1152;
export const ARGUMENTS = 1156;
/** Threads that wait for the ticket to change. */
export const ASLEEP = 1216;
/** Threads that sleep until a word is large enough. */
export const SLEEPERS = 1280;
/** 1 where the caller may be put to sleep, which the main thread of a page may not. */
export const MAY_WAIT = 1284;
/** How a sleep ended: see assembly/shared/waiting.ts. */
export const WOKEN = 1288;
