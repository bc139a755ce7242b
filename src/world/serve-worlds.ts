import { nodeModule } from "../core/node-module.ts";
import type { WorldExtensions } from "./attend.ts";
import { serveWorld } from "./serve-world.ts";

interface Threads {
  readonly parentPort: {
    postMessage(message: unknown, transfer: readonly unknown[]): void;
    on(event: "message", listener: (message: never) => void): void;
  } | null;
}

/**
 * What the worker of a world runs. In a worker of your own it adds what you give, with no module to load: `serveWorlds({ attend })` there, and on the page
 * `createWorld({ worker: () => new Worker(new URL("./my-worker.ts", import.meta.url), { type: "module" }) })`.
 */
export function serveWorlds(own: WorldExtensions = {}): void {
  const parent = (nodeModule("node:worker_threads") as Threads | undefined)?.parentPort;
  if (parent) parent.on("message", serveWorld({ post: (message, transfer) => parent.postMessage(message, transfer) }, own));
  else {
    const serve = serveWorld({ post: (message, transfer) => globalThis.postMessage(message, { transfer }) }, own);
    globalThis.onmessage = ({ data }) => serve(data);
  }
}
