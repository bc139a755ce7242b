import type { World } from "drape";

/** Keeps a world in step with the clock while it plays. */
export interface PlayClock {
  readonly isPlaying: boolean;
  /** Simulated seconds per real second, as they should be. */
  speed: number;
  /** From the simulated time [s] where it stands. */
  play(time: number): void;
  stop(): void;
  /** The simulated time was set. */
  restart(time: number): void;
  /** Once a frame: asks the world for the time since the last one; a step takes it so long [ms]. */
  advance(world: World, stepTime: number): void;
  /** Simulated seconds per real second, as they were in the last window; the world is at this time [s]. */
  ratio(time: number): number;
}

/**
 * The steps of an update may take as long as the page takes for a frame, which it draws meanwhile, within these limits [ms]: a slow simulation is shown often
 * rather than in leaps, and slower; where drawing is slow, time goes on.
 */
const LEAST_UPDATE = 33;
const LONGEST_UPDATE = 1000;
/** What a long frame counts for in the next one. */
const REMEMBERED = 0.8;
/** What a step takes as long as nothing is known of it [ms]. */
const UNKNOWN_STEP = 10;
/** Length of the window in which the ratio is measured [s]. */
const RATIO_WINDOW = 0.5;

export function createPlayClock(now: () => number = () => performance.now() / 1000): PlayClock {
  let isPlaying = false;
  let at = 0;
  let opened = { at: 0, time: 0 };
  let ratio = 0;
  /** About the longest of the last frames [s]. */
  let frame = 0;

  function restart(time: number): void {
    at = now();
    opened = { at, time };
    ratio = 0;
  }

  const clock: PlayClock = {
    get isPlaying() {
      return isPlaying;
    },
    speed: 1,
    play(time) {
      if (!isPlaying) restart(time);
      isPlaying = true;
    },
    stop() {
      isPlaying = false;
    },
    restart,
    advance(world, stepTime) {
      if (!isPlaying) return;
      const seconds = now() - at;
      at += seconds;
      frame = Math.max(seconds, REMEMBERED * frame);
      const room = Math.min(Math.max(LEAST_UPDATE, 1000 * frame), LONGEST_UPDATE);
      const most = Math.floor(room / (stepTime > 0 ? stepTime : UNKNOWN_STEP));
      world.update(seconds * clock.speed, { maxSteps: Math.max(1, most) });
    },
    ratio(time) {
      if (!isPlaying) return 0;
      const elapsed = now() - opened.at;
      if (elapsed >= RATIO_WINDOW) {
        ratio = (time - opened.time) / elapsed;
        opened = { at: opened.at + elapsed, time };
      }
      return ratio;
    },
  };
  return clock;
}
