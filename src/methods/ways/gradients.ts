import type { ClothDescription } from "../describe-cloth.ts";
import { ceil, ITERATION_ERROR, type Price, priceOf, TIME_ERROR, type Way } from "./way.ts";

/** Forces, matrix and right-hand side of a method that solves by conjugate gradients, then iterations. */
export const GRADIENTS: Price = {
  costs: [26_000, 29, 4.6],
  counts: ({ pairs }, n) => [1, pairs, n * pairs],
};

/** What a step in contact costs beside its proposals, a particle [ns]: bodies and cloth near it, nothing much pressed together. */
const CONTACT = 400;

/** They stop when velocities are right to this share of what gravity adds in a step: cloth at rest costs little. */
const SHARE_OF_GRAVITY = 1 / 300;
/** They stop by their tolerance at about this share of the iterations that they may take. */
const SHARE_TAKEN = 0.75;
/**
 * How often they may iterate, fitted to the scenes of the gallery (docs/findings.md, "Auto"): a start, a longer one for cloth that would fall slowly with fewer, then a share for every
 * spring that a wave crosses in a step, which grows with each of the first GROWING. What holds the cloth answers after REACHES times the mean way to it.
 */
const START = 8;
const FAST_START = 12;
const IMPLICIT_SHARE = 0.4;
const GROWTH = 0.005;
const GROWING = 60;
const REACHES = 2.75;
/**
 * How often at most: fine meshes, for their size or in parts, would have thousands of iterations, seconds a step. Conjugate gradients that end early leave out the slowest motion, which is
 * falling: a lantern of 2,737 vertices and 1 m, held at its top, comes down by 12 mm in ten steps with 300 of the 6,400 iterations that it asks for, by 139 mm with 8 of L-BFGS, behind which
 * a factor stands (measured before slivers counted as sound).
 */
const MOST = 300;
/** What implicit Euler solves to, fitted likewise: of cloth without springs, more for each that a wave crosses, the most, of stiff cloth STIFF_WAVES over the waves or STIFF_TOLERANCE, the least. */
const SOFT_TOLERANCE = 5e-3;
const TOLERANCE_PER_WAVE = 3e-4;
const MOST_TOLERANCE = 0.011;
const STIFF_WAVES = 0.5;
const STIFF_TOLERANCE = 7.5e-3;
const LEAST_TOLERANCE = 1e-3;

/** Where implicit Euler begins to solve (../implicit/warm-start.ts). */
const WARM_START = 0.6;

/** A method that solves by conjugate gradients, with a share of iterations for every spring that a wave crosses. */
export function byGradients(
  cloth: ClothDescription,
  share: number,
  way: Pick<Way, "method" | "timeError"> & {
    readonly settings: { readonly tolerance: number; readonly theta?: number; readonly warmStart?: number };
  },
): Way {
  const span = Math.min(countWaves(cloth), REACHES * cloth.reach);
  const start = cloth.pace > TIME_ERROR ? FAST_START : START;
  const left = 1 - (way.settings.warmStart ?? 0); // what is left of a change of velocity is solved for as soon as the whole would be: else slow sliding stays behind for ever
  return {
    ...way,
    settings: {
      ...way.settings,
      tolerance: left * way.settings.tolerance,
      velocityTolerance: Math.min(1, left * SHARE_OF_GRAVITY * cloth.gravityStep),
    },
    counter: {
      name: "maxIterations",
      least: 4,
      most: MOST,
      needed: ceil(start + span * (share + GROWTH * Math.min(span, GROWING))),
      share: SHARE_TAKEN,
      error: (lack) => ITERATION_ERROR * lack * lack,
    },
    cost: priceOf(GRADIENTS, cloth),
    ...(cloth.touches ? { contact: CONTACT * cloth.particles } : {}),
  };
}

/** Only matrices of blocks know contact and any force, and only implicit Euler lies still in it, however stiff. */
export function implicitWay(cloth: ClothDescription): Way {
  return byGradients(cloth, IMPLICIT_SHARE, {
    method: cloth.isTriangles ? "triangle-implicit" : "implicit-euler",
    settings: { tolerance: findTolerance(countWaves(cloth), cloth.evenness), warmStart: WARM_START },
    timeError: cloth.pace,
  });
}

/** So many springs a wave crosses in a step. */
export function countWaves({ stiffness }: ClothDescription): number {
  return Math.sqrt(stiffness);
}

/**
 * What implicit Euler solves to. Most of a residual is that of the stiffest springs and the heaviest particles: the stiffer cloth is, and the lighter some of it, the smaller it must
 * be. Soft cloth is solved to less in a few iterations.
 */
function findTolerance(waves: number, evenness: number): number {
  const stiff = Math.max(STIFF_TOLERANCE, STIFF_WAVES / waves);
  const even = Math.min(SOFT_TOLERANCE + TOLERANCE_PER_WAVE * waves, MOST_TOLERANCE, stiff);
  return Math.max(LEAST_TOLERANCE, evenness * even);
}
