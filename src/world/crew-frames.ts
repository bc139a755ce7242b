import { createClock } from "./clock.ts";
import type { CrewMembers } from "./crew-members.ts";
import type { Engine, EngineEvent, OwnEngine, UpdateReport } from "./engine.ts";
import type { Helper } from "./helper.ts";
import { restoreClock, saveClock } from "./saved-clock.ts";
import type { Told } from "./told.ts";
import { unpackError } from "./wire.ts";

type Frames = Pick<Engine, "tell" | "update" | "step" | "describe" | "read" | "places">;

/** Helpers are waited for so long, and so many times as long as the own engine has taken: one that has ended in the middle of an update cannot say so [ms]. */
const PATIENCE = 60_000;
const PATIENCE_TIMES = 20;

/** What a crew does from frame to frame: helpers begin, the own engine does its part, and what they have done is put together. */
export function createCrewFrames(own: OwnEngine, members: CrewMembers): Frames {
  const { told } = members;
  /** What `onStep` tells before a step, for all engines to be told again at that step. */
  let recorded: Told[] | undefined;
  /** Helpers that have done the last update. */
  let updated: readonly Helper[] = [];
  let moved: readonly number[] = [];

  function checkLost(): void {
    for (const { lost } of members.helpers) if (lost !== undefined) throw lost;
  }

  /** Does the own part while helpers do theirs. All are waited for, whatever comes of it. */
  function together<T>(helpers: readonly Helper[], begin: (helper: Helper) => void, work: () => T): T {
    for (const helper of helpers) begin(helper);
    const start = performance.now();
    const errors: unknown[] = [];
    const attempt = (part: () => void): void => {
      try {
        part();
      } catch (error) {
        errors.push(error);
      }
    };
    let result: T | undefined;
    attempt(() => {
      result = work();
    });
    const patience = PATIENCE + PATIENCE_TIMES * (performance.now() - start);
    for (const helper of helpers) attempt(() => helper.finish(patience));
    if (errors.length > 0) throw errors[0];
    return result as T;
  }

  /** What is told before each step that is due. */
  function record(seconds: number, maxSteps: number, onStep: (time: number) => void): readonly Told[][] {
    const { time, timestep } = own.clock;
    const ahead = createClock(timestep);
    restoreClock(ahead, saveClock(own.clock));
    const count = ahead.advance(seconds, maxSteps);
    const steps: Told[][] = [];
    try {
      for (let k = 1; k <= count; k++) {
        recorded = [];
        steps.push(recorded);
        onStep(time + k * timestep);
      }
    } finally {
      recorded = undefined;
    }
    return steps;
  }

  function tell(one: Told): Promise<void> | undefined {
    if (recorded !== undefined) {
      recorded.push(one);
      return undefined;
    }
    told.note(one);
    for (const helper of members.busy) if (concerns(helper, one)) helper.tell(one);
    return isOwn(one) ? own.tell(one) : undefined;
  }

  /** Bodies are told to all, cloth to who has it. */
  function concerns(helper: Helper | undefined, one: Told): boolean {
    return !("cloth" in one) || members.helperOf(one.cloth) === helper;
  }

  function isOwn(one: Told): boolean {
    return concerns(undefined, one);
  }

  return {
    tell,
    update(seconds, maxSteps, onStep) {
      checkLost();
      if (members.busy.length === 0) {
        updated = [];
        const report = own.update(seconds, maxSteps, onStep);
        moved = report.moved;
        return report;
      }
      const steps = onStep === undefined ? [] : record(seconds, maxSteps, onStep);
      updated = steps.length > 0 ? members.busy : members.busy.filter(({ isResting }) => !isResting);
      const start = own.clock.time;
      const replay = (time: number): void => {
        for (const one of steps[Math.round((time - start) / own.clock.timestep) - 1] ?? []) if (isOwn(one)) own.tell(one);
      };
      const report = together(
        updated,
        (helper) => {
          const theirs = steps.map((all) => all.filter((one) => concerns(helper, one)));
          helper.beginUpdate(seconds, maxSteps, theirs);
        },
        () => own.update(seconds, maxSteps, steps.length > 0 ? replay : undefined),
      );
      for (const all of steps) for (const one of all) told.note(one);
      const merged = merge(report, members, updated);
      moved = merged.moved;
      return merged;
    },
    step(count) {
      checkLost();
      const { busy } = members;
      const haveFailed = (): boolean => own.groups.haveFailed || busy.some(({ hasFailed }) => hasFailed);
      let taken = 0;
      while (taken < count && !haveFailed()) {
        const before = saveClock(own.clock);
        together(
          busy,
          (helper) => helper.beginStep(),
          () => own.step(1),
        );
        if (haveFailed()) restoreClock(own.clock, before);
        else taken++;
      }
      return taken;
    },
    describe: (cloth) => members.helperOf(cloth)?.describe(cloth) ?? own.describe(cloth),
    read(cloth, arrays) {
      const helper = members.helperOf(cloth);
      if (helper === undefined) own.read(cloth, arrays);
      else helper.read(cloth, arrays);
    },
    /** As in any engine those of the first group that has moved, or the first of all. */
    places() {
      const first = moved.length > 0 ? Math.min(...moved) : members.description.cloths[0]?.id;
      const helper = first === undefined ? undefined : members.helperOf(first);
      return helper !== undefined && helper.places.size > 0 ? helper.places : own.places();
    },
  };
}

/** The report of an update with what helpers have brought, in the order of the cloths. */
function merge(report: UpdateReport, { description, helperOf, busy }: CrewMembers, updated: readonly Helper[]): UpdateReport {
  const events: EngineEvent[] = [...report.events];
  const meshes = [...report.meshes];
  for (const helper of busy) {
    for (const news of helper.takeNews()) {
      meshes.push(...news.meshes);
      for (const event of news.events) {
        events.push(event.kind === "unstable" ? { ...event, error: unpackError(event.error) as never } : event);
      }
    }
  }
  const places = new Map(description.cloths.map(({ id }, n) => [id, n]));
  const placeOf = (event: EngineEvent): number => places.get(event.kind === "unstable" ? event.cloths[0] : event.cloth) ?? -1;
  events.sort((a, b) => placeOf(a) - placeOf(b));
  const theirs = description.cloths.flatMap(({ id }) => {
    const helper = helperOf(id);
    return helper !== undefined && updated.includes(helper) && helper.hasMoved(id) ? [id] : [];
  });
  const hasFailed = report.hasFailed || busy.some((helper) => helper.hasFailed);
  return { ...report, moved: [...report.moved, ...theirs], meshes, events, hasFailed };
}
