import { owedTime, STEP_SLACK } from "../core/update-options.ts";
import type { ClockState } from "../sim/set-clock.ts";

/** The time of a world. It goes on while groups of cloths sleep or have failed, by the rule of `Simulation.update`. */
export interface WorldClock extends ClockState {
  readonly timestep: number;
  /** The time that is shown [s]. */
  readonly displayTime: number;
  /** The time when so many more steps are taken [s]. */
  timeAfter(count: number): number;
  /** Takes so many seconds in; returns the number of steps that are due. */
  advance(seconds: number, maxSteps: number): number;
  /** Takes one step, which is shown whole. */
  step(): void;
  /** Goes on from another time, with steps of another length. */
  set(state: ClockState, timestep?: number): void;
  reset(timestep?: number): void;
  /** All of it, and the same put into another clock, which then tells the same time to the last bit. */
  save(): SavedClock;
  restore(saved: SavedClock): void;
}

/** Plain data. */
export interface SavedClock {
  readonly first: ClockState;
  readonly timestep: number;
  readonly steps: number;
  readonly owed: number;
  readonly isWhole: boolean;
}

const START: ClockState = { time: 0, steps: 0, owed: 0, isWhole: true };

export function createClock(length: number): WorldClock {
  let timestep = length;
  let { steps, owed, isWhole } = START;
  /** Where steps of this length began. */
  let first = START;

  const timeAfter = (count: number): number => first.time + (steps + count - first.steps) * timestep;
  const time = (): number => timeAfter(0);

  function set({ time, steps: count, owed: debt, isWhole: whole }: ClockState, next = timestep): void {
    first = { time, steps: count, owed: debt, isWhole: whole };
    timestep = next;
    steps = count;
    isWhole = whole;
    owed = Math.min(debt, timestep * (1 - 2 * STEP_SLACK));
  }

  return {
    get timestep() {
      return timestep;
    },
    get time() {
      return time();
    },
    get displayTime() {
      return isWhole ? time() : time() - timestep + owed;
    },
    get steps() {
      return steps;
    },
    get owed() {
      return owed;
    },
    get isWhole() {
      return isWhole;
    },
    timeAfter,
    advance(seconds, maxSteps) {
      owed = owedTime(owed, Math.max(0, seconds), maxSteps, timestep);
      let due = 0;
      for (; owed >= timestep * (1 - STEP_SLACK); due++) owed = Math.max(0, owed - timestep);
      steps += due;
      if (due > 0) isWhole = false;
      return due;
    },
    step() {
      steps++;
      isWhole = true;
    },
    set,
    reset: (next) => set(START, next),
    save: () => ({ first, timestep, steps, owed, isWhole }),
    restore(saved) {
      ({ first, timestep, steps, owed, isWhole } = saved);
    },
  };
}
