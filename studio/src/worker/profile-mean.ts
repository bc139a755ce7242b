import type { Profile } from "drape";

/** The mean time a step spends in each stage, over the last second or so: gathered in batches, of which the last few count. */
export interface ProfileMean {
  add(profile: Profile): void;
  /** Closes the current batch of steps; a batch without steps leaves the mean standing. */
  flush(): void;
  mean(): Profile;
  clear(): void;
}

/** Batches that count; while it plays, one is closed every tenth of a second. */
const REMEMBERED_BATCHES = 10;

interface Batch {
  readonly sums: Map<string, number>;
  count: number;
}

export function createProfileMean(): ProfileMean {
  let current: Batch = { sums: new Map(), count: 0 };
  let batches: Batch[] = [];

  function addTo(sums: Map<string, number>, times: Iterable<[stage: string, ms: number]>): void {
    for (const [stage, ms] of times) sums.set(stage, (sums.get(stage) ?? 0) + ms);
  }

  return {
    add(profile) {
      addTo(current.sums, Object.entries(profile));
      current.count++;
    },
    flush() {
      if (current.count === 0) return;
      batches = [...batches, current].slice(-REMEMBERED_BATCHES);
      current = { sums: new Map(), count: 0 };
    },
    mean() {
      const all = new Map<string, number>();
      for (const { sums } of batches) addTo(all, sums);
      const steps = batches.reduce((sum, { count }) => sum + count, 0);
      return Object.fromEntries([...all].map(([stage, sum]) => [stage, sum / steps])) as unknown as Profile;
    },
    clear() {
      current = { sums: new Map(), count: 0 };
      batches = [];
    },
  };
}
