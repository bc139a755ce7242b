// Threads over cloths. A room (../rooms.ts).

import type { WorldExtensions } from "../attend.ts";
import type { SceneSettings } from "../change.ts";
import { createCrew } from "../crew.ts";
import { createEngine as createOne, type Engine, type EngineOptions } from "../engine.ts";
import { workerSource } from "../start-worker.ts";

export { GROUND } from "../../scene/ground.ts";
export { openWorkerHost } from "../worker-host.ts"; // what both need stays in one piece

/** An engine whose helpers run the code that comes with the library, with the same modules. Functions of a program's own cannot be sent to them. */
export function createEngine(settings: SceneSettings, options: EngineOptions, modules: readonly string[], own: WorldExtensions): Engine {
  if (Object.keys(own).length > 0) return createOne(settings, options);
  return createCrew(settings, options, { modules, source: () => workerSource() });
}
