import { NumericalError } from "../core/errors.ts";
import type { OnStep } from "../core/update-options.ts";
import type { Run } from "../sim/run.ts";
import type { SpringHands } from "../sim/spring-hands.ts";
import { takeStep, update } from "../sim/update.ts";
import type { WorldClock } from "./clock.ts";
import type { GroupDetail } from "./group-detail.ts";
import type { GroupSleep } from "./group-sleep.ts";

/** The steps of a group. */
export interface GroupSteps {
  /** Whether positions have changed in the last update, or since the one before it. */
  readonly hasMoved: boolean;
  /** As many as the time asks for; `clock` is the world's, before this time. */
  update(seconds: number, maxSteps: number, clock: WorldClock, onStep?: OnStep): void;
  /** One whole step. */
  step(clock: WorldClock): void;
  /** The state was changed from outside: it is shown with the next update. */
  touch(): void;
}

/** What a group's steps need besides its run. */
export interface StepParts {
  /** Has a pace of its own. */
  readonly detail: GroupDetail | undefined;
  readonly hands: SpringHands;
  readonly sleep: GroupSleep;
  /** Is told of each step. */
  readonly stepped: (() => void) | undefined;
  /** Is told of a single step that failed. */
  failed(error: NumericalError): void;
  /** Looks at what has changed. */
  look(): void;
}

export function createGroupSteps(run: Run, { detail, hands, sleep, stepped, failed, look }: StepParts): GroupSteps {
  let hasMoved = true;
  let isStale = false;
  let noted = run.rig.state.steps;

  function noteStep(): void {
    if (stepped === undefined || run.rig.state.steps === noted) return;
    noted = run.rig.state.steps;
    stepped();
  }

  return {
    get hasMoved() {
      return hasMoved;
    },
    update(seconds, maxSteps, clock, onStep) {
      const isDue = !sleep.isAsleep && run.failure === undefined && seconds > 0;
      hasMoved = isDue || isStale;
      isStale = false;
      if (!isDue) return;
      sleep.catchUp(clock, seconds);
      const beforeStep = (time: number): void => {
        noteStep();
        onStep?.(time);
        hands.pull(run.setup.timestep);
      };
      if (detail === undefined) update(run, seconds, { maxSteps, onStep: beforeStep });
      else update(run, detail.pace(run, clock, seconds, maxSteps), { maxSteps: 1e9, onStep: beforeStep });
      noteStep();
      look();
      sleep.sleepAtRest();
    },
    step(clock) {
      if (sleep.isAsleep || run.failure !== undefined) return;
      sleep.catchUp(clock, clock.timestep);
      isStale = true;
      if (detail?.isDue(run, clock) === false) return;
      hands.pull(run.setup.timestep);
      try {
        takeStep(run, run.setup.timestep);
      } catch (error) {
        if (!(error instanceof NumericalError)) throw error;
        run.failure = error;
        failed(error);
        return;
      }
      noteStep();
      look();
    },
    touch() {
      isStale = true;
      noted = run.rig.state.steps;
    },
  };
}
