import type { Springs } from "../../fabric/cloth.ts";
import { createEnvelope, type Envelope } from "../../linalg/envelope-cholesky.ts";
import type { Hats } from "../../mesh/coarse-hats.ts";
import { differHats, type HatDifferences } from "./hat-differences.ts";

/** Which blocks of 3 × 3 the matrix on coarse hats has, PᵀHP. */
export interface CoarseStructure {
  readonly hats: Hats;
  readonly springs: Springs;
  readonly differences: HatDifferences;
  /** Its pairs of hats: of each hat those from the lowest on that it shares a particle, a spring or a hinge with. */
  readonly pairs: Envelope;
  /** How stiff springs stay that turn far in a substep. */
  readonly turning: number;
  /** The tension that springs have at least across, as a share of their stiffness, in a substep of h seconds. */
  leastTension(h: number): number;
}

/**
 * Cloth that nothing pulls has no stiffness across on hats, and an acceleration a moves a hat by a h² out of its place in a substep: the springs to its neighbours, ℓ away, are then strained by
 * ½ (a h²/ℓ)², which pulls it back too far in the next. With so much tension from the start, that of an acceleration of 3 g, it does not; a square metre hardly feels it.
 */
const ACCELERATION = 30;

/** `coupled` are the pairs of particles that the constant matrix couples. */
export function buildCoarseStructure(
  springs: Springs,
  hats: Hats,
  coupled: readonly Uint32Array[],
  spacing: number,
  turning: number,
): CoarseStructure {
  return {
    hats,
    springs,
    differences: differHats(springs, hats),
    pairs: createEnvelope(findFirstHats(hats, coupled)),
    turning,
    leastTension(h) {
      const strain = (ACCELERATION * h * h) / spacing;
      return 0.5 * strain * strain;
    },
  };
}

function findFirstHats(hats: Hats, coupled: readonly Uint32Array[]): Uint32Array {
  const first = Uint32Array.from({ length: hats.count }, (_, a) => a);
  const lowest = new Uint32Array(hats.start.length - 1).fill(hats.count);
  for (let i = 0; i < lowest.length; i++) {
    for (let e = hats.start[i]; e < hats.start[i + 1]; e++) lowest[i] = Math.min(lowest[i], hats.hat[e]);
  }
  const meet = (i: number, low: number): void => {
    for (let e = hats.start[i]; e < hats.start[i + 1]; e++) first[hats.hat[e]] = Math.min(first[hats.hat[e]], low);
  };
  for (let i = 0; i < lowest.length; i++) meet(i, lowest[i]);
  for (const ends of coupled) {
    for (let p = 0; p < ends.length; p += 2) {
      meet(ends[p], lowest[ends[p + 1]]);
      meet(ends[p + 1], lowest[ends[p]]);
    }
  }
  return first;
}
