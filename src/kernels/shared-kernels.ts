import { compileBinary, loadBinary } from "./kernels.ts";
import type { KernelModule } from "./module.ts";

/** Which kernels: those of conjugate gradients on blocks of springs, all with blocks, or those of linear models. The bits are the same. */
export type KernelChoice = "springs" | "blocks" | "linear";

/** The text of each, and of the one that it was deflated behind. */
const TEXTS: Readonly<Record<KernelChoice, () => Promise<readonly [text: string, before?: string]>>> = {
  async springs() {
    return [(await import("./binaries/springs.ts")).SPRINGS];
  },
  async blocks() {
    const [{ ALL_BLOCKS }, { SPRINGS }] = await Promise.all([import("./binaries/all-blocks.ts"), import("./binaries/springs.ts")]);
    return [ALL_BLOCKS, SPRINGS];
  },
  async linear() {
    return [(await import("./binaries/all-linear.ts")).ALL_LINEAR];
  },
};

const compiled = new Map<KernelChoice, Promise<KernelModule | undefined>>();

/** A binary for so many threads, or all without a choice, without what calls them; those for one thread where there are no more to be had. The bits are the same. */
export async function loadModule(threads: number, which?: KernelChoice): Promise<KernelModule | undefined> {
  if (which === undefined) {
    const [blocks, linear] = await Promise.all([loadModule(threads, "blocks"), loadModule(threads, "linear")]);
    return blocks && linear && { ...blocks, linear: linear.module };
  }
  const [text, before] = await TEXTS[which]();
  const team = threads > 1 ? (await import("./team.ts")).createTeam(threads) : undefined;
  if (team === undefined) return loadBinary(text, before);
  const shared = compiled.get(which) ?? compileBinary(text, true, before);
  compiled.set(which, shared);
  const module = await shared;
  return module === undefined ? loadBinary(text, before) : { ...module, team };
}

/** The binary of the search for what may meet, without what calls it. */
export async function loadSearchModule(): Promise<KernelModule | undefined> {
  const { SEARCH } = await import("./binaries/search.ts");
  return loadBinary(SEARCH);
}
