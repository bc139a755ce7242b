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
import { compareArrays, computeArraySum, copyNumbers } from "../shared/arrays";
import { combine, computeDots, takePair } from "./close-vectors";
import { computeResidual } from "./edge-forces";
import { gatherImpulses, moveParticles, predictParticles } from "../shared/positions";
import { clearRows, solveBackward, solveForward, subtractAbove, subtractBelow } from "./supernodal-solve";
import { addScaled, computeLargest, computeSum, dot } from "../shared/vectors";
import { word as a } from "../shared/words";

export function runLinearChunk(job: i32, args: usize, chunk: i32, first: i32, last: i32): void {
  /** Where the chunk leaves its sum. */
  const own = <usize>chunk << 3;
  switch (job) {
    case GATHER_IMPULSES:
      gatherImpulses(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5));
      break;
    case PREDICT_PARTICLES:
      predictParticles(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5), a(args, 6), a(args, 7));
      break;
    case MOVE_PARTICLES:
      moveParticles(
        first,
        last,
        a(args, 1),
        a(args, 2),
        a(args, 3),
        a(args, 4),
        a(args, 5),
        a(args, 6),
        a(args, 7),
        a(args, 8) + own,
      );
      break;
    case COMPUTE_RESIDUAL:
      computeResidual(
        first,
        last,
        chunk,
        a(args, 1),
        a(args, 2),
        a(args, 3),
        a(args, 4),
        a(args, 5),
        a(args, 6),
        a(args, 7),
        a(args, 8),
        a(args, 9),
        a(args, 10) + own,
        a(args, 11),
        IS_WHOLE ? a(args, 12) : 0,
        IS_WHOLE ? a(args, 13) : 0,
      );
      break;
    case SOLVE_FORWARD: {
      const rows = a(args, 7) + own;
      clearRows(load<i32>(rows), load<i32>(rows, 4), a(args, 4));
      solveForward(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5) + <usize>chunk * a(args, 6));
      break;
    }
    case SOLVE_BACKWARD:
      solveBackward(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5) + <usize>chunk * a(args, 6));
      break;
    case DOT:
      dot(first, last, a(args, 1), a(args, 2), a(args, 3) + own);
      break;
    case ADD_SCALED:
      addScaled(first, last, a(args, 1), a(args, 2), a(args, 3));
      break;
    case COMPUTE_DOTS:
      computeDots(first, last, <i32>a(args, 1), a(args, 2), a(args, 3), a(args, 4) + <usize>chunk * (a(args, 1) << 3));
      break;
    case COMBINE:
      combine(first, last, <i32>a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5));
      break;
    case COMPUTE_SUM:
      computeSum(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4));
      break;
    case TAKE_PAIR:
      takePair(
        first,
        last,
        a(args, 1),
        a(args, 2),
        a(args, 3),
        a(args, 4),
        a(args, 5),
        a(args, 6),
        a(args, 7) + own,
        a(args, 8) + own,
      );
      break;
    case COMPUTE_LARGEST:
      computeLargest(first, last, a(args, 1), a(args, 2) + own);
      break;
    case COMPARE_ARRAYS:
      compareArrays(first, last, a(args, 1), a(args, 2), a(args, 3) + own);
      break;
    case COPY_NUMBERS:
      copyNumbers(first, last, a(args, 1), a(args, 2));
      break;
    case SUBTRACT_BELOW:
      subtractBelow(a(args, 1), first, last, a(args, 2), a(args, 3), a(args, 4), a(args, 5));
      break;
    case SUBTRACT_ABOVE:
      subtractAbove(a(args, 1), first, last, a(args, 2), a(args, 4), a(args, 5));
      break;
    case COMPUTE_ARRAY_SUM:
      computeArraySum(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4));
      break;
  }
}
