import type { OnStep } from "../core/update-options.ts";
import type { WorldClock } from "./clock.ts";
import type { Group } from "./group.ts";
import type { Groups } from "./groups.ts";

/** The updates of an engine's groups, one after another. */
export interface GroupUpdates {
  /** Whom it concerns what is told now: all groups, but within `onStep` those that it is called for. */
  readonly concerned: readonly Group[];
  /** Returns the number of steps. `followTime` is called when they are taken. */
  update(seconds: number, maxSteps: number, onStep: OnStep | undefined, followTime: () => void): number;
}

/** `onStep` is called for each group before each of its steps, and afterwards for those that have slept. The time is the world's, or that of its only group. */
export function createGroupUpdates(groups: Groups, clock: WorldClock, isOnly: boolean): GroupUpdates {
  let concerned: readonly Group[] | undefined;

  function call(onStep: OnStep, some: readonly Group[], time: number): void {
    concerned = some;
    try {
      onStep(time);
    } finally {
      concerned = undefined;
    }
  }

  return {
    get concerned() {
      return concerned ?? groups.list;
    },
    update(seconds, maxSteps, onStep, followTime) {
      const silent: Group[] = [];
      for (const group of groups.list) {
        let count = 0;
        const beforeStep = (time: number): void => {
          count++;
          if (onStep !== undefined) call(onStep, [group], isOnly ? time : clock.timeAfter(count));
        };
        group.update(seconds, maxSteps, clock, beforeStep);
        if (count === 0) silent.push(group);
      }
      const steps = clock.advance(seconds, maxSteps);
      followTime();
      if (onStep !== undefined && (silent.length > 0 || groups.list.length === 0)) {
        for (let k = 1 - steps; k <= 0; k++) call(onStep, silent, clock.timeAfter(k));
      }
      return steps;
    },
  };
}
