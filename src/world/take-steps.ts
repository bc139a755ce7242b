import { readInteger, readObject } from "../core/read.ts";
import type { Host } from "./host.ts";
import type { StepOptions } from "./world.ts";
import type { WorldKeep } from "./world-keep.ts";

/** How long steps are taken without a look around [ms]. */
const STRETCH = 50;

/** Takes whole steps of a world, as many at once as fit between two looks. */
export async function takeSteps(host: () => Host, keep: WorldKeep, count: number, options: StepOptions): Promise<void> {
  readInteger(count, "count", { min: 0 });
  const { signal, onProgress }: StepOptions = readObject(options, "options", ["signal", "onProgress"]);
  host();
  if (keep.failure !== undefined) throw keep.failure;
  let atOnce = 1;
  for (let taken = 0; taken < count; ) {
    signal?.throwIfAborted();
    const start = performance.now();
    const done = await host().step(Math.min(atOnce, count - taken), signal);
    const cost = (performance.now() - start) / Math.max(1, done);
    taken += done;
    await host().show();
    if (keep.failure !== undefined) throw keep.failure;
    atOnce = Math.max(1, Math.min(4 * atOnce, Math.floor(STRETCH / Math.max(cost, 1e-3))));
    onProgress?.(taken / count);
    if (taken < count) await new Promise((resolve) => setTimeout(resolve)); // others have their turn, also in this thread
  }
}
