// A job is cut into chunks, always the same ones, which the threads of a team take as they come: the result of a chunk depends on no
// other chunk, so that the bits are the same whichever thread takes it. The caller takes part and never waits for a thread that has not begun: where all
// others sleep, it does everything itself.
import { ARGUMENTS, ASLEEP, DONE, JOB, TICKET } from "../../layout/team-words";
import { runChunk } from "./jobs";
import { awaitWord, becomeHelper, NAP, SPINS, tellOf } from "./waiting";

/** Runs all chunks of a job, as one of the team. `args` holds its arguments, of which the first is where the ranges of the chunks are. */
export function run(job: i32, args: usize, chunks: i32): void {
  if (!ASC_FEATURE_THREADS) {
    for (let chunk = 0; chunk < chunks; chunk++) runChunk(job, args, <usize>chunk);
    return;
  }
  store<i32>(JOB, job);
  store<u32>(ARGUMENTS, <u32>args);
  atomic.store<i32>(DONE, 0);
  const generation = (atomic.load<u32>(TICKET) >> 16) + 1;
  atomic.store<u32>(TICKET, (generation << 16) | (chunks << 8));
  if (atomic.load<i32>(ASLEEP) > 0) atomic.notify(TICKET);
  takeChunks();
  awaitWord(DONE, chunks);
}

// @ts-ignore: decorator
@inline
function hasChunk(ticket: u32): bool {
  return (ticket & 255) < ((ticket >> 8) & 255);
}

/** Takes chunks as long as there are any; true if there was one. */
function takeChunks(): bool {
  let took = false;
  while (hasChunk(atomic.load<u32>(TICKET))) {
    const ticket = atomic.add<u32>(TICKET, 1);
    if (!hasChunk(ticket)) break;
    runChunk(load<i32>(JOB), <usize>load<u32>(ARGUMENTS), <usize>(ticket & 255));
    atomic.add<i32>(DONE, 1);
    tellOf(DONE);
    took = true;
  }
  return took;
}

/** A thread of the team: takes chunks of whatever job there is, until nobody has had any for a while. */
export function work(): void {
  if (!ASC_FEATURE_THREADS) return;
  becomeHelper();
  for (let idle = 0; ; idle++) {
    if (takeChunks()) idle = 0;
    if (idle < SPINS) continue;
    const seen = atomic.load<u32>(TICKET);
    if (hasChunk(seen)) continue;
    atomic.add<i32>(ASLEEP, 1);
    const woken = atomic.wait<u32>(TICKET, seen, NAP);
    atomic.sub<i32>(ASLEEP, 1);
    if (woken == 2) return; // nobody has
    idle = 0;
  }
}
