// The kernels of the linear models that can be shared out, by number.

import * as ids from "../../layout/job-ids";
import * as at from "../../layout/job-words";
import { compareArrays, computeArraySum, copyNumbers } from "../shared/arrays";
import { gatherImpulses, moveParticles, predictParticles } from "../shared/positions";
import { computeLargest, computeSum, dot } from "../shared/vectors";
import { word } from "../shared/words";
import { combine, computeDots, takePair } from "./close-vectors";
import { addExcess } from "./edge-excess";
import { computeResidual } from "./edge-forces";
import { assembleHats, prolongFromHats, restrictToHats } from "./hat-stiffness";
import { addRows } from "./matrix-rows";
import { clearRows, solveBackward, solveForward, subtractAbove, subtractBelow } from "./supernodal-solve";

export function runLinearChunk(job: i32, args: usize, chunk: usize, first: i32, last: i32): void {
  /** Where the chunk leaves its sum. */
  const own = chunk << 3;
  switch (job) {
    case ids.GATHER_IMPULSES:
      gatherImpulses(first, last, args);
      break;
    case ids.PREDICT_PARTICLES:
      predictParticles(first, last, args);
      break;
    case ids.MOVE_PARTICLES:
      moveParticles(first, last, args, own);
      break;
    case ids.COMPUTE_RESIDUAL:
      computeResidual(first, last, chunk, args);
      break;
    case ids.SOLVE_FORWARD: {
      const rows = word(args, at.SOLVE_OWN_ROWS) + own;
      clearRows(load<i32>(rows), load<i32>(rows, 4), word(args, at.SOLVE_Y));
      solveForward(first, last, args, chunk);
      break;
    }
    case ids.SOLVE_BACKWARD:
      solveBackward(first, last, args, chunk);
      break;
    case ids.SUBTRACT_BELOW:
      subtractBelow(word(args, at.SOLVE_DESCRIPTORS), first, last, args, word(args, at.SOLVE_SCRATCH));
      break;
    case ids.SUBTRACT_ABOVE:
      subtractAbove(word(args, at.SOLVE_DESCRIPTORS), first, last, args, word(args, at.SOLVE_SCRATCH));
      break;
    case ids.DOT:
      dot(first, last, args, own);
      break;
    case ids.COMPUTE_DOTS:
      computeDots(first, last, args, chunk);
      break;
    case ids.COMBINE:
      combine(first, last, args);
      break;
    case ids.COMPUTE_SUM:
      computeSum(first, last, args);
      break;
    case ids.TAKE_PAIR:
      takePair(first, last, args, own);
      break;
    case ids.COMPUTE_LARGEST:
      computeLargest(first, last, args, own);
      break;
    case ids.COMPARE_ARRAYS:
      compareArrays(first, last, args, own);
      break;
    case ids.COPY_NUMBERS:
      copyNumbers(first, last, args);
      break;
    case ids.COMPUTE_ARRAY_SUM:
      computeArraySum(first, last, args);
      break;
    case ids.ASSEMBLE_HATS:
      if (IS_WHOLE) assembleHats(first, last, chunk, args);
      break;
    case ids.RESTRICT_TO_HATS:
      if (IS_WHOLE) restrictToHats(first, last, args);
      break;
    case ids.PROLONG_FROM_HATS:
      if (IS_WHOLE) prolongFromHats(first, last, args);
      break;
    case ids.ADD_EXCESS:
      if (IS_WHOLE) addExcess(first, last, chunk, args);
      break;
    case ids.ADD_ROWS:
      if (IS_WHOLE) addRows(first, last, args);
      break;
  }
}
