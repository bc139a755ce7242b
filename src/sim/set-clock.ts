import type { Run } from "./run.ts";

/** Sets the time of a run: of its last step [s], how many there were, and what is owed to the caller of `update` [s]. */
export function setClock(run: Run, { time, steps, owed }: { readonly time: number; readonly steps: number; readonly owed: number }): void {
  const { rig, setup, frame } = run;
  rig.state.time = time;
  rig.state.timeCarry = 0;
  rig.state.steps = steps;
  run.owed = owed;
  run.blend = owed / setup.timestep;
  run.isWhole = steps === 0;
  frame.start = time + owed;
  frame.end = time + owed;
}
