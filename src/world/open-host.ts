import { InputError } from "../core/errors.ts";
import { given } from "../scene/given.ts";
import { type MeshLoader, refuseMesh } from "../scene/mesh-loader.ts";
import type { WorldExtensions } from "./attend.ts";
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
  const { createEngine } = await import("./rooms/engine.ts"); // a page with a worker has it there alone
  const { methods, forces, shapes, attend, decoders } = options;
  const own = given({ methods, forces, shapes, attend, decoders });
  const { absoluteAddresses, loadModules } = modules.length > 0 ? await import("./load-modules.ts") : NO_MODULES;
  const addresses = absoluteAddresses(modules);
  const isShared = (threads ?? 1) > 1 && Object.keys(own).length === 0; // functions of a program's own cannot be sent to other threads
  const { createCrewOfPage } = isShared ? await import("./rooms/crew.ts") : NO_CREW;
  const engine = (createCrewOfPage?.(addresses) ?? createEngine)(settingsOf(options), {
    loadMesh,
    threads,
    sleep,
    together,
    ...(await loadModules(addresses, own)),
    tell: ({ value }) => news.message(value),
  });
  return createLocalHost(engine, news);
}

const NO_CREW: Partial<typeof import("./rooms/crew.ts")> = {};

/** Where there are none to load. */
const NO_MODULES = {
  absoluteAddresses: (): string[] => [],
  loadModules: async (_: readonly string[], own: WorldExtensions): Promise<WorldExtensions> => own,
};

/** Fetches a mesh from beside the page, with code that comes with the first. */
const fetchLater: MeshLoader = async (name) =>
  typeof document === "undefined" ? refuseMesh(name) : (await import("./rooms/fetch-mesh.ts")).fetchMesh(name);
