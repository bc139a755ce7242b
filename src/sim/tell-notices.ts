import type { Run } from "./run.ts";

/** What was mended or passed over when a run's scene was read, and that its method leaves the kernels which it was given, and why: a sentence each. */
export function tellNotices({ rig, setup }: Run): string[] {
  const reason = rig.solver.leavesKernels?.(setup.timestep);
  const left =
    reason === undefined ? [] : [`solver: steps of ${setup.timestep} s are taken in TypeScript and not in WebAssembly: ${reason}`];
  return [...(setup.notices ?? []), ...left];
}
