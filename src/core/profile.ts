/** The stages of one step, in order; `profile` tells the milliseconds each took. */
export const STAGES = ["drive", "forces", "solve", "collide", "advance", "measure"] as const;
export type StepStage = (typeof STAGES)[number];
export type Profile = Readonly<Record<StepStage, number>>;

export const DRIVE = 0;
export const FORCES = 1;
export const SOLVE = 2;
export const COLLIDE = 3;
export const ADVANCE = 4;
export const MEASURE = 5;

/** A stopwatch with one dial a stage. Allocates nothing while it runs. */
export interface StageClock {
  /** Sets every dial to zero and starts. */
  start(): void;
  /** Gives the time since the last call to this stage's dial. */
  lap(stage: number): void;
  /** Milliseconds by stage since `start`. */
  read(): Profile;
}

export function createStageClock(): StageClock {
  const spent = new Float64Array(STAGES.length);
  const last = new Float64Array(1);
  return {
    start() {
      spent.fill(0);
      last[0] = performance.now();
    },
    lap(stage) {
      const now = performance.now();
      spent[stage] += now - last[0];
      last[0] = now;
    },
    read: () => Object.fromEntries(STAGES.map((stage, k) => [stage, spent[k]])) as Profile,
  };
}
