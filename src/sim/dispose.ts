import { InputError } from "../core/errors.ts";
import { type Run, releaseRigs } from "./run.ts";

/**
 * Takes a run out of use: its threads are released, and every function and every getter of `parts`, which are what the caller has of it, throws from
 * now on and holds on to nothing. `dispose` itself does nothing more.
 */
export function disposeOf(run: Run, parts: readonly object[]): void {
  releaseRigs(run);
  Object.defineProperty(run, "rig", { get: refuse }); // for functions that were taken out of the parts before
  for (const part of parts) {
    for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
      if (get !== undefined) Object.defineProperty(part, name, { get: refuse });
      else if (typeof value === "function") Object.defineProperty(part, name, { value: name === "dispose" ? doNothing : refuse });
    }
  }
}

function doNothing(): void {}

function refuse(): never {
  throw new InputError("simulation", "one that was disposed of", "create another");
}
