import type { Slices } from "../../core/slices.ts";
import { countChunks, createJob, runJob, shareOut } from "../jobs.ts";
import type { Kernels } from "../kernels.ts";
import { COPY_NUMBERS, SOLVE_BACKWARD, SOLVE_FORWARD, SUBTRACT_BELOW } from "../layout/job-ids.ts";
import * as at from "../layout/job-words.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { createSupernodalLayout, type LayoutPlan } from "./supernodal-layout.ts";

/** Solves with a supernodal factor in WebAssembly: where there are threads, branches at the same time, and supernode by supernode the trunk between. */
export interface SupernodalSolve {
  /** Takes over the panels of a factor of the same structure. */
  fill(panels: Float64Array): Slices<void>;
  /** y = A⁻¹ b, which may be the same; vectors of (x, y, z, 0) a row, in the order of the factor, and some rows more: `vectorRows` of them. */
  solve(b: Float32Array, y: Float32Array): void;
  /** Its two halves, y = L⁻¹ b and then y = L⁻ᵀ y. */
  forward(b: Float32Array, y: Float32Array): void;
  backward(y: Float32Array): void;
}

/** Rows of a vector that is solved for: those of the factor, one that solves write their nothing to, and those that branches gather in. */
export function vectorRows({ structure, outside }: LayoutPlan): number {
  return structure.columnCount + 1 + outside.reduce((sum, { length }) => sum + length, 0);
}

/** Bytes of a descriptor (src/kernels/assembly/linear/supernodal-solve.ts). */
const DESCRIPTOR = 32;
/** Of a supernode of the trunk. */
const TRUNK_CHUNKS = 4;

/** Bytes that `createSupernodalSolve` takes. */
export function supernodalSolveSize(plan: LayoutPlan): number {
  return plan.bytes + 4 * sizeOf(64) + sizeOf(8 * countChunks(plan.structure.columnCount)) + sizeOf(8 * TRUNK_CHUNKS);
}

export function createSupernodalSolve(plan: LayoutPlan, kernels: Kernels, memory: KernelMemory): SupernodalSolve {
  const layout = createSupernodalLayout(plan, memory);
  const scratch = layout.scratch.byteOffset;
  const [descriptors, values, rows] = [layout.descriptors, layout.values, layout.rows].map((part) => part.byteOffset);
  const stride = 4 * layout.scratchSize;
  const common = { [at.SOLVE_DESCRIPTORS]: descriptors, [at.SOLVE_VALUES]: values, [at.SOLVE_SCRATCH]: scratch, [at.SOLVE_STRIDE]: stride };
  const forward = createJob(memory, SOLVE_FORWARD, layout.branches, {
    ...common,
    [at.SOLVE_ROWS]: layout.branchRows,
    [at.SOLVE_OWN_ROWS]: layout.ownRows,
  });
  const backward = createJob(memory, SOLVE_BACKWARD, layout.branches, { ...common, [at.SOLVE_ROWS]: rows });
  // the kernels run this job themselves, for one supernode after the other
  const trunk = createJob(memory, SUBTRACT_BELOW, memory.words(2 * TRUNK_CHUNKS), { ...common, [at.SOLVE_ROWS]: rows }).words;
  const { columnCount } = plan.structure;
  const ownFirst = columnCount + 1;
  const copy = createJob(memory, COPY_NUMBERS, shareOut(memory, plan.structure.columnCount, 2), {});
  /** Where the descriptors of the trunk's pieces are. */
  const ranges = layout.trunk.map((pieces) => pieces.map((piece) => descriptors + DESCRIPTOR * piece));
  const solve: SupernodalSolve = {
    fill: layout.fill,
    solve(b, y) {
      solve.forward(b, y);
      solve.backward(y);
    },
    forward(b, out) {
      const y = out.byteOffset;
      copy.words[at.NUMBERS_FROM] = b.byteOffset;
      copy.words[at.NUMBERS_TO] = y;
      forward.words[at.SOLVE_Y] = y;
      trunk[at.SOLVE_Y] = y;
      if (b !== out) runJob(kernels, copy);
      out.fill(0, 4 * columnCount, 4 * ownFirst); // a step that failed may have left there what is no number
      runJob(kernels, forward);
      kernels.addOwnRows(ownFirst, layout.rowCount, layout.ownTargets.byteOffset, y);
      for (let k = 0; k < ranges.length; k++) {
        kernels.solveTrunkForward(ranges[k][0], ranges[k][1], trunk.byteOffset);
      }
    },
    backward(out) {
      const y = out.byteOffset;
      trunk[at.SOLVE_Y] = y;
      backward.words[at.SOLVE_Y] = y;
      for (let k = ranges.length - 1; k >= 0; k--) {
        kernels.solveTrunkBackward(ranges[k][0], ranges[k][1], trunk.byteOffset);
      }
      runJob(kernels, backward);
    },
  };
  return solve;
}

/*
 * Notes. Numbers in the order in which they are read, triangles too: 80 × 80 0.78 → 0.69 ms, 160 × 160 4.4 → 3.3, 316 × 316 19 → 14.6. Two quads of rows of a triangle at
 * a time: 0.60 → 0.59 at 80 × 80; four quads of the rows below instead of two would gain another 2 %, for 100 bytes.
 * Before that, at 316 × 316 on one thread and two, ms: branches forward 7.9 and 4.2, back 8.9 and 4.6, trunk 1.07 and 0.83. More than four chunks of a supernode, or two, change nothing; its own triangle
 * (a tenth of the work) is one thread's, and the rows below go from one core's cache to the other's.
 */
