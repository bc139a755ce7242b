import type { Run } from "../sim/run.ts";
import { createTouchFinder } from "../sim/touches.ts";
import type { EngineEvent } from "./engine.ts";

/** Tells when cloths begin and cease to touch colliders: `ids` by part, `colliders` by body. */
export function createContactWatch(run: Run, ids: readonly number[], colliders: ReadonlyMap<number, number>): () => EngineEvent[] {
  const count = run.collision.colliders.length;
  const find = createTouchFinder(run);
  const before = new Uint8Array(ids.length * count);
  const now = new Uint8Array(ids.length * count);
  return () => {
    find(now);
    const events: EngineEvent[] = [];
    for (let at = 0; at < now.length; at++) {
      const collider = colliders.get(at % count);
      if (now[at] === before[at] || collider === undefined) continue;
      events.push({ kind: "contact", cloth: ids[Math.floor(at / count)], collider, isTouching: now[at] !== 0 });
    }
    before.set(now);
    return events;
  };
}
