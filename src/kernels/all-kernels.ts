import { createBlockCouplings } from "./blocks/block-couplings.ts";
import { prepareBlockKernels } from "./blocks/block-kernels.ts";
import type { KernelModule } from "./module.ts";
import { loadModule } from "./shared-kernels.ts";

/** The kernels of all methods, for one thread. */
export function loadAllKernels(): Promise<KernelModule | undefined> {
  return loadSharedKernels(1);
}

/** The same for so many threads; those for one where there are no more to be had. The bits are the same. */
export async function loadSharedKernels(threads: number): Promise<KernelModule | undefined> {
  const module = await loadModule(threads);
  return module && { ...module, prepareBlocks: prepareBlockKernels, createTies: createBlockCouplings };
}
