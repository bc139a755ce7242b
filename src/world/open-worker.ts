import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import { nodeModule } from "../core/node-module.ts";
import type { FromWorker, ToWorker } from "./wire.ts";
import type { WorkerLike } from "./world.ts";

/** What a worker runs: code, or what is at an address. Plain data. */
export type WorkerSource = { readonly code: string } | { readonly address: string };

/** A worker, of a page or of Node. */
export interface WorkerPort {
  post(message: ToWorker, transfer: Transferable[]): void;
  /** `failed` is told why the worker has ended, unless it was terminated. */
  listen(heard: (message: FromWorker) => void, failed: (reason: string) => void): void;
  /** Whether a process waits for it before it ends. */
  hold(isHeld: boolean): void;
  terminate(): void;
}

/** What is used of Node's worker_threads. */
interface NodeThreads {
  readonly Worker: new (code: string | URL, options: { eval: boolean; execArgv: string[] }) => NodeWorker;
}

interface NodeWorker {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
  on(event: "message" | "error" | "exit", listener: (detail: never) => void): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}

/** Starts a worker. */
export function openWorker(source: WorkerSource): WorkerPort {
  const threads = nodeModule("node:worker_threads") as NodeThreads | undefined;
  if (threads !== undefined) {
    const how = { execArgv: [] };
    return nodePort(
      "code" in source
        ? new threads.Worker(source.code, { eval: true, ...how })
        : new threads.Worker(new URL(source.address), { eval: false, ...how }),
    );
  }
  if (typeof Worker === "undefined") throw new UnsupportedError("there are no workers here: make the world without worker");
  if ("address" in source) return pagePort(new Worker(source.address));
  const url = URL.createObjectURL(new Blob([source.code], { type: "text/javascript" }));
  try {
    return pagePort(new Worker(url));
  } catch (error) {
    throw new UnsupportedError(
      `the page's policy forbids a worker from its own code (${(error as Error).message}): serve drape/worker.js and give its address, worker: "/drape-worker.js"`,
    );
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

function pagePort(worker: Worker): WorkerPort {
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(heard, failed) {
      worker.onmessage = ({ data }) => heard(data);
      worker.onerror = (event) =>
        failed(event.message || "it could not be started; a page's policy may forbid it: give the address of drape/worker.js");
      worker.onmessageerror = () => failed("a message could not be read");
    },
    hold() {},
    terminate: () => worker.terminate(),
  };
}

/** A worker of a program's own: of a page, or of Node. */
export function ownPort(worker: WorkerLike): WorkerPort {
  if (typeof worker?.postMessage !== "function") {
    throw new InputError("options.worker", `a function that gives ${describeValue(worker)}`, "give one that makes a worker");
  }
  return "on" in worker ? nodePort(worker as unknown as NodeWorker) : pagePort(worker as Worker);
}

function nodePort(worker: NodeWorker): WorkerPort {
  let isTerminated = false;
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(heard, failed) {
      worker.on("message", heard);
      worker.on("error", ({ message }: Error) => failed(message));
      worker.on("exit", () => {
        if (!isTerminated) failed("it was closed");
      });
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate() {
      isTerminated = true;
      void worker.terminate();
    },
  };
}
