import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Signals that ask a program to stop besides Ctrl-C: of those Node itself watches only SIGINT while code runs. */
const FORWARDED = ["SIGTERM", "SIGHUP"];

/**
 * A thread hears signals while the main one is busy. What Node has for it is out of use by its name alone: nothing else hears a signal in a thread. Where a
 * Node has it no more, these signals act after the step.
 */
const HEAR = `
  const { Signal } = process.binding("signal_wrap");
  const { signals } = require("node:os").constants;
  for (const name of ${JSON.stringify(FORWARDED)}) {
    const handle = new Signal();
    handle.onsignal = () => process.kill(process.pid, "SIGINT");
    handle.start(signals[name]);
  }
  require("node:worker_threads").parentPort.postMessage("ready");
`;

/** One for the process, or the second would press Ctrl-C twice. */
let forwarding: Promise<unknown> | undefined;

/** Makes Ctrl-C of the other signals that someone listens to. Done when the first can come. */
export function forwardSignals(): Promise<unknown> {
  if (process.platform === "win32" || !FORWARDED.some((name) => process.listenerCount(name) > 0)) return Promise.resolve();
  forwarding ??= startForwarding();
  return forwarding;
}

async function startForwarding(): Promise<void> {
  const worker = new Worker(HEAR, { eval: true, execArgv: ["--no-deprecation"], stderr: true });
  try {
    await once(worker, "message"); // or an error
  } catch {
    return;
  }
  worker.unref();
}
