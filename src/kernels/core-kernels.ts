import { BLOCKS } from "./binaries/blocks.ts";
import { LINEAR } from "./binaries/linear.ts";
import { prepareBlockKernels } from "./blocks/block-kernels.ts";
import { loadBinary } from "./kernels.ts";
import type { KernelModule } from "./module.ts";

// The kernels that pages of `drape/core` load: fewer than `loadAllKernels` has, with the same bits. One function a binary: a bundler leaves out
// the binaries of functions that a page does not import, but would pack all of them for one function that is told by a word which to take.

/** For methods with conjugate gradients or sweeps, without those of triangles and PAID forces, which are computed in TypeScript there. */
export async function loadBlockKernels(): Promise<KernelModule | undefined> {
  const module = await loadBinary(BLOCKS);
  return module && { ...module, prepareBlocks: prepareBlockKernels };
}

/** For `linearEdge`, without relative damping and the predictor `ier`. */
export function loadLinearKernels(): Promise<KernelModule | undefined> {
  return loadBinary(LINEAR);
}
