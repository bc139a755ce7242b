import { owedTime, STEP_SLACK } from "../core/update-options.ts";

/** The time of a world. It goes on while groups of cloths sleep or have failed, by the rule of `Simulation.update`. */
export interface WorldClock {
  readonly timestep: number;
  /** Of the last step [s], and that which is shown. */
  readonly time: number;
  readonly displayTime: number;
  readonly steps: number;
  /** Time owed to the caller [s], less than a step. */
  readonly owed: number;
  /** Takes so many seconds in; returns the number of steps that are due. */
  advance(seconds: number, maxSteps: number): number;
  reset(): void;
}

export function createClock(timestep: number): WorldClock {
  let owed = 0;
  let steps = 0;
  return {
    timestep,
    get time() {
      return steps * timestep;
    },
    get displayTime() {
      return steps === 0 ? 0 : (steps - 1) * timestep + owed;
    },
    get steps() {
      return steps;
    },
    get owed() {
      return owed;
    },
    advance(seconds, maxSteps) {
      owed = owedTime(owed, Math.max(0, seconds), maxSteps, timestep);
      let due = 0;
      for (; owed >= timestep * (1 - STEP_SLACK); due++) owed = Math.max(0, owed - timestep);
      steps += due;
      return due;
    },
    reset() {
      owed = 0;
      steps = 0;
    },
  };
}
