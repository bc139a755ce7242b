// Threads over cloths. A room (../rooms.ts).

import type { SceneSettings } from "../change.ts";
import { createCrew } from "../crew.ts";
import type { Engine, EngineOptions } from "../engine.ts";
import { workerSource } from "../start-worker.ts";

export { GROUND } from "../../scene/ground.ts";
export { createEngine } from "../engine.ts";

/** An engine whose helpers run the code that comes with the library, with the modules at these addresses. */
export function createCrewOfPage(modules: readonly string[]): (settings: SceneSettings, options: EngineOptions) => Engine {
  return (settings, options) => createCrew(settings, options, { modules, source: () => workerSource() });
}
