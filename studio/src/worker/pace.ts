/** How the worker keeps step with the clock: it owes simulated time and pays it in slices of at most one step. */
export interface Pace {
  /** Simulated seconds per real second. */
  speed: number;
  /** Simulated time owed [s]. */
  debt: number;
  /** The clock at the last call [s]. */
  clock: number;
  /** Simulated time paid since the ratio's window opened, and when that was [s]. */
  paid: number;
  windowStart: number;
  /** Simulated seconds per real second, over the last window. */
  ratio: number;
}

/** The most simulated time the worker runs after [s]; a slower computer shows slower motion instead of falling behind. */
const LARGEST_DEBT = 0.1;
/** Length of the window in which the ratio is measured [s]. */
const RATIO_WINDOW = 0.5;

export function createPace(): Pace {
  return { speed: 1, debt: 0, clock: 0, paid: 0, windowStart: 0, ratio: 0 };
}

/** Starts to count at `now` [s] with nothing owed: after a pause, a load, a hidden tab. */
export function restartPace(pace: Pace, now: number): void {
  pace.clock = now;
  pace.debt = 0;
  pace.paid = 0;
  pace.windowStart = now;
  pace.ratio = 0;
}

/** The simulated time to advance by at `now` [s]: at most one step, so that commands are seen between steps. */
export function takeSlice(pace: Pace, now: number, timestep: number): number {
  pace.debt = Math.min(LARGEST_DEBT, pace.debt + Math.max(0, now - pace.clock) * pace.speed);
  pace.clock = now;
  const slice = Math.min(pace.debt, timestep);
  pace.debt -= slice;
  pace.paid += slice;
  const elapsed = now - pace.windowStart;
  if (elapsed >= RATIO_WINDOW) {
    pace.ratio = pace.paid / elapsed;
    pace.paid = 0;
    pace.windowStart = now;
  }
  return slice;
}
