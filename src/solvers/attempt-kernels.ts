import { UnsupportedError } from "../core/errors.ts";

/**
 * What `create` makes in WebAssembly, or undefined where there is no memory for it or it knows too little: TypeScript takes over then. Where
 * the scene insists on WebAssembly that is an error.
 */
export function attemptKernels<T>(isRequired: boolean, create: () => T | undefined): T | undefined {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof UnsupportedError)) throw error;
    if (!isRequired) return undefined;
    throw new UnsupportedError(`${error.message}: use "kernels": "auto" or "typescript"`);
  }
}
