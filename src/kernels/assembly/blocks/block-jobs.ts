// The kernels with blocks that can be shared out, by number. What they take stands in `system`, word by word (src/kernels/layout/block-words.ts).
import {
  BLOCKS,
  COLUMNS,
  FACTORS,
  FROM,
  IMPULSES,
  IS_SAVED,
  NEIGHBOUR,
  NUMBERS,
  PARTICLES,
  PARTS,
  POSITIONS,
  RIGHT_SIDE,
  ROW_START,
  ROWS,
  SAVED,
  SCRATCH,
  SCRATCH_SIZE,
  STIFFNESS,
  TO,
  TRAITS,
  VELOCITIES,
} from "../../layout/block-words";
import {
  APPLY_INVERSES,
  ASSEMBLE_BLOCKS,
  ASSEMBLE_FULL_ROWS,
  BEGIN_SOLVE,
  COMPUTE_BLOCK_RESIDUAL,
  DOT_PRODUCT,
  MULTIPLY,
  SWEEP_JACOBI,
  SWEEP_STRIPS,
  TURN_DIRECTION,
  UPDATE_RESIDUAL,
} from "../../layout/job-ids";
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
  const rowStart = word(system, ROW_START);
  const blocks = word(system, BLOCKS);
  const particles = word(system, PARTICLES);
  const b = word(system, RIGHT_SIDE);
  const numbers = word(system, NUMBERS);
  const impulses = word(system, IMPULSES);
  const rows = word(system, ROWS);
  const saved = IS_WHOLE ? word(system, SAVED) : 0;
  if (IS_WHOLE && word(system, IS_SAVED) != 0) restoreRows(first, last, particles, numbers, impulses, b, rows, saved);
  else {
    assembleBlocks(
      first,
      last,
      rowStart,
      word(system, NEIGHBOUR),
      word(system, TRAITS),
      word(system, STIFFNESS),
      word(system, POSITIONS),
      particles,
      numbers,
      impulses,
      b,
      rows,
      blocks,
      word(system, SCRATCH) + chunk * word(system, SCRATCH_SIZE),
      saved,
    );
  }
  subtractStiffness(
    first,
    last,
    rowStart,
    word(system, COLUMNS),
    blocks,
    particles,
    word(system, FACTORS),
    word(system, VELOCITIES),
    b,
    part,
  );
  memory.fill(word(system, TO) + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
}

export function runBlockChunk(job: i32, system: usize, chunk: i32, first: i32, last: i32): void {
  const part = word(system, PARTS) + <usize>chunk * PART;
  switch (job) {
    case ASSEMBLE_BLOCKS:
      assemble(system, <usize>chunk, first, last, part);
      break;
    case ASSEMBLE_FULL_ROWS:
      if (IS_WHOLE) assembleFullRows(chunk, first, last, system);
      break;
    case APPLY_INVERSES:
      applyInverses(first, last, word(system, ROWS), word(system, RIGHT_SIDE), word(system, TO));
      break;
    case SWEEP_JACOBI:
      sweepBlocks(
        first,
        last,
        word(system, ROW_START),
        word(system, COLUMNS),
        word(system, BLOCKS),
        word(system, ROWS),
        word(system, RIGHT_SIDE),
        word(system, FROM),
        word(system, TO),
      );
      break;
    case SWEEP_STRIPS:
      sweepStrips(system);
      break;
    case COMPUTE_BLOCK_RESIDUAL:
      computeBlockResidual(
        first,
        last,
        word(system, ROW_START),
        word(system, COLUMNS),
        word(system, BLOCKS),
        word(system, ROWS),
        word(system, RIGHT_SIDE),
        word(system, FROM),
        part,
      );
      break;
    case BEGIN_SOLVE:
      beginSolve(first, last, system, part);
      break;
    case MULTIPLY:
      multiply(chunk, first, last, system, part);
      break;
    case DOT_PRODUCT:
      if (IS_WHOLE) dotProduct(first, last, system, part);
      break;
    case UPDATE_RESIDUAL:
      updateResidual(first, last, system, part);
      break;
    case TURN_DIRECTION:
      turnDirection(first, last, system);
      break;
  }
}
