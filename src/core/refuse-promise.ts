import { InputError } from "./errors.ts";

/** Refuses a promise where what it promises is meant. */
export function refusePromise(value: unknown, path: string, advice: string): void {
  if (typeof (value as PromiseLike<unknown> | undefined | null)?.then === "function") throw new InputError(path, "a promise", advice);
}
