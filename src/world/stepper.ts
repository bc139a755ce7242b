import { InputError } from "../core/errors.ts";
import { readInteger, readObject } from "../core/read.ts";
import type { Host } from "./host.ts";
import type { StepOptions, World } from "./world.ts";
import type { WorldKeep } from "./world-keep.ts";

/** Takes whole steps of a world. */
export interface Stepper extends Pick<World, "step"> {
  readonly isStepping: boolean;
}

/** How long steps are taken without a look around [ms]. */
const STRETCH = 50;

export function createStepper(host: () => Host, keep: WorldKeep): Stepper {
  let isStepping = false;

  /** As many at once as fit between two looks. */
  async function take(count: number, { signal, onProgress }: StepOptions): Promise<void> {
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

  return {
    get isStepping() {
      return isStepping;
    },
    async step(count = 1, options = {}) {
      readInteger(count, "count", { min: 0 });
      readObject(options, "options", ["signal", "onProgress"]);
      host();
      if (isStepping) throw new InputError("step", "a call before the last has resolved", "await it");
      if (keep.failure !== undefined) throw keep.failure;
      isStepping = true;
      try {
        await take(count, options);
      } finally {
        isStepping = false;
      }
    },
  };
}
