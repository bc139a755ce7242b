import { NO_CONTACT } from "../contact/no-contact.ts";
import { NumericalError, StepError } from "../core/errors.ts";
import { ADVANCE, COLLIDE, DRIVE, MEASURE, SOLVE } from "../core/profile.ts";
import { beginStep } from "../core/step-context.ts";
import { advance, isSound } from "./advance.ts";
import { isDue } from "./drive.ts";
import { instability } from "./instability.ts";
import { copyArrays } from "./rig.ts";
import { adoptRig, editCloth, type Run, wayAt } from "./run.ts";

/** A method proposes at most this many times a step, where the setup does not say otherwise. */
const MAX_PROPOSALS = 3;

/** One step of h seconds, in parts where cloth can touch something and the method divides it. */
export function step(run: Run, h: number): void {
  run.clock.start();
  cutOnTime(run, h);
  const { solver, contact, state } = run.rig;
  const { steps } = state;
  if (solver.divide === undefined || contact === NO_CONTACT) takePart(run, h);
  else {
    solver.divide(run.report, h, (part) => {
      run.rig.state.steps = steps; // they are one step
      takePart(run, part);
    });
  }
}

/** Those that work on it hand each other one StepContext; `advance` alone writes the state. */
function takePart(run: Run, h: number): void {
  const { clock, bodies } = run;
  run.flight?.begin(run, h);
  while (!attempt(run, h)) undo(run);
  const { context, contact, drive, stretch } = run.rig;
  if (stretch !== undefined) run.report.overstretched = stretch.count(context);
  advance(context);
  contact.commit(context);
  bodies.finish();
  drive.arrive();
  run.flight?.arrive();
  clock.lap(ADVANCE);
  if (run.rig.revision.cloth.tearing !== undefined) run.abilities.editing.tear(run);
}

/** Proposes the end of the step, sound and corrected; false where contact wants it to be taken again. What fails is taken back. */
function attempt(run: Run, h: number): boolean {
  const { clock, bodies } = run;
  const { context, drive, contact, leashes, stretch, solver, historyBefore } = run.rig;
  let isProposed = false;
  try {
    beginStep(context, h, solver.arrays?.copyArray);
    copyArrays(solver.history, historyBefore, solver.arrays);
    const way = wayAt(run, context.state.time + h);
    bodies.begin(context.state.time, h, way);
    drive.begin(context, way);
    clock.lap(DRIVE);
    contact.detect(context);
    contact.couple(context);
    clock.lap(COLLIDE);
    propose(run);
    isProposed = true;
    contact.release(context);
    drive.finish(context);
    clock.lap(COLLIDE); // with the last look at the proposal
    checkSound(run); // contact is not to follow what has no bounds
    leashes?.(context, contact.unstick);
    stretch?.begin(context, contact.unstick);
    clock.lap(DRIVE);
    contact.correct(context);
    if (contact.wentBeyond) return false;
    run.flight?.react(run.rig);
    clock.lap(COLLIDE);
    checkSound(run);
    return true;
  } catch (error) {
    const told = tell(error, run, isProposed);
    undo(run);
    contact.surfaces?.contact.suspect();
    throw told;
  }
}

function checkSound(run: Run): void {
  const { context, solver } = run.rig;
  const { next } = context;
  next.isSound = isSound(next, solver.arrays);
  run.clock.lap(MEASURE);
  if (!next.isSound) throw instability(run, { event: "became unstable", reason: "a value is not finite or beyond 1e9" });
}

/** An error with the step in which it came. */
function tell(error: unknown, run: Run, isProposed: boolean): unknown {
  if (error instanceof StepError) return instability(run, error.explain(run.rig.context, run.rig.revision.sceneIndex, isProposed));
  if (!(error instanceof NumericalError) || error.step > 0) return error;
  const { state, h } = run.rig.context;
  return new NumericalError(error.message, state.steps + 1, state.time + h);
}

/** Makes the scene's cuts whose time has come, and goes on with gradual ones. */
function cutOnTime(run: Run, h: number): void {
  const { cuts = [] } = run.setup;
  while (run.cutsMade < cuts.length && isDue(cuts[run.cutsMade].at, run.rig.state.time, h)) {
    editCloth(run, { kind: "cut", corners: cuts[run.cutsMade].corners });
    run.cutsMade++;
  }
  if (run.gradualCuts !== undefined) adoptRig(run, run.gradualCuts.advance(run.rig, run.rigSetup));
}

/** Has the method propose, and again as long as contact asks for it. */
function propose(run: Run): void {
  const { clock, report } = run;
  const { context, solver, contact, historyBefore } = run.rig;
  report.iterations = 0;
  report.residual = 0;
  report.converged = true;
  report.stagnated = false;
  solver.propose(context, report);
  clock.lap(SOLVE);
  const { proposals = MAX_PROPOSALS } = run.setup;
  for (let round = 1; round < proposals && contact.refine(context); round++) {
    clock.lap(COLLIDE);
    copyArrays(historyBefore, solver.history, solver.arrays);
    solver.propose(context, report, true);
    clock.lap(SOLVE);
  }
}

/** A failed step leaves the state as it was; the history of the method, the constraints and the bodies are put back. */
function undo({ rig, bodies }: Run): void {
  const { context, solver, contact, historyBefore } = rig;
  contact.release(context);
  copyArrays(historyBefore, solver.history, solver.arrays);
  bodies.rest(context.state.time);
}
