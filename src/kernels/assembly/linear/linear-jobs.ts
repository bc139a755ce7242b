// The kernels of the linear models that can be shared out, by number.

import * as ids from "../../layout/job-ids";
import * as at from "../../layout/job-words";
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
    case ids.GATHER_IMPULSES:
      gatherImpulses(
        first,
        last,
        a(args, at.IMPULSE_OFFSETS),
        a(args, at.IMPULSE_MOMENTUM),
        a(args, at.IMPULSE_SECONDS),
        a(args, at.IMPULSE_FORCE),
        a(args, at.IMPULSE_TO),
      );
      break;
    case ids.PREDICT_PARTICLES:
      predictParticles(
        first,
        last,
        a(args, at.SUM_FACTOR),
        a(args, at.SUM_X),
        a(args, at.SUM_Y),
        a(args, at.SUM_OUT),
        a(args, at.PREDICT_OFFSETS),
        a(args, at.PREDICT_VELOCITIES),
        a(args, at.PREDICT_POSITIONS),
      );
      break;
    case ids.MOVE_PARTICLES:
      moveParticles(
        first,
        last,
        a(args, at.END_OFFSETS),
        a(args, at.END_CHANGE),
        a(args, at.END_NUMBERS),
        a(args, at.END_V),
        a(args, at.END_X),
        a(args, at.END_NEXT_V),
        a(args, at.END_NEXT_X),
        a(args, at.END_PARTS) + own,
      );
      break;
    case ids.COMPUTE_RESIDUAL:
      computeResidual(
        first,
        last,
        chunk,
        a(args, at.RESIDUAL_EDGES),
        a(args, at.RESIDUAL_X),
        a(args, at.RESIDUAL_TARGETS),
        a(args, at.RESIDUAL_PARTICLES),
        a(args, at.RESIDUAL_IMPULSES),
        a(args, at.RESIDUAL_VELOCITIES),
        a(args, at.RESIDUAL_CHANGE),
        a(args, at.RESIDUAL_SECONDS),
        a(args, at.RESIDUAL_OUT),
        a(args, at.RESIDUAL_PARTS) + own,
        a(args, at.RESIDUAL_LAST),
        IS_WHOLE ? a(args, at.RESIDUAL_LAST_BUT_ONE) : 0,
        IS_WHOLE ? a(args, at.RESIDUAL_TRIANGLES) : 0,
      );
      break;
    case ids.SOLVE_FORWARD: {
      const rows = a(args, at.SOLVE_OWN_ROWS) + own;
      clearRows(load<i32>(rows), load<i32>(rows, 4), a(args, at.SOLVE_Y));
      solveForward(
        first,
        last,
        a(args, at.SOLVE_DESCRIPTORS),
        a(args, at.SOLVE_VALUES),
        a(args, at.SOLVE_ROWS),
        a(args, at.SOLVE_Y),
        a(args, at.SOLVE_SCRATCH) + <usize>chunk * a(args, at.SOLVE_STRIDE),
      );
      break;
    }
    case ids.SOLVE_BACKWARD:
      solveBackward(
        first,
        last,
        a(args, at.SOLVE_DESCRIPTORS),
        a(args, at.SOLVE_VALUES),
        a(args, at.SOLVE_ROWS),
        a(args, at.SOLVE_Y),
        a(args, at.SOLVE_SCRATCH) + <usize>chunk * a(args, at.SOLVE_STRIDE),
      );
      break;
    case ids.SUBTRACT_BELOW:
      subtractBelow(
        a(args, at.TRUNK_DESCRIPTOR),
        first,
        last,
        a(args, at.TRUNK_VALUES),
        a(args, at.TRUNK_ROWS),
        a(args, at.TRUNK_Y),
        a(args, at.TRUNK_SCRATCH),
      );
      break;
    case ids.SUBTRACT_ABOVE:
      subtractAbove(a(args, at.TRUNK_DESCRIPTOR), first, last, a(args, at.TRUNK_VALUES), a(args, at.TRUNK_Y), a(args, at.TRUNK_SCRATCH));
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
    case ids.DOT:
      dot(first, last, a(args, at.DOT_A), a(args, at.DOT_B), a(args, at.DOT_PARTS) + own);
      break;
    case ids.ADD_SCALED:
      addScaled(first, last, a(args, at.SUM_FACTOR), a(args, at.SUM_X), a(args, at.SUM_Y));
      break;
    case ids.COMPUTE_DOTS:
      computeDots(
        first,
        last,
        <i32>a(args, at.SEVERAL_COUNT),
        a(args, at.SEVERAL_LIST),
        a(args, at.DOTS_B),
        a(args, at.DOTS_PARTS) + <usize>chunk * (a(args, at.SEVERAL_COUNT) << 3),
      );
      break;
    case ids.COMBINE:
      combine(
        first,
        last,
        <i32>a(args, at.SEVERAL_COUNT),
        a(args, at.SEVERAL_LIST),
        a(args, at.COMBINE_WEIGHTS),
        a(args, at.COMBINE_Y),
        a(args, at.COMBINE_OUT),
      );
      break;
    case ids.COMPUTE_SUM:
      computeSum(first, last, a(args, at.SUM_FACTOR), a(args, at.SUM_X), a(args, at.SUM_Y), a(args, at.SUM_OUT));
      break;
    case ids.TAKE_PAIR:
      takePair(
        first,
        last,
        a(args, at.PAIR_FROM),
        a(args, at.PAIR_TO),
        a(args, at.PAIR_BEFORE),
        a(args, at.PAIR_AFTER),
        a(args, at.PAIR_STEP),
        a(args, at.PAIR_FALL),
        a(args, at.PAIR_PARTS) + own,
        a(args, at.PAIR_SQUARES) + own,
      );
      break;
    case ids.COMPUTE_LARGEST:
      computeLargest(first, last, a(args, at.LARGEST_A), a(args, at.LARGEST_PARTS) + own);
      break;
    case ids.COMPARE_ARRAYS:
      compareArrays(first, last, a(args, at.DOT_A), a(args, at.DOT_B), a(args, at.DOT_PARTS) + own);
      break;
    case ids.COPY_NUMBERS:
      copyNumbers(first, last, a(args, at.NUMBERS_FROM), a(args, at.NUMBERS_TO));
      break;
    case ids.COMPUTE_ARRAY_SUM:
      computeArraySum(first, last, a(args, at.SUM_FACTOR), a(args, at.SUM_X), a(args, at.SUM_Y), a(args, at.SUM_OUT));
      break;
  }
}
