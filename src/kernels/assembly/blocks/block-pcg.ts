// Conjugate gradients on the matrix of block-rows, preconditioned by its inverse diagonal blocks: src/linalg/block-pcg.ts in single precision, with
// sums in double. Held rows have inverses 0, so their direction stays 0. Chunks of rows go on side by side, as block-pcg-phases has them, and meet
// four times an iteration; three times where nothing slides or is tied, which is added to products by one for all.

import * as number from "../../layout/block-numbers";
import * as at from "../../layout/block-words";
import * as ids from "../../layout/job-ids";
import { sumChunks } from "../shared/jobs";
import { mul } from "../shared/simd";
import { run } from "../shared/team";
import { word } from "../shared/words";
import { hasMore } from "./block-pcg-phases";
import { clearRows, gripRows, projectRows, tieRows } from "./block-rows-bound";
import { addressOf, numberOf, setNumber } from "./system-numbers";

/** Squares below this [kg² m²/s²] are nothing: single precision ends at 1e-38. */
const NOTHING: f64 = 1e-26;

/** q += (Lap(J) + Σ T Tᵀ + ties) x; returns x·q as it is then */
function multiplyAll(system: usize, chunks: i32, x: usize): f64 {
  const bound = word(system, at.BOUND);
  const q = word(system, at.PRODUCT);
  const sum = addressOf(system, number.SQUARED);
  store<u32>(system, <u32>x, at.FROM << 2);
  run(ids.MULTIPLY, system, chunks);
  if (IS_WHOLE) {
    gripRows(bound, x, q);
    tieRows(bound, x, q);
  }
  clearRows(bound, q);
  if (IS_WHOLE) {
    projectRows(bound, q);
    if (hasMore(bound)) run(ids.DOT_PRODUCT, system, chunks);
  }
  sumChunks(chunks, 2, word(system, at.PARTS), sum);
  return load<f64>(sum);
}

function updateAll(system: usize, chunks: i32, alpha: f64): void {
  setNumber(system, number.ALPHA, alpha);
  run(ids.UPDATE_RESIDUAL, system, chunks);
  sumChunks(chunks, 2, word(system, at.PARTS), addressOf(system, number.SQUARED));
}

/**
 * Solves A y = b from y = 0, or from the y that it finds where there is a start; b is 0 on held rows. Where there are sliders, q is A y in the end.
 */
export function solveBlocks(n: i32, system: usize, chunks: i32): void {
  const bound = word(system, at.BOUND);
  const q = word(system, at.PRODUCT);
  const tolerance = numberOf(system, number.TOLERANCE);
  const floor = numberOf(system, number.RESIDUAL_FLOOR);
  const most = numberOf(system, number.MAX_ITERATIONS);
  const hasStart = word(system, at.HAS_START) != 0;
  run(ids.BEGIN_SOLVE, system, chunks);
  sumChunks(chunks, 2, word(system, at.PARTS), addressOf(system, number.SQUARED));
  let squared = numberOf(system, number.SQUARED);
  const start = squared <= NOTHING ? 0 : squared;
  const goal = max(max(start * tolerance * tolerance, floor * floor), NOTHING);
  if (hasStart) multiplyAll(system, chunks, word(system, at.SOLUTION));
  if (IS_WHOLE) projectRows(bound, word(system, at.RESIDUAL));
  updateAll(system, chunks, hasStart ? 1 : 0);
  squared = numberOf(system, number.SQUARED);
  let before = numberOf(system, number.PRECONDITIONED_DOT);
  setNumber(system, number.ALPHA, 0);
  setNumber(system, number.BETA, 0);
  run(ids.TURN_DIRECTION, system, chunks);
  let iterations: f64 = 0;
  while (squared > goal && iterations < most) {
    const curvature = multiplyAll(system, chunks, word(system, at.DIRECTION));
    if (curvature == 0 || isNaN(curvature)) break;
    updateAll(system, chunks, before / curvature);
    squared = numberOf(system, number.SQUARED);
    const after = numberOf(system, number.PRECONDITIONED_DOT);
    setNumber(system, number.BETA, after / before);
    before = after;
    run(ids.TURN_DIRECTION, system, chunks);
    iterations++;
  }
  const y = word(system, at.SOLUTION);
  const size = (<usize>n) << 4;
  if (IS_WHOLE && load<u32>(bound, at.SLIDER_COUNT << 2) > 0) {
    const inertia = word(system, at.INERTIA);
    for (let o: usize = 0; o < size; o += 16) v128.store(q + o, mul(v128.load(inertia + o), v128.load(y + o)));
    store<u32>(system, <u32>y, at.FROM << 2);
    run(ids.MULTIPLY, system, chunks);
    gripRows(bound, y, q);
    tieRows(bound, y, q);
  }
  if (!(start < Infinity)) memory.copy(y, word(system, at.RESIDUAL), size); // no finite solution: the step must see it
  setNumber(system, number.ITERATIONS, iterations);
  setNumber(system, number.RESIDUAL, start == 0 ? 0 : sqrt(squared / start));
  setNumber(system, number.CONVERGED, squared <= goal ? 1 : 0);
}
