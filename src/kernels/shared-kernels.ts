import { WHOLE } from "./binaries/whole.ts";
import { compileBinary, loadAllKernels } from "./kernels.ts";
import type { KernelModule } from "./module.ts";
import { createTeam } from "./team.ts";

let compiled: Promise<KernelModule | undefined> | undefined;

/** The kernels for so many threads; those for one where there are no more to be had. The bits are the same. */
export async function loadSharedKernels(threads: number): Promise<KernelModule | undefined> {
  const team = createTeam(threads);
  if (team === undefined) return loadAllKernels();
  compiled ??= compileBinary(WHOLE, true);
  const module = await compiled;
  return module === undefined ? loadAllKernels() : { ...module, team };
}
