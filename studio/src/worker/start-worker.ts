/** Another worker with a simulation of its own. */
export function startWorker(): Worker {
  return new Worker(new URL("./simulation-worker.ts", import.meta.url), { type: "module" });
}
