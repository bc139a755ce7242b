/** `drape/worker.js`: what the worker of a world runs. In one piece, for pages whose policy forbids workers from their own code. */
import { nodeModule } from "./core/node-module.ts";
import { serveWorld } from "./world/serve-world.ts";

interface Threads {
  readonly parentPort: {
    postMessage(message: unknown, transfer: readonly unknown[]): void;
    on(event: "message", listener: (message: never) => void): void;
  } | null;
}

const parent = (nodeModule("node:worker_threads") as Threads | undefined)?.parentPort;
if (parent) parent.on("message", serveWorld({ post: (message, transfer) => parent.postMessage(message, transfer) }));
else {
  const serve = serveWorld({ post: (message, transfer) => globalThis.postMessage(message, { transfer }) });
  globalThis.onmessage = ({ data }) => serve(data);
}
