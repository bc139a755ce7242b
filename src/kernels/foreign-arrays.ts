import type { KernelMemory } from "./memory.ts";

/**
 * Arrays of three numbers a particle where kernels see them. One in the kernels' memory is used as it is; one of elsewhere is copied to a slot in it
 * before kernels read it, and back after they have written it.
 */
export interface ForeignArrays {
  /** The byte offset at which kernels read an array, which is copied to `slot` if it lies elsewhere. */
  read(array: Float64Array, slot: number): number;
  /** The byte offset at which kernels may write what is meant for an array; `write` copies it there if the array lies elsewhere. */
  placeOf(array: Float64Array, slot: number): number;
  write(array: Float64Array, slot: number): void;
}

export function createForeignArrays(memory: KernelMemory, particleCount: number, slotCount: number): ForeignArrays {
  const { buffer } = memory.memory;
  const slots = Array.from({ length: slotCount }, () => memory.doubles(3 * particleCount));
  return {
    read(array, slot) {
      if (array.buffer === buffer) return array.byteOffset;
      slots[slot].set(array);
      return slots[slot].byteOffset;
    },
    placeOf: (array, slot) => (array.buffer === buffer ? array.byteOffset : slots[slot].byteOffset),
    write(array, slot) {
      if (array.buffer !== buffer) array.set(slots[slot]);
    },
  };
}
