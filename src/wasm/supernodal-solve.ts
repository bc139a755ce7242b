import type { Slices } from "../core/slices.ts";
import { SOLVE_BACKWARD, SOLVE_FORWARD } from "./job-ids.ts";
import { createJob, runJob } from "./jobs.ts";
import type { Kernels } from "./kernels.ts";
import { type KernelMemory, sizeOf } from "./memory.ts";
import { createSupernodalLayout, type LayoutPlan } from "./supernodal-layout.ts";

/** Solves with a supernodal factor in WebAssembly: branches at the same time, where there are threads, and the trunk between. */
export interface SupernodalSolve {
  /** Takes over the panels of a factor of the same structure. */
  fill(panels: Float64Array): Slices<void>;
  /** y = A⁻¹ b; vectors of (x, y, z, 0) a row, in the order of the factor, and some rows more: `vectorRows` of them. */
  solve(b: Float32Array, y: Float32Array): void;
}

/** Rows of a vector that is solved for: those of the factor, one that solves write their nothing to, and those that branches gather in. */
export function vectorRows({ structure, outside }: LayoutPlan): number {
  return structure.columnCount + 1 + outside.reduce((sum, { length }) => sum + length, 0);
}

/** Bytes that `createSupernodalSolve` takes. */
export function supernodalSolveSize(plan: LayoutPlan): number {
  return plan.bytes + 2 * sizeOf(32);
}

export function createSupernodalSolve(plan: LayoutPlan, kernels: Kernels, memory: KernelMemory): SupernodalSolve {
  const layout = createSupernodalLayout(plan, memory);
  const scratch = layout.scratch.byteOffset;
  const [descriptors, values, rows] = [layout.descriptors, layout.values, layout.rows].map((part) => part.byteOffset);
  const stride = 4 * layout.scratchSize;
  const forward = createJob(memory, SOLVE_FORWARD, layout.branches, [
    ...[descriptors, values, layout.branchRows.byteOffset, 0, scratch, stride],
    layout.ownRows.byteOffset,
  ]);
  const backward = createJob(memory, SOLVE_BACKWARD, layout.branches, [descriptors, values, rows, 0, scratch, stride]);
  const ownFirst = plan.structure.columnCount + 1;
  return {
    fill: layout.fill,
    solve(b, out) {
      const y = out.byteOffset;
      out.set(b);
      forward.words[4] = y;
      backward.words[4] = y;
      runJob(kernels, forward);
      kernels.addOwnRows(ownFirst, layout.rowCount, layout.ownTargets.byteOffset, y);
      for (let k = 0; k < layout.trunk.length; k++) {
        kernels.solveForward(layout.trunk[k][0], layout.trunk[k][1], descriptors, values, rows, y, scratch);
      }
      for (let k = layout.trunk.length - 1; k >= 0; k--) {
        kernels.solveBackward(layout.trunk[k][0], layout.trunk[k][1], descriptors, values, rows, y, scratch);
      }
      runJob(kernels, backward);
    },
  };
}
