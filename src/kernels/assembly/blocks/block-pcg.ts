// Conjugate gradients on the matrix of block-rows, preconditioned by its inverse diagonal blocks, and by a V-cycle (block-cycle) where there is one: src/linalg/block-pcg.ts in single precision, with
// sums in double. Held rows have inverses 0, so their direction stays 0. Chunks of rows go on side by side, as block-pcg-phases has them, and meet
// four times an iteration; three times where nothing slides or is tied, which is added to products by one for all.

import * as number from "../../layout/block-numbers";
import * as at from "../../layout/block-words";
import * as ids from "../../layout/job-ids";
import { sumChunks } from "../shared/jobs";
import { mul } from "../shared/simd";
import { run } from "../shared/team";
import { word } from "../shared/words";
import { runCycle } from "./block-cycle";
import { hasMore } from "./block-pcg-phases";
import { clearRows, gripRows, projectRows, tieRows } from "./block-rows-bound";

/** So many iterations more than there are unknowns: src/linalg/block-pcg.ts has the same. */
const PATIENCE = 1000;

/** Squares below this [kg² m²/s²] are nothing: single precision ends at 1e-38. */
const NOTHING: f64 = 1e-26;

/** q += (Lap(J) + Σ T Tᵀ + ties) x; returns x·q as it is then */
function multiplyAll(system: usize, chunks: i32, x: usize): f64 {
  const bound = word(system, at.BOUND);
  const q = word(system, at.PRODUCT);
  const sum = word(system, at.NUMBERS) + (number.SQUARED << 3);
  store<u32>(system, <u32>x, at.FROM << 2);
  run(ids.MULTIPLY, system, chunks);
  if (HAS_CONTACT) {
    gripRows(bound, x, q);
    tieRows(bound, x, q);
  }
  clearRows(bound, q);
  if (HAS_CONTACT) {
    projectRows(bound, q);
    if (hasMore(bound)) run(ids.DOT_PRODUCT, system, chunks);
  }
  sumChunks(chunks, 2, word(system, at.PARTS), sum);
  return load<f64>(sum);
}

function updateAll(system: usize, chunks: i32, alpha: f64): void {
  const numbers = word(system, at.NUMBERS);
  store<f64>(numbers, alpha, number.ALPHA << 3);
  run(ids.UPDATE_RESIDUAL, system, chunks);
  if (IS_WHOLE && word(system, at.CYCLE_COUNT) != 0) runCycle(system, chunks);
  sumChunks(chunks, 2, word(system, at.PARTS), numbers + (number.SQUARED << 3));
}

/** r = b − A y, p = 0 and the first direction, from y = 0 or, where there is a start, from the y that it finds; b·b of it is SQUARED before A y is taken away. */
function beginAll(system: usize, chunks: i32): f64 {
  const numbers = word(system, at.NUMBERS);
  const hasStart = word(system, at.HAS_START) != 0;
  run(ids.BEGIN_SOLVE, system, chunks);
  sumChunks(chunks, 2, word(system, at.PARTS), numbers + (number.SQUARED << 3));
  const squared = load<f64>(numbers, number.SQUARED << 3);
  if (hasStart) multiplyAll(system, chunks, word(system, at.SOLUTION));
  if (HAS_CONTACT) projectRows(word(system, at.BOUND), word(system, at.RESIDUAL));
  updateAll(system, chunks, hasStart ? 1 : 0);
  store<f64>(numbers, 0, number.ALPHA << 3);
  store<f64>(numbers, 0, number.BETA << 3);
  run(ids.TURN_DIRECTION, system, chunks);
  return squared;
}

/**
 * Solves A y = b from y = 0, or from the y that it finds where there is a start; b is 0 on held rows. Where there are sliders, q is A y in the end. Where the residual has not been
 * less than before for longer than exact arithmetic would need for all, it begins anew from the y that it has, once, and then ends, with 0 where that is nearer.
 */
export function solveBlocks(n: i32, system: usize, chunks: i32): void {
  const numbers = word(system, at.NUMBERS);
  const bound = word(system, at.BOUND);
  const q = word(system, at.PRODUCT);
  const tolerance = load<f64>(numbers, number.TOLERANCE << 3);
  const floor = load<f64>(numbers, number.RESIDUAL_FLOOR << 3);
  const most = load<f64>(numbers, number.MAX_ITERATIONS << 3);
  const first = beginAll(system, chunks);
  const start = first <= NOTHING ? 0 : first;
  const goal = max(max(start * tolerance * tolerance, floor * floor), NOTHING);
  const patience = <f64>(3 * n + PATIENCE);
  let squared = load<f64>(numbers, number.SQUARED << 3);
  let before = load<f64>(numbers, number.PRECONDITIONED_DOT << 3);
  let least = squared;
  let since: f64 = 0;
  let restarts = 0;
  let iterations: f64 = 0;
  while (squared > goal && iterations < most) {
    if (since == patience) {
      if (restarts++ > 0) break;
      store<u32>(system, 1, at.HAS_START << 2);
      beginAll(system, chunks);
      before = load<f64>(numbers, number.PRECONDITIONED_DOT << 3);
      since = 0;
    }
    const curvature = multiplyAll(system, chunks, word(system, at.DIRECTION));
    if (curvature == 0 || isNaN(curvature)) break;
    updateAll(system, chunks, before / curvature);
    squared = load<f64>(numbers, number.SQUARED << 3);
    const after = load<f64>(numbers, number.PRECONDITIONED_DOT << 3);
    store<f64>(numbers, after / before, number.BETA << 3);
    before = after;
    run(ids.TURN_DIRECTION, system, chunks);
    iterations++;
    since++;
    if (squared < least) {
      least = squared;
      since = 0;
    }
  }
  const y = word(system, at.SOLUTION);
  const size = (<usize>n) << 4;
  if (restarts > 1 && squared > start) {
    // further off than nothing at all
    memory.fill(y, 0, size);
    squared = start;
  }
  if (HAS_CONTACT && load<u32>(bound, at.SLIDER_COUNT << 2) > 0) {
    const inertia = word(system, at.INERTIA);
    for (let o: usize = 0; o < size; o += 16) v128.store(q + o, mul(v128.load(inertia + o), v128.load(y + o)));
    store<u32>(system, <u32>y, at.FROM << 2);
    run(ids.MULTIPLY, system, chunks);
    gripRows(bound, y, q);
    tieRows(bound, y, q);
  }
  if (!(start < Infinity)) memory.copy(y, word(system, at.RESIDUAL), size); // no finite solution: the step must see it
  store<f64>(numbers, iterations, number.ITERATIONS << 3);
  store<f64>(numbers, start == 0 ? 0 : sqrt(squared / start), number.RESIDUAL << 3);
  store<f64>(numbers, squared <= goal ? 1 : 0, number.CONVERGED << 3);
  store<f64>(numbers, restarts > 1 ? 1 : 0, number.STAGNATED << 3);
}
