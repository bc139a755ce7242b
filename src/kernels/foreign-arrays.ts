import type { KernelMemory } from "./memory.ts";

/** Arrays of three numbers a particle where kernels see them: those that are not in their memory are copied, and what was written to them back. */
export interface BroughtArrays {
  /** Where kernels see an array; `slot` says where one of elsewhere is copied to. */
  placeOf(array: Float64Array, slot: number): number;
  /** Where kernels may write what is meant for this array; `bringBack` copies it there if that is elsewhere. */
  placeFor(array: Float64Array, slot: number): number;
  bringBack(array: Float64Array, slot: number): void;
}

export function createBroughtArrays(memory: KernelMemory, particleCount: number, slots: number): BroughtArrays {
  const { buffer } = memory.memory;
  const brought = Array.from({ length: slots }, () => memory.doubles(3 * particleCount));
  return {
    placeOf(array, slot) {
      if (array.buffer === buffer) return array.byteOffset;
      brought[slot].set(array);
      return brought[slot].byteOffset;
    },
    placeFor: (array, slot) => (array.buffer === buffer ? array.byteOffset : brought[slot].byteOffset),
    bringBack(array, slot) {
      if (array.buffer !== buffer) array.set(brought[slot]);
    },
  };
}
