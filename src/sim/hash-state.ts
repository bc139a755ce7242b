import { hashNumbers } from "../core/hash.ts";
import type { State } from "../core/state.ts";
import { gather } from "../fabric/gather.ts";
import type { Revision } from "./revision.ts";

// Hashes in the scene's numbering: methods number particles otherwise.

/** Of time, positions and velocities. */
export function hashState({ x, v, time }: State, { engineIndex }: Revision): number {
  return hashNumbers([Float64Array.of(time), gather(x, 3, engineIndex), gather(v, 3, engineIndex)]);
}

/** Of masses and springs, these in whatever order. */
export function hashCloth({ cloth: { mass, springs }, engineIndex }: Revision): number {
  return hashNumbers([gather(mass, 1, engineIndex), springs.restLength.slice().sort(), springs.stiffness.slice().sort()]);
}
