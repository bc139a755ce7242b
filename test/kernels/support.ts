import { loadContactKernels } from "../../src/contact/load-contact-kernels.ts";
import type { Simulation } from "../../src/index.ts";
import { loadAllKernels } from "../../src/kernels/all-kernels.ts";
import type { KernelModule } from "../../src/kernels/module.ts";

/** The kernels; where these tests run there are some. */
export async function requireKernels(): Promise<KernelModule> {
  const module = await loadAllKernels();
  if (module === undefined) throw new Error("no WebAssembly with SIMD");
  return module;
}

/** Those that search for contact. */
export async function requireContactKernels(): Promise<KernelModule> {
  const module = await loadContactKernels();
  if (module === undefined) throw new Error("no WebAssembly with SIMD");
  return module;
}

export function read(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** The largest distance along an axis between the same vertices [m]. */
export function apart(a: Simulation, b: Simulation): number {
  const [x, y] = [read(a), read(b)];
  return x.reduce((most, value, c) => Math.max(most, Math.abs(value - y[c])), 0);
}

export function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}
