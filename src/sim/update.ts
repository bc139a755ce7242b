import { describeValue, InputError, NumericalError } from "../core/errors.ts";
import { checkUpdate, MAX_STEPS_PER_UPDATE, type OnStep, owedTime, STEP_SLACK, type UpdateOptions } from "../core/update-options.ts";
import type { Run, SimulationEvents } from "./run.ts";
import { step } from "./step.ts";

/** A single step of h seconds, for the caller of `step`. */
export function takeStep(run: Run, h: number): void {
  if (!(typeof h === "number" && h > 0 && h < Number.POSITIVE_INFINITY)) {
    throw new InputError("h", describeValue(h), "give a time step above 0 s");
  }
  refuseWithin(run, "step");
  step(run, h);
  run.failure = undefined;
  run.isWhole = true; // single steps are shown whole, also by an `update` that follows
  run.blend = 1;
  const errors: unknown[] = [];
  tellTear(run, errors);
  if (errors.length > 0) throw errors[0];
}

/** Takes the steps that the time asks for; returns how many. See `Simulation.update`. */
export function update(run: Run, seconds: number, options: UpdateOptions | OnStep | undefined): number {
  checkUpdate(seconds, options);
  const onStep = typeof options === "function" ? options : options?.onStep;
  const maxSteps = (typeof options === "function" ? undefined : options?.maxSteps) ?? MAX_STEPS_PER_UPDATE;
  refuseWithin(run, "update");
  if (!(seconds > 0) || run.failure !== undefined) return 0;
  run.frame.start = run.rig.state.time + run.owed;
  run.owed = owedTime(run.owed, seconds, maxSteps, run.setup.timestep);
  run.frame.end = run.rig.state.time + run.owed;
  run.bodies.depart();
  run.rig.drive.depart();
  const errors: unknown[] = [];
  const taken = takeOwedSteps(run, onStep, errors);
  if (run.failure !== undefined) tell(run, "unstable", run.failure, errors);
  if (errors.length > 0) throw errors[0];
  return taken;
}

/** Errors of listeners wait in `errors` until the steps are taken. One of `onStep` ends them. */
function takeOwedSteps(run: Run, onStep: OnStep | undefined, errors: unknown[]): number {
  const { timestep } = run.setup;
  let taken = 0;
  run.isStepping = true;
  try {
    while (run.owed >= timestep * (1 - STEP_SLACK)) {
      onStep?.(run.rig.state.time + timestep);
      run.rig.previous.set(run.rig.state.x);
      if (!attempt(run, timestep)) return taken;
      taken++;
      run.owed = Math.max(0, run.owed - timestep);
      run.isWhole = false;
      tellTear(run, errors);
    }
    run.blend = run.owed / timestep;
    return taken;
  } catch (error) {
    letGo(run);
    throw error;
  } finally {
    run.isStepping = false;
  }
}

/** A step that may fail: then the state is as it was, and the error is kept. */
function attempt(run: Run, h: number): boolean {
  try {
    step(run, h);
    return true;
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    letGo(run);
    run.failure = error;
    return false;
  }
}

/** No more time is owed, the last state is shown whole, and what was told holds at the end of the next step. */
function letGo(run: Run): void {
  run.owed = 0;
  run.frame.start = run.rig.state.time;
  run.frame.end = run.rig.state.time;
  run.isWhole = true;
  run.blend = 1;
}

/** Tells the listeners when cloth tore in the step that was just taken. */
function tellTear(run: Run, errors: unknown[]): void {
  if (!run.hasTorn) return;
  run.hasTorn = false;
  tell(run, "tear", { revision: run.rig.revision.cloth.revision }, errors);
}

/** Tells the listeners; errors of theirs are added to `errors`. */
function tell<E extends keyof SimulationEvents>({ listeners }: Run, event: E, detail: SimulationEvents[E], errors: unknown[]): void {
  try {
    listeners.tell(event, detail);
  } catch (error) {
    errors.push(error);
  }
}

/** Steps do not nest: `onStep` and listeners of `tear` cannot take one. */
function refuseWithin({ isStepping }: Run, method: string): void {
  if (isStepping) throw new InputError(method, "a call from within update", "call it when update has returned");
}
