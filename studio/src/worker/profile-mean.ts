import type { Profile } from "drape";

/** What steps took over the last second or so, the mean of each stage among it: gathered in batches, of which the last few count. */
export interface ProfileMean {
  add(profile: Profile): void;
  /** Closes the current batch of steps; a batch without steps leaves the mean standing. */
  flush(): void;
  mean(): Profile;
  /** What 95 of 100 steps did not exceed, and the longest [ms]; 0 where there were none. */
  spread(): StepSpread;
  clear(): void;
}

export interface StepSpread {
  readonly p95: number;
  readonly worst: number;
}

/** Batches that count; while it plays, one is closed every tenth of a second. */
const REMEMBERED_BATCHES = 10;
const P95 = 0.95;

interface Batch {
  readonly sums: Map<string, number>;
  /** Of each step, all stages together [ms]. */
  readonly steps: number[];
}

export function createProfileMean(): ProfileMean {
  let current: Batch = { sums: new Map(), steps: [] };
  let batches: Batch[] = [];

  function addTo(sums: Map<string, number>, times: Iterable<[stage: string, ms: number]>): void {
    for (const [stage, ms] of times) sums.set(stage, (sums.get(stage) ?? 0) + ms);
  }

  return {
    add(profile) {
      addTo(current.sums, Object.entries(profile));
      current.steps.push(Object.values(profile).reduce((sum, ms) => sum + ms, 0));
    },
    flush() {
      if (current.steps.length === 0) return;
      batches = [...batches, current].slice(-REMEMBERED_BATCHES);
      current = { sums: new Map(), steps: [] };
    },
    mean() {
      const all = new Map<string, number>();
      for (const { sums } of batches) addTo(all, sums);
      const count = batches.reduce((sum, { steps }) => sum + steps.length, 0);
      return Object.fromEntries([...all].map(([stage, sum]) => [stage, sum / count])) as unknown as Profile;
    },
    spread() {
      const sorted = batches.flatMap(({ steps }) => steps).sort((a, b) => a - b);
      return { p95: sorted[Math.ceil(P95 * sorted.length) - 1] ?? 0, worst: sorted.at(-1) ?? 0 };
    },
    clear() {
      current = { sums: new Map(), steps: [] };
      batches = [];
    },
  };
}
