import type { ClockState } from "../sim/set-clock.ts";
import type { WorldClock } from "./clock.ts";

/** A time of a world, which another clock can be set to: then both tell the same to the last bit. Plain data. */
export interface SavedClock extends ClockState {
  readonly first: ClockState;
  readonly timestep: number;
}

export function saveClock({ time, steps, owed, isWhole, first, timestep }: WorldClock): SavedClock {
  return { time, steps, owed, isWhole, first, timestep };
}

export function restoreClock(clock: WorldClock, saved: SavedClock): void {
  clock.set(saved, saved.timestep, saved.first);
}
