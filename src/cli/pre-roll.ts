import { setClock } from "../sim/set-clock.ts";
import { runOf, type Simulation } from "../sim/simulation.ts";
import { BrokenOff, createBreakable, hearSignals } from "./breakable.ts";
import type { Job } from "./files.ts";

/** Between two looks at the clock, so that an interrupt is seen. */
const YIELD_MS = 50;

/**
 * Simulates so many steps before time 0, from which on everything is as at the start of the scene but for how the cloth lies and moves. The simulation is of a
 * scene that stands until its start. False where it was interrupted.
 */
export async function preRoll(
  simulation: Simulation,
  steps: number,
  { progress, isInterrupted }: Pick<Job, "progress" | "isInterrupted">,
): Promise<boolean> {
  const run = runOf(simulation);
  const clock = { steps: 0, owed: 0, isWhole: true };
  setClock(run, { ...clock, time: -steps * simulation.timestep });
  const breakable = createBreakable();
  let yielded = performance.now();
  if (steps > 0) await hearSignals();
  for (let n = 0; n < steps && !isInterrupted(); n++) {
    try {
      breakable(() => simulation.step());
    } catch (error) {
      if (error instanceof BrokenOff) return false;
      throw error;
    }
    if (performance.now() - yielded < YIELD_MS) continue;
    progress.show(n + 1, steps, "before the start");
    await hearSignals();
    if (isInterrupted()) return false;
    yielded = performance.now();
  }
  progress.clear();
  setClock(run, { ...clock, time: 0 });
  return !isInterrupted();
}
