import type { Run } from "./run.ts";

/** A time that a run goes on from: of its last step [s], how many there were, what is owed to the caller of `update` [s], whether the last is shown whole. */
export interface ClockState {
  readonly time: number;
  readonly steps: number;
  readonly owed: number;
  readonly isWhole: boolean;
}

export function setClock(run: Run, { time, steps, owed, isWhole }: ClockState): void {
  const { rig, setup, frame } = run;
  rig.state.time = time;
  rig.state.timeCarry = 0;
  rig.state.steps = steps;
  run.owed = owed;
  run.blend = owed / setup.timestep;
  run.isWhole = isWhole;
  frame.start = time + owed;
  frame.end = time + owed;
}

export function readClock({ rig: { state }, owed, isWhole }: Run): ClockState {
  return { time: state.time, steps: state.steps, owed, isWhole };
}
