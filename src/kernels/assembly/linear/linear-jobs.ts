// The kernels of the linear models that can be shared out, by number.

import {
  ADD_SCALED,
  COMBINE,
  COMPARE_ARRAYS,
  COMPUTE_ARRAY_SUM,
  COMPUTE_DOTS,
  COMPUTE_LARGEST,
  COMPUTE_RESIDUAL,
  COMPUTE_SUM,
  COPY_NUMBERS,
  DOT,
  GATHER_IMPULSES,
  MOVE_PARTICLES,
  PREDICT_PARTICLES,
  SOLVE_BACKWARD,
  SOLVE_FORWARD,
  SUBTRACT_ABOVE,
  SUBTRACT_BELOW,
  TAKE_PAIR,
} from "../../layout/job-ids";
import {
  COMBINE_OUT,
  COMBINE_WEIGHTS,
  COMBINE_Y,
  DOT_A,
  DOT_B,
  DOT_PARTS,
  DOTS_B,
  DOTS_PARTS,
  END_CHANGE,
  END_NEXT_V,
  END_NEXT_X,
  END_NUMBERS,
  END_OFFSETS,
  END_PARTS,
  END_V,
  END_X,
  IMPULSE_FORCE,
  IMPULSE_MOMENTUM,
  IMPULSE_OFFSETS,
  IMPULSE_SECONDS,
  IMPULSE_TO,
  LARGEST_A,
  LARGEST_PARTS,
  NUMBERS_FROM,
  NUMBERS_TO,
  PAIR_AFTER,
  PAIR_BEFORE,
  PAIR_FALL,
  PAIR_FROM,
  PAIR_PARTS,
  PAIR_SQUARES,
  PAIR_STEP,
  PAIR_TO,
  PREDICT_OFFSETS,
  PREDICT_POSITIONS,
  PREDICT_VELOCITIES,
  RESIDUAL_CHANGE,
  RESIDUAL_EDGES,
  RESIDUAL_IMPULSES,
  RESIDUAL_LAST,
  RESIDUAL_LAST_BUT_ONE,
  RESIDUAL_OUT,
  RESIDUAL_PARTICLES,
  RESIDUAL_PARTS,
  RESIDUAL_SECONDS,
  RESIDUAL_TARGETS,
  RESIDUAL_TRIANGLES,
  RESIDUAL_VELOCITIES,
  RESIDUAL_X,
  SEVERAL_COUNT,
  SEVERAL_LIST,
  SOLVE_DESCRIPTORS,
  SOLVE_OWN_ROWS,
  SOLVE_ROWS,
  SOLVE_SCRATCH,
  SOLVE_STRIDE,
  SOLVE_VALUES,
  SOLVE_Y,
  SUM_FACTOR,
  SUM_OUT,
  SUM_X,
  SUM_Y,
  TRUNK_DESCRIPTOR,
  TRUNK_ROWS,
  TRUNK_SCRATCH,
  TRUNK_VALUES,
  TRUNK_Y,
} from "../../layout/job-words";
import { compareArrays, computeArraySum, copyNumbers } from "../shared/arrays";
import { gatherImpulses, moveParticles, predictParticles } from "../shared/positions";
import { addScaled, computeLargest, computeSum, dot } from "../shared/vectors";
import { word as a } from "../shared/words";
import { combine, computeDots, takePair } from "./close-vectors";
import { computeResidual } from "./edge-forces";
import { clearRows, solveBackward, solveForward, subtractAbove, subtractBelow } from "./supernodal-solve";

