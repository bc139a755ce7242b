import { NumericalError } from "../core/errors.ts";
import { ADVANCE, COLLIDE, DRIVE, MEASURE, SOLVE } from "../core/profile.ts";
import { advance, instability, isSound } from "./advance.ts";
import { isDue } from "./drive.ts";
import { copyArrays } from "./rig.ts";
import { adoptRig, editCloth, type Run, throwBall } from "./run.ts";

/** A method proposes at most this many times a step. */
const MAX_PROPOSALS = 3;

/** One step of h seconds: drive, contact, solve, correct, advance, tear. */
export function step(run: Run, h: number): void {
  const { clock, bodies, setup } = run;
  clock.start();
  moveBall(run, h);
  cutOnTime(run, h);
  const { state, next, drive, solver, collide, leashes, historyBefore } = run.rig;
  bodies.begin(state.time, h);
  drive.begin(state, h);
  clock.lap(DRIVE);
  collide.begin(state, h);
  clock.lap(COLLIDE);
  copyArrays(solver.history, historyBefore, solver.arrays);
  propose(run, h);
  drive.finish(next);
  collide.end(state, h);
  clock.lap(COLLIDE); // and the last look at the proposal
  leashes?.correct(next, drive.pins.held, h, collide.unstick);
  clock.lap(DRIVE);
  collide.correct(state, next, h);
  run.flight?.react(run.rig, h);
  clock.lap(COLLIDE);
  const sound = isSound(next, solver.arrays);
  clock.lap(MEASURE);
  if (!sound) {
    undo(run, h);
    throw instability(setup.method.name, state, h);
  }
  advance(state, next, h);
  collide.keep(h);
  bodies.finish();
  run.flight?.arrive();
  clock.lap(ADVANCE);
  tear(run);
}

/** Sends the ball on its way through this step, or takes it away when its time is over. */
function moveBall(run: Run, h: number): void {
  const { time } = run.rig.state;
  if (run.flight?.aim(time, h) === false) throwBall(run, undefined);
  if (run.flight !== undefined) run.bodies.move(run.collision.colliders.length, run.flight.pose, time);
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
function propose(run: Run, h: number): void {
  const { clock, report } = run;
  const { state, next, solver, collide, historyBefore } = run.rig;
  report.iterations = 0;
  report.residual = 0;
  report.converged = true;
  try {
    solver.propose(state, h, next, report);
    clock.lap(SOLVE);
    for (let round = 1; round < MAX_PROPOSALS && collide.refine(state, next, h); round++) {
      clock.lap(COLLIDE);
      copyArrays(historyBefore, solver.history, solver.arrays);
      solver.propose(state, h, next, report, true);
      clock.lap(SOLVE);
    }
  } catch (error) {
    undo(run, h);
    throw error instanceof NumericalError ? new NumericalError(error.message, state.steps + 1, state.time + h) : error;
  }
}

/** Takes back all that a failed step has done. */
function undo({ rig, bodies }: Run, h: number): void {
  const { drive, state, solver, collide, historyBefore } = rig;
  collide.end(state, h);
  drive.undo(state);
  copyArrays(historyBefore, solver.history, solver.arrays);
  bodies.rest(state.time);
}

/** Cuts the cloth where it is pulled harder than it bears; the new lips move from the next step on. */
function tear(run: Run): void {
  const { revision, state, drive } = run.rig;
  const { cloth } = revision;
  if (cloth.tearing === undefined) return;
  if (run.tearing?.cloth !== cloth) run.tearing = run.abilities.editing.createTearing(cloth, cloth.tearing);
  const corners = run.tearing.find(state.x, drive.pinned, drive.grabbed);
  if (corners.length > 0) editCloth(run, { kind: "cut", corners });
}
