import { UnsupportedError } from "../core/errors.ts";
import type { Slices } from "../core/slices.ts";
import type { BlockKernels } from "./blocks/block-kernels.ts";
import type { BlockKernelsSetup } from "./blocks/block-system.ts";
import type { KernelModule } from "./module.ts";

/**
 * What `make` makes in WebAssembly, or undefined where there is no memory for it or it knows too little: TypeScript takes over then. Where
 * the scene insists on WebAssembly that is an error.
 */
export function* attemptKernels<T>(isRequired: boolean, make: () => Slices<T | undefined>): Slices<T | undefined> {
  try {
    return yield* make();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof UnsupportedError)) throw error;
    if (!isRequired) return undefined;
    throw new UnsupportedError(`${error.message}: use "kernels": "auto" or "typescript"`);
  }
}

/** The kernels with blocks of a module. Throws an UnsupportedError where it has none: those of `drape/core` have some kernels each. */
export function prepareBlocks(setup: BlockKernelsSetup, module: KernelModule): Slices<BlockKernels> {
  if (module.prepareBlocks !== undefined) return module.prepareBlocks(setup, module);
  throw new UnsupportedError("these kernels are not those of the method: loadBlockKernels() has them");
}
