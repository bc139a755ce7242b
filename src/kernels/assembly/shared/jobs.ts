// The kernels that can be shared out, by number. The arguments of a job are words: first where its ranges are, (first, last) of each chunk, and
// then the arguments of the kernel, in its order. Sums are left chunk by chunk, to be added in that order. A binary may have those of linear models
// (HAS_LINEAR), those with blocks (HAS_BLOCKS), or both; with all blocks there are the products that V-cycles are made of.

import * as ids from "../../layout/job-ids";
import { RANGES } from "../../layout/job-words";
import { runBlockChunk } from "../blocks/block-jobs";
import { runLinearChunk } from "../linear/linear-jobs";
import { addRows } from "../linear/matrix-rows";
import { computeArrayLargest } from "./arrays";
import { blendParticles, gatherVectors, scatterVectors, splitPositions } from "./positions";
import { word } from "./words";

export function runChunk(job: i32, args: usize, chunk: usize): void {
  const range = word(args, RANGES) + (chunk << 3);
  const first = load<i32>(range);
  const last = load<i32>(range, 4);
  if (job > ids.BLOCK_JOBS) {
    if (HAS_BLOCKS) runBlockChunk(job, args, chunk, first, last);
    return;
  }
  if (job > ids.LINEAR_JOBS) {
    if (HAS_LINEAR) runLinearChunk(job, args, chunk, first, last);
    else if (IS_WHOLE && job == ids.ADD_ROWS) addRows(first, last, args);
    return;
  }
  switch (job) {
    case ids.SPLIT_POSITIONS:
      splitPositions(first, last, args);
      break;
    case ids.GATHER_VECTORS:
      gatherVectors(first, last, args);
      break;
    case ids.BLEND_PARTICLES:
      blendParticles(first, last, args);
      break;
    case ids.SCATTER_VECTORS:
      scatterVectors(first, last, args);
      break;
    case ids.COMPUTE_ARRAY_LARGEST:
      computeArrayLargest(first, last, args, chunk << 3);
      break;
  }
}

/** results = the sums of what the chunks have left, `count` numbers each */
export function sumChunks(chunks: i32, count: i32, from: usize, results: usize): void {
  const each = (<usize>count) << 3;
  for (let k: usize = 0; k < each; k += 8) {
    let sum: f64 = 0;
    for (let part = from + k, end = part + <usize>chunks * each; part < end; part += each) sum += load<f64>(part);
    store<f64>(results + k, sum);
  }
}

/** result = the largest of it */
export function maximiseChunks(chunks: i32, from: usize, result: usize): void {
  let most: f64 = 0;
  for (let end = from + ((<usize>chunks) << 3); from < end; from += 8) most = max(most, load<f64>(from));
  store<f64>(result, most);
}
