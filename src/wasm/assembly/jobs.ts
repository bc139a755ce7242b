// The kernels that can be shared out, by number. The arguments of a job are words: first where its ranges are, (first, last) of each chunk, and
// then what the kernel takes, in its order. Sums are left chunk by chunk, to be added in that order.
import {
  ADD_SCALED,
  BLEND_PARTICLES,
  BLOCK_JOBS,
  COMBINE,
  COMPARE_ARRAYS,
  COMPUTE_ARRAY_LARGEST,
  COMPUTE_ARRAY_SUM,
  COMPUTE_DIFFERENCE,
  COMPUTE_DOTS,
  COMPUTE_LARGEST,
  COMPUTE_RESIDUAL,
  COMPUTE_SUM,
  DOT,
  GATHER_IMPULSES,
  GATHER_VECTORS,
  MOVE_PARTICLES,
  SCATTER_VECTORS,
  SOLVE_BACKWARD,
  SOLVE_FORWARD,
  SPLIT_POSITIONS,
} from "../job-ids";
import { compareArrays, computeArrayLargest, computeArraySum } from "./arrays";
import { runBlockChunk } from "./block-jobs";
import { computeResidual } from "./edge-forces";
import {
  blendParticles,
  gatherImpulses,
  gatherVectors,
  moveParticles,
  scatterVectors,
  splitPositions,
} from "./positions";
import { clearRows, solveBackward, solveForward } from "./supernodal-solve";
import { addScaled, combine, computeDifference, computeDots, computeLargest, computeSum, dot } from "./vectors";

/** The k-th argument. */
// @ts-ignore: decorator
@inline
function a(args: usize, k: usize): usize {
  return <usize>load<u32>(args + (k << 2));
}

export function runChunk(job: i32, args: usize, chunk: i32): void {
  const range = a(args, 0) + (<usize>chunk << 3);
  const first = load<i32>(range);
  const last = load<i32>(range, 4);
  if (job > BLOCK_JOBS) {
    runBlockChunk(job, args, chunk, first, last);
    return;
  }
  /** Where the chunk leaves its sum. */
  const own = <usize>chunk << 3;
  switch (job) {
    case SPLIT_POSITIONS:
      splitPositions(first, last, a(args, 1), a(args, 2), a(args, 3));
      break;
    case GATHER_VECTORS:
      gatherVectors(first, last, a(args, 1), a(args, 2), a(args, 3));
      break;
    case GATHER_IMPULSES:
      gatherImpulses(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5));
      break;
    case MOVE_PARTICLES:
      moveParticles(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5), a(args, 6), a(args, 7));
      break;
    case BLEND_PARTICLES:
      blendParticles(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4), a(args, 5), a(args, 6), a(args, 7));
      break;
    case SCATTER_VECTORS:
      scatterVectors(first, last, a(args, 1), a(args, 2), a(args, 3));
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
    case COMPUTE_DIFFERENCE:
      computeDifference(first, last, a(args, 1), a(args, 2), a(args, 3));
      break;
    case COMPUTE_LARGEST:
      computeLargest(first, last, a(args, 1), a(args, 2) + own);
      break;
    case COMPARE_ARRAYS:
      compareArrays(first, last, a(args, 1), a(args, 2), a(args, 3) + own);
      break;
    case COMPUTE_ARRAY_SUM:
      computeArraySum(first, last, a(args, 1), a(args, 2), a(args, 3), a(args, 4));
      break;
    case COMPUTE_ARRAY_LARGEST:
      computeArrayLargest(first, last, a(args, 1), a(args, 2) + own);
      break;
  }
}

/** results = the sums of what the chunks have left, `count` numbers each */
export function sumChunks(chunks: i32, count: i32, from: usize, results: usize): void {
  const each = <usize>count << 3;
  for (let k: usize = 0; k < each; k += 8) {
    let sum: f64 = 0;
    for (let part = from + k, end = part + <usize>chunks * each; part < end; part += each) sum += load<f64>(part);
    store<f64>(results + k, sum);
  }
}

/** result = the largest of it */
export function maximiseChunks(chunks: i32, from: usize, result: usize): void {
  let most: f64 = 0;
  for (let end = from + (<usize>chunks << 3); from < end; from += 8) most = max(most, load<f64>(from));
  store<f64>(result, most);
}