export function runLinearChunk(job: i32, args: usize, chunk: i32, first: i32, last: i32): void {
  /** Where the chunk leaves its sum. */
  const own = (<usize>chunk) << 3;
  switch (job) {
    case GATHER_IMPULSES:
      gatherImpulses(
        first,
        last,
        a(args, IMPULSE_OFFSETS),
        a(args, IMPULSE_MOMENTUM),
        a(args, IMPULSE_SECONDS),
        a(args, IMPULSE_FORCE),
        a(args, IMPULSE_TO),
      );
      break;
    case PREDICT_PARTICLES:
      predictParticles(
        first,
        last,
        a(args, SUM_FACTOR),
        a(args, SUM_X),
        a(args, SUM_Y),
        a(args, SUM_OUT),
        a(args, PREDICT_OFFSETS),
        a(args, PREDICT_VELOCITIES),
        a(args, PREDICT_POSITIONS),
      );
      break;
    case MOVE_PARTICLES:
      moveParticles(
        first,
        last,
        a(args, END_OFFSETS),
        a(args, END_CHANGE),
        a(args, END_NUMBERS),
        a(args, END_V),
        a(args, END_X),
        a(args, END_NEXT_V),
        a(args, END_NEXT_X),
        a(args, END_PARTS) + own,
      );
      break;
    case COMPUTE_RESIDUAL:
      computeResidual(
        first,
        last,
        chunk,
        a(args, RESIDUAL_EDGES),
        a(args, RESIDUAL_X),
        a(args, RESIDUAL_TARGETS),
        a(args, RESIDUAL_PARTICLES),
        a(args, RESIDUAL_IMPULSES),
        a(args, RESIDUAL_VELOCITIES),
        a(args, RESIDUAL_CHANGE),
        a(args, RESIDUAL_SECONDS),
        a(args, RESIDUAL_OUT),
        a(args, RESIDUAL_PARTS) + own,
        a(args, RESIDUAL_LAST),
        IS_WHOLE ? a(args, RESIDUAL_LAST_BUT_ONE) : 0,
        IS_WHOLE ? a(args, RESIDUAL_TRIANGLES) : 0,
      );
      break;
    case SOLVE_FORWARD: {
      const rows = a(args, SOLVE_OWN_ROWS) + own;
      clearRows(load<i32>(rows), load<i32>(rows, 4), a(args, SOLVE_Y));
      solveForward(
        first,
        last,
        a(args, SOLVE_DESCRIPTORS),
        a(args, SOLVE_VALUES),
        a(args, SOLVE_ROWS),
        a(args, SOLVE_Y),
        a(args, SOLVE_SCRATCH) + <usize>chunk * a(args, SOLVE_STRIDE),
      );
      break;
    }
    case SOLVE_BACKWARD:
      solveBackward(
        first,
        last,
        a(args, SOLVE_DESCRIPTORS),
        a(args, SOLVE_VALUES),
        a(args, SOLVE_ROWS),
        a(args, SOLVE_Y),
        a(args, SOLVE_SCRATCH) + <usize>chunk * a(args, SOLVE_STRIDE),
      );
      break;
    case SUBTRACT_BELOW:
      subtractBelow(
        a(args, TRUNK_DESCRIPTOR),
        first,
        last,
        a(args, TRUNK_VALUES),
        a(args, TRUNK_ROWS),
        a(args, TRUNK_Y),
        a(args, TRUNK_SCRATCH),
      );
      break;
    case SUBTRACT_ABOVE:
      subtractAbove(a(args, TRUNK_DESCRIPTOR), first, last, a(args, TRUNK_VALUES), a(args, TRUNK_Y), a(args, TRUNK_SCRATCH));
      break;
    default:
      runVectorChunk(job, args, chunk, first, last);
  }
}

/** The kernels of vectors and arrays. */
function runVectorChunk(job: i32, args: usize, chunk: i32, first: i32, last: i32): void {
  /** Where the chunk leaves its sum. */
  const own = (<usize>chunk) << 3;
  switch (job) {
    case DOT:
      dot(first, last, a(args, DOT_A), a(args, DOT_B), a(args, DOT_PARTS) + own);
      break;
    case ADD_SCALED:
      addScaled(first, last, a(args, SUM_FACTOR), a(args, SUM_X), a(args, SUM_Y));
      break;
    case COMPUTE_DOTS:
      computeDots(
        first,
        last,
        <i32>a(args, SEVERAL_COUNT),
        a(args, SEVERAL_LIST),
        a(args, DOTS_B),
        a(args, DOTS_PARTS) + <usize>chunk * (a(args, SEVERAL_COUNT) << 3),
      );
      break;
    case COMBINE:
      combine(
        first,
        last,
        <i32>a(args, SEVERAL_COUNT),
        a(args, SEVERAL_LIST),
        a(args, COMBINE_WEIGHTS),
        a(args, COMBINE_Y),
        a(args, COMBINE_OUT),
      );
      break;
    case COMPUTE_SUM:
      computeSum(first, last, a(args, SUM_FACTOR), a(args, SUM_X), a(args, SUM_Y), a(args, SUM_OUT));
      break;
    case TAKE_PAIR:
      takePair(
        first,
        last,
        a(args, PAIR_FROM),
        a(args, PAIR_TO),
        a(args, PAIR_BEFORE),
        a(args, PAIR_AFTER),
        a(args, PAIR_STEP),
        a(args, PAIR_FALL),
        a(args, PAIR_PARTS) + own,
        a(args, PAIR_SQUARES) + own,
      );
      break;
    case COMPUTE_LARGEST:
      computeLargest(first, last, a(args, LARGEST_A), a(args, LARGEST_PARTS) + own);
      break;
    case COMPARE_ARRAYS:
      compareArrays(first, last, a(args, DOT_A), a(args, DOT_B), a(args, DOT_PARTS) + own);
      break;
    case COPY_NUMBERS:
      copyNumbers(first, last, a(args, NUMBERS_FROM), a(args, NUMBERS_TO));
      break;
    case COMPUTE_ARRAY_SUM:
      computeArraySum(first, last, a(args, SUM_FACTOR), a(args, SUM_X), a(args, SUM_Y), a(args, SUM_OUT));
      break;
  }
}
