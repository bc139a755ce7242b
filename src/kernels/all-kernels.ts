import { createBlockCouplings } from "./blocks/block-couplings.ts";
import { prepareBlockKernels } from "./blocks/block-kernels.ts";
import { createConeKernels } from "./cones/cone-kernels.ts";
import type { KernelModule } from "./module.ts";
import { loadModule, loadSearchModule } from "./shared-kernels.ts";

/** The kernels of all methods, for one thread. */
export function loadAllKernels(): Promise<KernelModule | undefined> {
  return loadSharedKernels(1);
}

/** The same for so many threads; those for one where there are no more to be had. The bits are the same. */
export async function loadSharedKernels(threads: number): Promise<KernelModule | undefined> {
  const module = await loadModule(threads);
  return module && { ...module, prepareBlocks: prepareBlockKernels, createTies: createBlockCouplings };
}

/** The kernels of the search for what may meet, and of bodies of cones. */
export async function loadSearchKernels(): Promise<KernelModule | undefined> {
  const module = await loadSearchModule();
  return module && { ...module, createCones: createConeKernels };
}
