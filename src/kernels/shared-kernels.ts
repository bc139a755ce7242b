import { compileBinary, loadBinary } from "./kernels.ts";
import type { KernelModule } from "./module.ts";

/** Which kernels: those of all methods, or of conjugate gradients on blocks of springs alone. The bits are the same. */
export type KernelChoice = "whole" | "springs";

const compiled = new Map<KernelChoice, Promise<KernelModule | undefined>>();

/** A binary for so many threads, without what calls it; that for one where there are no more to be had. The bits are the same. */
export async function loadModule(threads: number, which: KernelChoice): Promise<KernelModule | undefined> {
  const text = which === "springs" ? (await import("./binaries/springs.ts")).SPRINGS : (await import("./binaries/whole.ts")).WHOLE;
  const team = threads > 1 ? (await import("./team.ts")).createTeam(threads) : undefined;
  if (team === undefined) return loadBinary(text);
  const shared = compiled.get(which) ?? compileBinary(text, true);
  compiled.set(which, shared);
  const module = await shared;
  return module === undefined ? loadBinary(text) : { ...module, team };
}

/** The binary of the search for what may meet, without what calls it. */
export async function loadSearchModule(): Promise<KernelModule | undefined> {
  const { SEARCH } = await import("./binaries/search.ts");
  return loadBinary(SEARCH);
}
