import type { Run } from "../sim/run.ts";
import { setClock } from "../sim/set-clock.ts";
import type { SpringHands } from "../sim/spring-hands.ts";
import type { WorldClock } from "./clock.ts";
import type { EngineEvent } from "./engine.ts";
import { createRestWatch } from "./rest.ts";

/** Brings a run to the world's time, before so many seconds to come. */
export type CatchUp = (clock: WorldClock, seconds: number) => void;

/** The sleep of a group: cloth at rest costs nothing. */
export interface GroupSleep {
  readonly isAsleep: boolean;
  /** Falls asleep if nothing has moved for a while; after an update. */
  sleepAtRest(): void;
  /** Something has happened. */
  rouse(by?: CatchUp): void;
  /** The same, and a failure is forgotten: it tries again. */
  wake(): void;
  /** Goes on at the world's time, which it has lost while it slept or had failed, or was not seen: then by what `rouse` was given. */
  catchUp(clock: WorldClock, seconds: number): void;
}

/** `events` are told of rest and waking; without `canSleep` it never sleeps. */
export function createGroupSleep(
  run: Run,
  ids: readonly number[],
  events: EngineEvent[],
  hands: SpringHands,
  canSleep: boolean,
): GroupSleep {
  const rest = createRestWatch(run);
  const moves = [...run.collision.colliders, ...run.setup.pins].some(({ motion }) => motion !== undefined);
  let isAsleep = false;
  let isBehind = false;
  let catchUp: CatchUp | undefined;

  /** What moves by itself never sleeps. */
  function isAtRest(): boolean {
    const { wind, jet } = run.setup.environment;
    return canSleep && !moves && hands.count === 0 && wind?.gusts === undefined && jet === undefined && rest.isAtRest();
  }

  function rouse(by?: CatchUp): void {
    rest.disturb();
    catchUp = by ?? catchUp;
    isBehind ||= isAsleep || by !== undefined;
    if (!isAsleep) return;
    isAsleep = false;
    for (const cloth of ids) events.push({ kind: "wake", cloth });
  }

  return {
    get isAsleep() {
      return isAsleep;
    },
    sleepAtRest() {
      if (!isAtRest()) return;
      isAsleep = true;
      for (const cloth of ids) events.push({ kind: "rest", cloth });
    },
    rouse,
    wake() {
      isBehind ||= run.failure !== undefined;
      run.failure = undefined;
      rouse();
    },
    catchUp(clock, seconds) {
      if (!isBehind) return;
      if (catchUp === undefined) {
        run.rig.previous.set(run.rig.state.x);
        setClock(run, clock);
      } else catchUp(clock, seconds);
      catchUp = undefined;
      isBehind = false;
    },
  };
}
