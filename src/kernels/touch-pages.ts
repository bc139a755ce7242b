import type { KernelMemory } from "./memory.ts";

/** The system gives memory in pages of this or more [bytes], each when it is first written to. */
const SYSTEM_PAGE = 4096;

/** Has the system give all pages of a new memory now, and not in the first step. */
export function touchPages({ memory }: KernelMemory): void {
  const bytes = new Uint8Array(memory.buffer);
  for (let o = 0; o < bytes.length; o += SYSTEM_PAGE) bytes[o] = 0;
}
