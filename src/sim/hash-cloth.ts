import { hashNumbers } from "../core/hash.ts";
import { gather } from "../fabric/gather.ts";
import type { Revision } from "./revision.ts";

/** Those that were asked for. */
const hashes = new WeakMap<Revision, number>();

/** The hash of masses, in the order of the scene, and springs in whatever order. */
export function hashCloth(revision: Revision): number {
  const hash = hashes.get(revision) ?? computeHash(revision);
  hashes.set(revision, hash);
  return hash;
}

function computeHash({ cloth: { mass, springs }, engineIndex }: Revision): number {
  return hashNumbers([gather(mass, 1, engineIndex), springs.restLength.slice().sort(), springs.stiffness.slice().sort()]);
}
