import { describeValue, InputError } from "../core/errors.ts";
import type { Run } from "./run.ts";

/** The engine's number of a vertex that a caller names. */
export function engineIndexOf({ rig }: Run, vertex: number): number {
  const { engineIndex } = rig.revision;
  if (!Number.isInteger(vertex) || vertex < 0 || vertex >= engineIndex.length) {
    throw new InputError("vertex", describeValue(vertex), `give a whole number from 0 to ${engineIndex.length - 1}`);
  }
  return engineIndex[vertex];
}
