import { UnsupportedError } from "../core/errors.ts";
import { compileKernels } from "../wasm/kernels.ts";
import type { KernelModule } from "../wasm/module.ts";
import type { SimulationSetup } from "./setup.ts";

/** From so many particles on, speed counts for more than the last digits. */
export const WASM_FROM = 1000;

/** The same setup with the kernels that it asks for. */
export async function withKernels(setup: SimulationSetup): Promise<SimulationSetup> {
  return { ...setup, kernels: await chooseKernels(setup) };
}

/** The kernels that the method's option `kernels` asks for; undefined for those in TypeScript. Never by the clock: the bits depend on it. */
export async function chooseKernels({
  options: { kernels },
  cloth,
  wasmFrom = WASM_FROM,
}: Pick<SimulationSetup, "options" | "cloth" | "wasmFrom">): Promise<KernelModule | undefined> {
  if (kernels === undefined || kernels === "typescript") return undefined;
  if (kernels === "auto" && cloth.particleCount < wasmFrom) return undefined;
  const module = await compileKernels();
  if (module === undefined && kernels === "wasm") {
    throw new UnsupportedError('WebAssembly with SIMD is not to be had here: use "kernels": "auto" or "typescript"');
  }
  return module;
}
