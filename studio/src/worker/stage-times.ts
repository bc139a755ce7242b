import { type Profile, STAGES, type StepStage } from "drape";
import { type Spread, spreadOf } from "drape/inspect";

/**
 * What the steps of the last two seconds or so took, by stage: gathered in batches, of which the last few count. Adding a step allocates nothing.
 */
export interface StageTimes {
  /** Keeps the times of a step, and tells what it took with all its stages [ms]. */
  add(profile: Profile): number;
  /** Closes the current batch of steps; a batch without steps leaves what counts as it is. */
  flush(): void;
  /** Mean of each stage [ms]; empty before the first batch is closed. */
  mean(): Profile;
  /** [ms] */
  spread(): StepSpread;
  clear(): void;
}

/** How the times of steps spread: of each stage for itself, and of the whole step. */
export interface StepSpread extends Readonly<Record<StepStage, Spread>> {
  readonly step: Spread;
}

/** Batches that count; while it plays, one is closed every tenth of a second. */
const REMEMBERED_BATCHES = 20;
/** Of more steps than these, the newest count. */
const MOST_STEPS = 512;

export function createStageTimes(): StageTimes {
  /** Rings of milliseconds: one a stage, and one for the whole step. */
  const stages = STAGES.map(() => new Float64Array(MOST_STEPS));
  const whole = new Float64Array(MOST_STEPS);
  const sorted = new Float64Array(MOST_STEPS);
  /** Steps so far, and those before each batch that counts; the last is the current batch. */
  let steps = 0;
  const starts = [0];

  /** The first step that counts. */
  function first(): number {
    return Math.max(starts[0], steps - MOST_STEPS);
  }

  /** Those times of a ring that count, in the scratch array. */
  function countedOf(ring: Float64Array): Float64Array {
    const from = first();
    const end = starts[starts.length - 1];
    for (let n = from; n < end; n++) sorted[n - from] = ring[n % MOST_STEPS];
    return sorted.subarray(0, Math.max(0, end - from));
  }

  return {
    add(profile) {
      const place = steps % MOST_STEPS;
      let sum = 0;
      for (let s = 0; s < STAGES.length; s++) {
        const ms = profile[STAGES[s]];
        stages[s][place] = ms;
        sum += ms;
      }
      whole[place] = sum;
      steps++;
      return sum;
    },
    flush() {
      if (steps === starts[starts.length - 1]) return;
      starts.push(steps);
      if (starts.length > REMEMBERED_BATCHES + 1) starts.shift();
    },
    mean() {
      const times = STAGES.map((stage, s) => [stage, meanOf(countedOf(stages[s]))] as const);
      return (starts.length === 1 ? {} : Object.fromEntries(times)) as Profile;
    },
    spread() {
      const spreads = STAGES.map((stage, s) => [stage, spreadOf(countedOf(stages[s]))] as const);
      return { ...(Object.fromEntries(spreads) as Record<StepStage, Spread>), step: spreadOf(countedOf(whole)) };
    },
    clear() {
      steps = 0;
      starts.splice(0, starts.length, 0);
    },
  };
}

function meanOf(times: Float64Array): number {
  let sum = 0;
  for (const ms of times) sum += ms;
  return sum / times.length;
}
