import { InputError } from "../core/errors.ts";
import { type Run, releaseRigs } from "./run.ts";

/**
 * Takes a run out of use: its threads are released, and `parts`, which are what the caller has of it, hold on to nothing and throw whatever is asked of
 * them. `dispose` alone may be called again.
 */
export function disposeOf(run: Run, parts: readonly object[]): void {
  releaseRigs(run);
  const refusal = { get: refuse };
  Object.defineProperty(run, "rig", refusal); // for functions that were taken out of the parts before
  for (const part of parts) {
    for (const name of Object.keys(part)) Object.defineProperty(part, name, name === "dispose" ? { value() {} } : refusal);
  }
}

function refuse(): never {
  throw new InputError("simulation", "a disposed one", "create another");
}
