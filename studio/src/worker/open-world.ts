import { createWorld, type World, type WorldOptions } from "drape";

/** Makes a world in a worker of its own, which the studio's attendant attends. */
export function openWorld(options: WorldOptions): Promise<World> {
  return createWorld({ ...options, worker: startWorker });
}

function startWorker(): Worker {
  return new Worker(new URL("./simulation-worker.ts", import.meta.url), { type: "module" });
}
