import { hashNumbers } from "../core/hash.ts";
import type { State } from "../core/state.ts";
import { gather } from "../fabric/gather.ts";
import type { Revision } from "./revision.ts";

/** The hash of time, positions and velocities, in the order of the scene: methods number particles otherwise. */
export function hashState({ x, v, time }: State, { engineIndex }: Revision): number {
  return hashNumbers([Float64Array.of(time), gather(x, 3, engineIndex), gather(v, 3, engineIndex)]);
}
