import { InputError } from "../core/errors.ts";
import { canShareMemory } from "../core/node-module.ts";
import { readInteger } from "../core/read.ts";
import type { SceneSettings } from "./change.ts";
import { createCrewChanges } from "./crew-changes.ts";
import { createCrewFrames } from "./crew-frames.ts";
import { createCrewMembers } from "./crew-members.ts";
import { createEngine, type Engine, type EngineOptions } from "./engine.ts";
import type { Cuts, GroupCuts } from "./group-cuts.ts";
import type { WorkerSource } from "./open-worker.ts";

/** How helpers are made: what they run, and the modules that they load. */
export interface CrewOptions {
  readonly source: () => Promise<WorkerSource>;
  readonly modules: readonly string[];
}

/**
 * An engine whose cloths are shared out over threads: it has some of the groups itself, and helpers in threads of their own have the others. All have all
 * bodies and the same time, so each cloth goes its way to the same bits. Where cloths cannot be shared out it has them all, as any engine.
 */
export function createCrew(settings: SceneSettings, options: EngineOptions, how: CrewOptions): Engine {
  const { threads = 1, together, attend } = options;
  if (!(threads > 1) || together || attend !== undefined || !canShareMemory()) return createEngine(settings, options);
  readInteger(threads, "options.threads", { min: 1 });
  const own = createEngine(settings, {
    ...options,
    agree: () => changes.agree(),
    get threads() {
      return members.areShared ? 1 : options.threads; // kernels have no use for threads that are busy
    },
  });
  const members = createCrewMembers(settings, own, options, how);
  const frames = createCrewFrames(own, members);
  const changes = createCrewChanges(own, members, options.loadMesh);
  const { change, load } = changes;

  const engine: Engine = {
    ...frames,
    change,
    load,
    get cuts() {
      return own.cuts && crewCuts(own.cuts);
    },
    loadCuts: async () => crewCuts(await own.loadCuts()),
    ask: own.ask,
    show: own.show,
    async reset() {
      const news = await Promise.all([own.reset(), ...members.busy.map(async (helper) => (await helper.ask({ kind: "reset" })).meshes)]);
      return news.flat();
    },
    watchContacts() {
      own.watchContacts();
      members.watchContacts();
    },
    dispose() {
      own.dispose();
      members.dispose(new InputError("world", "a world that was disposed of", "create another"));
    },
  };

  function crewCuts(ownCuts: GroupCuts): Cuts {
    return {
      cut(cloth, edges) {
        const helper = members.helperOf(cloth);
        if (helper === undefined) return ownCuts.cut(cloth, edges);
        return helper.ask({ kind: "cut", cloth, edges }).then(({ meshes }) => meshes);
      },
      cutAlong(cloth, path, reach) {
        const helper = members.helperOf(cloth);
        if (helper === undefined) return ownCuts.cutAlong(cloth, path, reach);
        const cut = helper.ask({ kind: "cut-along", cloth, path, reach });
        return cut.then(({ value, meshes }) => ({ edges: value as number, meshes }));
      },
    };
  }

  members.endWith(engine);
  return engine;
}
