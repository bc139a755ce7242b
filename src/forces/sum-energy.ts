import type { Force } from "./force-term.ts";

/** Potential energy [J] of several terms at x. */
export function sumEnergy(terms: readonly Force[], x: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < terms.length; i++) energy += terms[i].energy(x);
  return energy;
}
