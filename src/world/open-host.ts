import { InputError } from "../core/errors.ts";
import { given } from "../scene/given.ts";
import { type MeshLoader, refuseMesh } from "../scene/mesh-loader.ts";
import type { Parcel, WorldExtensions } from "./attend.ts";
import type { SceneSettings } from "./change.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import type { Host, HostNews } from "./host.ts";
import { createLocalHost } from "./local-host.ts";
import { settingsOf } from "./scene-fields.ts";
import type { WorldOptions } from "./world.ts";

/** The host that a world's options ask for. */
export async function openHost(options: WorldOptions, news: HostNews): Promise<Host> {
  const { worker = false, loadMesh = fetchLater, threads, sleep = true, together = false, modules = [] } = options;
  if (worker !== false) {
    for (const name of ["methods", "forces", "shapes", "attend", "decoders"] as const) {
      if (options[name] === undefined) continue;
      throw new InputError(
        `options.${name}`,
        "functions, which a worker cannot be sent",
        "give the address of a module that exports them, modules: [url]",
      );
    }
    const { openWorkerHost } = await import("./worker-host.ts");
    return openWorkerHost(settingsOf(options), options, loadMesh, news);
  }
  const room = (threads ?? 1) > 1 ? import("./rooms/crew.ts") : import("./rooms/engine.ts"); // a page with a worker has it there alone
  const { createEngine }: EngineRoom = await room;
  const { methods, forces, shapes, attend, decoders } = options;
  const own = given({ methods, forces, shapes, attend, decoders });
  const { absoluteAddresses, loadModules } = modules.length > 0 ? await import("./load-modules.ts") : NO_MODULES;
  const addresses = absoluteAddresses(modules);
  const engineOptions = {
    loadMesh,
    threads,
    sleep,
    together,
    ...(await loadModules(addresses, own)),
    tell: ({ value }: Parcel) => news.message(value),
  };
  return createLocalHost(createEngine(settingsOf(options), engineOptions, addresses, own), news);
}

/** Makes an engine; one that is shared out over threads loads modules there too, and is none where a program has functions of its own. */
interface EngineRoom {
  createEngine(settings: SceneSettings, options: EngineOptions, modules: readonly string[], own: WorldExtensions): Engine;
}

/** Where there are none to load. */
const NO_MODULES = {
  absoluteAddresses: (): string[] => [],
  loadModules: async (_: readonly string[], own: WorldExtensions): Promise<WorldExtensions> => own,
};

/** Fetches a mesh from beside the page, with code that comes with the first. */
const fetchLater: MeshLoader = async (name) =>
  typeof document === "undefined" ? refuseMesh(name) : (await import("./rooms/fetch-mesh.ts")).fetchMesh(name);
