import type { Profile } from "drape";

/** The mean time a step spends in each stage, gathered over the steps between two looks. */
export interface ProfileMean {
  add(profile: Profile): void;
  /** Closes the current batch of steps; a batch without steps leaves the last mean standing. */
  flush(): void;
  mean(): Profile;
  clear(): void;
}

export function createProfileMean(): ProfileMean {
  let sums = new Map<string, number>();
  let count = 0;
  let last: Record<string, number> = {};
  return {
    add(profile) {
      for (const [stage, ms] of Object.entries(profile)) sums.set(stage, (sums.get(stage) ?? 0) + ms);
      count++;
    },
    flush() {
      if (count === 0) return;
      last = Object.fromEntries([...sums].map(([stage, sum]) => [stage, sum / count]));
      sums = new Map();
      count = 0;
    },
    mean() {
      return last as unknown as Profile;
    },
    clear() {
      sums = new Map();
      count = 0;
      last = {};
    },
  };
}
