import { InputError, UnsupportedError } from "../core/errors.ts";
import type { KernelModule } from "../kernels/module.ts";
import { loadSearchKernels } from "../kernels/search/search-kernels.ts";
import { loadSharedKernels } from "../kernels/shared-kernels.ts";
import { countCores } from "../kernels/team.ts";
import type { SimulationSetup } from "./setup.ts";

/** The number of particles from which on speed counts for more than the last digits. */
export const WASM_FROM = 1000;
/** The number from which on a step takes long enough to be shared by threads. */
const THREADS_FROM = 10000;
/** More gain little: memory is shared too. */
const MOST_THREADS = 4;

/** The same setup with the kernels that it asks for, on this number of threads, or one that suits the cloth. */
export async function withKernels(setup: SimulationSetup, threads?: number): Promise<SimulationSetup> {
  const kernels = await chooseKernels(setup, threads);
  return { ...setup, kernels, searchKernels: kernels && (await loadSearchKernels()) };
}

/** The kernels that the method's option `kernels` asks for; undefined for those in TypeScript. Never by the clock: the bits depend on it. */
export async function chooseKernels(
  { options: { kernels }, cloth, wasmFrom = WASM_FROM }: Pick<SimulationSetup, "options" | "cloth" | "wasmFrom">,
  threads?: number,
): Promise<KernelModule | undefined> {
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1)) {
    throw new InputError("threads", String(threads), "give a whole number from 1, or none");
  }
  if (kernels === undefined || kernels === "typescript") return undefined;
  if (kernels === "auto" && cloth.particleCount < wasmFrom) return undefined;
  const fitting = cloth.particleCount < THREADS_FROM ? 1 : Math.min(countCores(), MOST_THREADS);
  const module = await loadSharedKernels(threads ?? fitting);
  if (module === undefined && kernels === "wasm") {
    throw new UnsupportedError('WebAssembly with SIMD is not to be had here: use "kernels": "auto" or "typescript"');
  }
  return module;
}
