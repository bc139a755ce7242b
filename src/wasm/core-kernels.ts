import { CORE } from "./core-binary.ts";
import { compileBinary } from "./kernels.ts";
import type { KernelModule } from "./module.ts";

let compiled: Promise<KernelModule | undefined> | undefined;

/** The kernels that pages of `drape/core` load, compiled once: without those of PAID forces, which are computed in TypeScript there. The bits of the others are the same. */
export function compileKernels(): Promise<KernelModule | undefined> {
  compiled ??= compileBinary(CORE, false);
  return compiled;
}
