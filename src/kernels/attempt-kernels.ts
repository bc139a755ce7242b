import { UnsupportedError } from "../core/errors.ts";
import type { Slices } from "../core/slices.ts";

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
