import { Script } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { DrapeError } from "../core/errors.ts";
import { forwardSignals } from "./forward-signals.ts";

/** Someone asked the program to stop. */
export class Interruption extends DrapeError {}

/** Ctrl-C, or another signal to stop, broke off what was under way: what it worked on is neither as before nor as after it. */
export class BrokenOff extends Interruption {}

/**
 * Where the tasks of late took less than this, signals are seen soon enough between two [ms]. Watching takes the listeners away for a moment, and a signal that was on its way to them is
 * lost: so only tasks are watched that are much longer than that moment.
 */
const SHORT = 250;

/** Where a script finds the task that it is to do. */
const TASK = Symbol.for("drape: breakable task");
const globals = globalThis as unknown as Record<symbol, () => void>;
const doTask = new Script('globalThis[Symbol.for("drape: breakable task")]()');

/**
 * Does one task after another that look at no signals themselves, such as steps, which may take long. Node watches for Ctrl-C meanwhile, which other signals
 * become once `hearSignals` was called, and ends them by BrokenOff, at once and wherever they are.
 */
export function createBreakable(): (task: () => void) => void {
  let spent = Number.POSITIVE_INFINITY;
  return (task) => {
    const begun = performance.now();
    if (spent < SHORT || !isMainThread) task();
    else watch(task);
    spent = Math.max(performance.now() - begun, spent === Number.POSITIVE_INFINITY ? 0 : spent / 2);
  };
}

/** Lets signals be heard that have come: the second turn of the event loop begins with a look at them. Those to come will be heard inside tasks, too. */
export async function hearSignals(): Promise<void> {
  if (isMainThread) await forwardSignals();
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function watch(task: () => void): void {
  globals[TASK] = task;
  try {
    doTask.runInThisContext({ breakOnSigint: true, displayErrors: false });
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_INTERRUPTED") throw error;
    process.emit("SIGINT", "SIGINT"); // which Node has kept from those who listen
    throw new BrokenOff("interrupted");
  } finally {
    delete globals[TASK];
  }
}
