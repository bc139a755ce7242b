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
  const { worker = false, loadMesh = fetchMesh, threads, sleep = true, together = false, modules = [] } = options;
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
  const engine = createEngine(settingsOf(options), {
    loadMesh,
    threads,
    sleep,
    together,
    ...(await loadModules(absoluteAddresses(modules), own)),
    tell: ({ value }) => news.message(value),
  });
  return createLocalHost(engine, news);
}

/** Where there are none to load. */
const NO_MODULES = {
  absoluteAddresses: (): string[] => [],
  loadModules: async (_: readonly string[], own: WorldExtensions): Promise<WorldExtensions> => own,
};

/** The content of a file beside the page. */
const fetchMesh: MeshLoader = async (name) => {
  if (typeof document === "undefined") return refuseMesh(name);
  const address = name.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(new URL(address, document.baseURI)).catch((error: Error) => error);
  if (response instanceof Error || !response.ok) {
    const found = response instanceof Error ? response.message : `status ${response.status}`;
    throw new InputError(
      "mesh",
      `${JSON.stringify(name)}, ${found}`,
      "give the address of a file that can be fetched, or a loadMesh function",
    );
  }
  return new Uint8Array(await response.arrayBuffer());
};
