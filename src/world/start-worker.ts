import { openWorker, ownPort, type WorkerPort, type WorkerSource } from "./open-worker.ts";
import type { WorkerLike } from "./world.ts";

/** Starts the code of src/worker.ts: from an address, or from the copy that comes with the library; or the worker that a function makes. */
export async function startWorker(from?: string | URL | (() => WorkerLike)): Promise<WorkerPort> {
  return typeof from === "function" ? ownPort(from()) : openWorker(await workerSource(from));
}

/** The code of src/worker.ts, or where it is. */
export async function workerSource(address?: string | URL): Promise<WorkerSource> {
  return address === undefined ? { code: (await import("./worker-code.js")).WORKER_CODE } : { address: String(address) };
}
