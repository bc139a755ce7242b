import { createPace, restartPace, takeWholeSteps } from "./pace.ts";

/** One of the simulations that go in step. */
export interface Runner {
  /** Simulates so many ticks more. */
  advance(ticks: number): void;
  /** Whether it has done what it was asked for, and what it then looked like is here. */
  readonly arrived: boolean;
  /** It has stopped for good and is not waited for. */
  readonly failed: boolean;
  /** What a tick takes it [s], as far as it is known. */
  readonly cost: number;
}

/**
 * Simulations that are shown at the same simulated times only. They advance in rounds of whole ticks, a tick being the longest of
 * their time steps; a round ends when the slowest has arrived. So the slowest sets the pace, and the others rest meanwhile.
 */
export interface Lockstep {
  /** The ticks that all have reached. */
  readonly ticks: number;
  /** Simulated seconds per real second. */
  readonly ratio: number;
  setPlaying(playing: boolean, now: number): void;
  setSpeed(factor: number): void;
  /** Takes so many ticks besides, however long it takes; returns the tick at which that is done. */
  owe(ticks: number): number;
  /** All go back to the start, or were replaced; `tick` [s]. What was owed is let go. */
  restart(tick: number, now: number): void;
  /** Call it once a frame, at `now` [s]. True when all have arrived: the moment to show them. Then the next round begins. */
  poll(runners: readonly Runner[], now: number): boolean;
}

/** The longest that a round should take [s]: a slow simulation is shown often rather than in leaps. */
const LONGEST_ROUND = 0.1;

/** The most ticks that fit into a round when the slowest takes so long for one [s]; one where nothing is known. */
export function mostTicks(slowest: number): number {
  return Math.max(1, Math.floor(slowest > 0 ? LONGEST_ROUND / slowest : 1));
}

export function createLockstep(): Lockstep {
  const pace = createPace();
  let tick = 1;
  let ticks = 0;
  let asked = 0;
  let owed = 0;
  let playing = false;
  let waiting = false;

  function endRound(runners: readonly Runner[]): boolean {
    if (!waiting || !runners.every(({ arrived, failed }) => arrived || failed)) return false;
    waiting = false;
    ticks = asked;
    return true;
  }

  function beginRound(runners: readonly Runner[], now: number): void {
    const standing = runners.filter(({ failed }) => !failed);
    if (waiting || standing.length === 0) return;
    const most = mostTicks(Math.max(...standing.map(({ cost }) => cost)));
    const count = owed > 0 ? Math.min(owed, most) : playing ? takeWholeSteps(pace, now, tick, most) : 0;
    if (count === 0) return;
    owed = Math.max(0, owed - count);
    asked += count;
    waiting = true;
    for (const runner of standing) runner.advance(count);
  }

  return {
    get ticks() {
      return ticks;
    },
    get ratio() {
      return playing ? pace.ratio : 0;
    },
    setPlaying(next, now) {
      if (next && !playing) restartPace(pace, now);
      playing = next;
    },
    setSpeed(factor) {
      pace.speed = factor;
    },
    owe(count) {
      owed += count;
      return asked + owed;
    },
    restart(next, now) {
      tick = next;
      ticks = 0;
      asked = 0;
      owed = 0;
      waiting = true;
      restartPace(pace, now);
    },
    poll(runners, now) {
      const reached = endRound(runners);
      beginRound(runners, now);
      return reached;
    },
  };
}
