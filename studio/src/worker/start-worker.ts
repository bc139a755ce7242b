/** Starts a simulation worker; it says `ready` when it has loaded. */
export function startWorker(): Worker {
  return new Worker(new URL("./simulation-worker.ts", import.meta.url), { type: "module" });
}
