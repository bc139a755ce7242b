import { describeValue, InputError } from "../core/errors.ts";

/** Refuses what is no simulation. */
export function checkSimulation(value: unknown): void {
  const given = (value ?? {}) as { readonly readPositions?: unknown; readonly then?: unknown };
  if (typeof given.readPositions === "function") return;
  const isPromise = typeof given.then === "function";
  const advice = isPromise ? "await createSimulation before" : "give a simulation, as createSimulation makes it";
  throw new InputError("simulation", isPromise ? "a promise" : describeValue(value), advice);
}
