import { SOLVE_BACKWARD, SOLVE_FORWARD } from "./job-ids.ts";
import { createJob, runJob } from "./jobs.ts";
import type { Kernels } from "./kernels.ts";
import { type KernelMemory, sizeOf } from "./memory.ts";
import { createSupernodalLayout, type LayoutPlan } from "./supernodal-layout.ts";

/** Solves with a supernodal factor in WebAssembly: branches at the same time, where there are threads, and the trunk between. */
export interface SupernodalSolve {
  /** Takes over the panels of a factor of the same structure. */
  fill(panels: Float64Array): void;
  /** y = A⁻¹ b; vectors of (x, y, z, 0) a row, in the order of the factor, and one row more. */
  solve(b: Float32Array, y: Float32Array): void;
}

/** Bytes that `createSupernodalSolve` takes. */
export function supernodalSolveSize(plan: LayoutPlan): number {
  const own = plan.outside.reduce((sum, { length }) => sum + length, 0);
  return plan.bytes + sizeOf(16 * (plan.structure.columnCount + 1 + own)) + 2 * sizeOf(32);
}

export function createSupernodalSolve(plan: LayoutPlan, kernels: Kernels, memory: KernelMemory): SupernodalSolve {
  const layout = createSupernodalLayout(plan, memory);
  const work = memory.floats(4 * layout.rowCount);
  const solved = work.subarray(0, 4 * (plan.structure.columnCount + 1));
  const y = work.byteOffset;
  const scratch = layout.scratch.byteOffset;
  const [descriptors, values, rows] = [layout.descriptors, layout.values, layout.rows].map((part) => part.byteOffset);
  const stride = 4 * layout.scratchSize;
  const forward = createJob(memory, SOLVE_FORWARD, layout.branches, [
    ...[descriptors, values, layout.branchRows.byteOffset, y, scratch, stride],
    layout.ownRows.byteOffset,
  ]);
  const backward = createJob(memory, SOLVE_BACKWARD, layout.branches, [descriptors, values, rows, y, scratch, stride]);
  const ownFirst = plan.structure.columnCount + 1;
  return {
    fill: layout.fill,
    solve(b, out) {
      solved.set(b);
      runJob(kernels, forward);
      kernels.addOwnRows(ownFirst, layout.rowCount, layout.ownTargets.byteOffset, y);
      for (let k = 0; k < layout.trunk.length; k++) {
        kernels.solveForward(layout.trunk[k][0], layout.trunk[k][1], descriptors, values, rows, y, scratch);
      }
      for (let k = layout.trunk.length - 1; k >= 0; k--) {
        kernels.solveBackward(layout.trunk[k][0], layout.trunk[k][1], descriptors, values, rows, y, scratch);
      }
      runJob(kernels, backward);
      out.set(solved);
    },
  };
}
