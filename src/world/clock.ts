import { owedTime, STEP_SLACK } from "../core/update-options.ts";
import type { ClockState } from "../sim/set-clock.ts";

/** The time of a world. It goes on while groups of cloths sleep or have failed, by the rule of `Simulation.update`. */
export interface WorldClock extends ClockState {
  readonly timestep: number;
  /** The time that is shown [s]. */
  readonly displayTime: number;
  /** Takes so many seconds in; returns the number of steps that are due. */
  advance(seconds: number, maxSteps: number): number;
  /** Takes one step, which is shown whole. */
  step(): void;
  /** Goes on from another time, with steps of another length. */
  set(state: ClockState, timestep?: number, first?: ClockState): void;
  reset(timestep?: number): void;
  /** Where steps of this length began. */
  readonly first: ClockState;
}

const START: ClockState = { time: 0, steps: 0, owed: 0, isWhole: true };

export function createClock(length: number): WorldClock {
  let timestep = length;
  let { steps, owed, isWhole } = START;
  /** Where steps of this length began. */
  let first = START;

  const time = (): number => first.time + (steps - first.steps) * timestep;

  function set({ time, steps: count, owed: debt, isWhole: whole }: ClockState, next = timestep, from?: ClockState): void {
    first = from ?? { time, steps: count, owed: debt, isWhole: whole };
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
    get first() {
      return first;
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
  };
}
