// The kernels with blocks that can be shared out, by number. What they take stands in `system`, word by word (src/kernels/layout/block-words.ts).
import * as at from "../../layout/block-words";
import * as ids from "../../layout/job-ids";
import { word } from "../shared/words";
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
  const rowStart = word(system, at.ROW_START);
  const blocks = word(system, at.BLOCKS);
  const particles = word(system, at.PARTICLES);
  const b = word(system, at.RIGHT_SIDE);
  const numbers = word(system, at.NUMBERS);
  const impulses = word(system, at.IMPULSES);
  const rows = word(system, at.ROWS);
  const saved = IS_WHOLE ? word(system, at.SAVED) : 0;
  if (IS_WHOLE && word(system, at.IS_SAVED) != 0) restoreRows(first, last, particles, numbers, impulses, b, rows, saved);
  else {
    assembleBlocks(
      first,
      last,
      rowStart,
      word(system, at.NEIGHBOUR),
      word(system, at.TRAITS),
      word(system, at.STIFFNESS),
      word(system, at.POSITIONS),
      particles,
      numbers,
      impulses,
      b,
      rows,
      blocks,
      word(system, at.SCRATCH) + chunk * word(system, at.SCRATCH_SIZE),
      saved,
    );
  }
  subtractStiffness(
    first,
    last,
    rowStart,
    word(system, at.COLUMNS),
    blocks,
    particles,
    word(system, at.FACTORS),
    word(system, at.VELOCITIES),
    b,
    part,
  );
  memory.fill(word(system, at.TO) + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
}

export function runBlockChunk(job: i32, system: usize, chunk: i32, first: i32, last: i32): void {
  const part = word(system, at.PARTS) + <usize>chunk * PART;
  switch (job) {
    case ids.ASSEMBLE_BLOCKS:
      assemble(system, <usize>chunk, first, last, part);
      break;
    case ids.ASSEMBLE_FULL_ROWS:
      if (IS_WHOLE) assembleFullRows(chunk, first, last, system);
      break;
    case ids.APPLY_INVERSES:
      applyInverses(first, last, word(system, at.ROWS), word(system, at.RIGHT_SIDE), word(system, at.TO));
      break;
    case ids.SWEEP_JACOBI:
      sweepBlocks(
        first,
        last,
        word(system, at.ROW_START),
        word(system, at.COLUMNS),
        word(system, at.BLOCKS),
        word(system, at.ROWS),
        word(system, at.RIGHT_SIDE),
        word(system, at.FROM),
        word(system, at.TO),
      );
      break;
    case ids.SWEEP_STRIPS:
      sweepStrips(system);
      break;
    case ids.COMPUTE_BLOCK_RESIDUAL:
      computeBlockResidual(
        first,
        last,
        word(system, at.ROW_START),
        word(system, at.COLUMNS),
        word(system, at.BLOCKS),
        word(system, at.ROWS),
        word(system, at.RIGHT_SIDE),
        word(system, at.FROM),
        part,
      );
      break;
    case ids.BEGIN_SOLVE:
      beginSolve(first, last, system, part);
      break;
    case ids.MULTIPLY:
      multiply(chunk, first, last, system, part);
      break;
    case ids.DOT_PRODUCT:
      if (IS_WHOLE) dotProduct(first, last, system, part);
      break;
    case ids.UPDATE_RESIDUAL:
      updateResidual(first, last, system, part);
      break;
    case ids.TURN_DIRECTION:
      turnDirection(first, last, system);
      break;
  }
}
