import { BLOCKS } from "./binaries/blocks.ts";
import { LINEAR } from "./binaries/linear.ts";
import { compileBinary } from "./kernels.ts";
import type { KernelModule } from "./module.ts";

let blocks: Promise<KernelModule | undefined> | undefined;
let linear: Promise<KernelModule | undefined> | undefined;

/**
 * The kernels that pages of `drape/core` load, compiled once, for methods with conjugate gradients or sweeps: without those of PAID forces, which are computed in TypeScript
 * there. The bits of the others are the same as in `drape`.
 */
export function compileKernels(): Promise<KernelModule | undefined> {
  blocks ??= compileBinary(BLOCKS, false);
  return blocks;
}

/** The same for `linearEdge`: without relative damping and the predictor `ier`. */
export function compileLinearKernels(): Promise<KernelModule | undefined> {
  linear ??= compileBinary(LINEAR, false);
  return linear;
}
