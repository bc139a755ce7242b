import { compileBinary, loadBinary } from "./kernels.ts";
import type { KernelModule } from "./module.ts";

/** Which kernels: those of all methods, or of methods with blocks of springs alone. The bits are the same. */
export type KernelChoice = "whole" | "springs";

const compiled = new Map<KernelChoice, Promise<KernelModule | undefined>>();

/** The kernels for so many threads; those for one where there are no more to be had. The bits are the same. */
export async function loadSharedKernels(threads: number, which: KernelChoice = "whole"): Promise<KernelModule | undefined> {
  const text = which === "springs" ? (await import("./binaries/springs.ts")).SPRINGS : (await import("./binaries/whole.ts")).WHOLE;
  const team = threads > 1 ? (await import("./team.ts")).createTeam(threads) : undefined;
  if (team === undefined) return loadBinary(text);
  const shared = compiled.get(which) ?? compileBinary(text, true);
  compiled.set(which, shared);
  const module = await shared;
  return module === undefined ? loadBinary(text) : { ...module, team };
}

/** The kernels of all methods, for one thread. */
export function loadAllKernels(): Promise<KernelModule | undefined> {
  return loadSharedKernels(1);
}
