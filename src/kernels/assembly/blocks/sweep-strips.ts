// Several Gauss–Seidel sweeps at once, to the bit as one after the other (src/kernels/blocks/sweep-strips.ts): a strip is swept as soon as those before it that
// touch it have done as many sweeps, and those behind it one less.
import * as at from "../../layout/block-words";
import { awaitWord, setWord, takeNext } from "../shared/waiting";
import { word } from "../shared/words";
import { sweepBlocks } from "./block-sweep";

/** Takes tasks, (sweep << 16 | strip) each, as long as there are any. They stand so that what one waits for has been taken before it. */
export function sweepStrips(system: usize): void {
  const ranges = word(system, at.STRIP_RANGES);
  const tasks = word(system, at.TASKS);
  const count = <i32>word(system, at.TASK_COUNT);
  const sweeps = <i32>word(system, at.SWEEPS);
  const nearStart = word(system, at.NEAR_START);
  const near = word(system, at.NEAR);
  const progress = word(system, at.PROGRESS);
  const y = word(system, at.TO);
  for (let t = takeNext(word(system, at.NEXT_TASK)); t < count; t = takeNext(word(system, at.NEXT_TASK))) {
    const task = load<u32>(tasks + ((<usize>t) << 2));
    const sweep = <i32>(task >> 16);
    const strip = task & 0xffff;
    if (sweep >= sweeps) continue;
    if (ASC_FEATURE_THREADS) {
      const start = nearStart + ((<usize>strip) << 2);
      for (let k = load<u32>(start), end = load<u32>(start, 4); k < end; k++) {
        const other = load<u32>(near + ((<usize>k) << 2));
        awaitWord(progress + ((<usize>other) << 2), other < strip ? sweep + 1 : sweep);
      }
    }
    const range = ranges + ((<usize>strip) << 3);
    sweepBlocks(load<i32>(range), load<i32>(range, 4), system, y, y);
    setWord(progress + ((<usize>strip) << 2), sweep + 1);
  }
}
