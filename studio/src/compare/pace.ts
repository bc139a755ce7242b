/** How simulations keep step with the clock: they owe simulated time and pay it in whole steps. */
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

/** The whole steps to take at `now` [s], at most `most`. */
export function takeWholeSteps(pace: Pace, now: number, timestep: number, most: number): number {
  owe(pace, now, Math.max(LARGEST_DEBT, timestep));
  const steps = Math.min(most, Math.floor(pace.debt / timestep));
  pay(pace, now, steps * timestep);
  return steps;
}

function owe(pace: Pace, now: number, largest: number): void {
  pace.debt = Math.min(largest, pace.debt + Math.max(0, now - pace.clock) * pace.speed);
  pace.clock = now;
}

function pay(pace: Pace, now: number, seconds: number): void {
  pace.debt -= seconds;
  pace.paid += seconds;
  const elapsed = now - pace.windowStart;
  if (elapsed < RATIO_WINDOW) return;
  pace.ratio = pace.paid / elapsed;
  pace.paid = 0;
  pace.windowStart = now;
}
