import { Script } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { DrapeError } from "../core/errors.ts";

/** Someone asked the program to stop. */
export class Interruption extends DrapeError {}

/** Ctrl-C broke off what was under way: what it worked on is neither as before nor as after it. */
export class BrokenOff extends Interruption {}

/** After a task that took less than this, signals are seen soon enough between two [ms]: to watch for them costs as much as a tenth of it. */
const SHORT = 1;

/** Where a script finds the task that it is to do. */
const TASK = Symbol.for("drape: breakable task");
const globals = globalThis as unknown as Record<symbol, () => void>;
const doTask = new Script('globalThis[Symbol.for("drape: breakable task")]()');

/**
 * Does one task after another that look at no signals themselves, such as steps, which may take long. Node watches for Ctrl-C meanwhile, and ends them by
 * BrokenOff, at once and wherever they are.
 */
export function createBreakable(): (task: () => void) => void {
  let spent = Number.POSITIVE_INFINITY;
  return (task) => {
    const begun = performance.now();
    if (spent < SHORT || !isMainThread) task();
    else watch(task);
    spent = performance.now() - begun;
  };
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
