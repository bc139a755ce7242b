import { hashNumbers } from "../core/hash.ts";
import { gather } from "../fabric/gather.ts";
import type { Revision } from "./revision.ts";

/** The hash of masses, in the order of the scene, and springs in whatever order. */
export function hashCloth({ cloth: { mass, springs }, engineIndex }: Revision): number {
  return hashNumbers([gather(mass, 1, engineIndex), springs.restLength.slice().sort(), springs.stiffness.slice().sort()]);
}
