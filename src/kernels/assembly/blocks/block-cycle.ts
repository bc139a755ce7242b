// The V-cycle that preconditions conjugate gradients besides inverse diagonal blocks (src/linalg/multigrid/cycle-preconditioner.ts), in single precision.

import * as at from "../../layout/block-words";
import * as ids from "../../layout/job-ids";
import { madd } from "../shared/simd";
import { run } from "../shared/team";
import { word } from "../shared/words";
import { dot } from "./block-pcg-phases";
import { projectRows } from "./block-rows-bound";

/** What the cycle counts: src/linalg/multigrid/cycle-preconditioner.ts has the same. */
const SHARE: f32 = 3;

/** u = P B r, z += 3 u, and what is left of r·z; P takes the normals of sliders out, of which r has none */
export function runCycle(system: usize, chunks: i32): void {
  const list = word(system, at.CYCLE_JOBS);
  const end = list + (word(system, at.CYCLE_COUNT) << 3);
  for (let job = list; job < end; job += 8) run(ids.ADD_ROWS, <usize>load<u32>(job), load<i32>(job, 4));
  projectRows(word(system, at.BOUND), word(system, at.CYCLE_RESULT));
  run(ids.ADD_CYCLE, system, chunks);
}

/** z += 3 u; r·z beside what is left of r·r */
export function addCycle(first: i32, last: i32, system: usize, part: usize): void {
  const share = f32x4.splat(SHARE);
  const r = word(system, at.RESIDUAL);
  const z = word(system, at.PRECONDITIONED);
  const u = word(system, at.CYCLE_RESULT);
  const from = (<usize>first) << 4;
  const size = (<usize>last) << 4;
  for (let o = from; o < size; o += 16) v128.store(z + o, madd(share, v128.load(u + o), v128.load(z + o)));
  store<f64>(part, dot(from, size, r, z), 8);
}
