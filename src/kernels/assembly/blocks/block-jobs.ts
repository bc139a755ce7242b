// The kernels with blocks that can be shared out, by number. What they take stands in `system`, word by word (src/kernels/layout/block-words.ts).
import * as at from "../../layout/block-words";
import * as ids from "../../layout/job-ids";
import { word } from "../shared/words";
import { addCycle } from "./block-cycle";
import { beginSolve, dotProduct, multiply, turnDirection, updateResidual } from "./block-pcg-phases";
import { subtractStiffness } from "./block-product";
import { assembleBlocks, restoreRows } from "./block-rows";
import { applyInverses, computeBlockResidual, sweepBlocks } from "./block-sweep";
import { assembleFullRows } from "./full-rows";
import { sweepStrips } from "./sweep-strips";

/** Two numbers that a chunk leaves, to be added in the order of chunks. */
const PART: usize = 16;

/** Matrix, inverses and right-hand side of a chunk; y = 0. */
function assemble(system: usize, chunk: usize, first: i32, last: i32, part: usize): void {
  if (HAS_CONTACT && word(system, at.IS_SAVED) != 0) restoreRows(first, last, system);
  else assembleBlocks(chunk, first, last, system);
  subtractStiffness(first, last, system, part);
  memory.fill(word(system, at.TO) + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
}

export function runBlockChunk(job: i32, system: usize, chunk: usize, first: i32, last: i32): void {
  const part = word(system, at.PARTS) + chunk * PART;
  switch (job) {
    case ids.ASSEMBLE_BLOCKS:
      assemble(system, chunk, first, last, part);
      break;
    case ids.ASSEMBLE_FULL_ROWS:
      if (IS_WHOLE) assembleFullRows(chunk, first, last, system);
      break;
    case ids.APPLY_INVERSES:
      if (HAS_SWEEPS) applyInverses(first, last, system);
      break;
    case ids.SWEEP_JACOBI:
      if (HAS_SWEEPS) sweepBlocks(first, last, system, word(system, at.FROM), word(system, at.TO));
      break;
    case ids.SWEEP_STRIPS:
      if (HAS_SWEEPS) sweepStrips(system);
      break;
    case ids.COMPUTE_BLOCK_RESIDUAL:
      if (HAS_SWEEPS) computeBlockResidual(first, last, system, part);
      break;
    case ids.BEGIN_SOLVE:
      beginSolve(first, last, system, part);
      break;
    case ids.MULTIPLY:
      multiply(chunk, first, last, system, part);
      break;
    case ids.DOT_PRODUCT:
      if (HAS_CONTACT) dotProduct(first, last, system, part);
      break;
    case ids.UPDATE_RESIDUAL:
      updateResidual(first, last, system, part);
      break;
    case ids.ADD_CYCLE:
      if (IS_WHOLE) addCycle(first, last, system, part);
      break;
    case ids.TURN_DIRECTION:
      turnDirection(first, last, system);
      break;
  }
}
