import type { KernelModule } from "../kernels/module.ts";
import { loadSearchModule } from "../kernels/shared-kernels.ts";
import { loadBodyKernels } from "./bodies/load-body-kernels.ts";

/** All kernels of contact: of the search for what may meet, and of bodies. */
export async function loadContactKernels(): Promise<KernelModule | undefined> {
  const [search, bodies] = await Promise.all([loadSearchModule(), loadBodyKernels()]);
  return search && { ...bodies, ...search };
}
