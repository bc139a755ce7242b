import type { ClothDescription } from "../describe-cloth.ts";
import type { ModeBounds } from "./bound-modes.ts";
import { byGradients, countWaves, implicitWay } from "./gradients.ts";
import { ceil, type Price, priceOf, type Way } from "./way.ts";

/** An explicit method, in TypeScript: symplectic Euler. */
export const EXPLICIT: Price = {
  costs: [2000, 48],
  counts: ({ pairs }) => [1, pairs],
};

/** `linear-edge` by L-BFGS: prediction, first residual and history, then iterations, each with a solve by the entries of the factor. */
export const LINEAR: Price = {
  costs: [71_000, 30, 10_700, 12.5, 0.86],
  counts: ({ particles, pairs }, n) => [1, pairs, n, n * pairs, n * factorEntries(particles)],
};

/** `two-level` as it is: the matrix on hats, forces and blocks on hats, and solves. */
export const TWO_LEVEL: Price = {
  costs: [600_000, 200, 3],
  counts: ({ particles, pairs }) => [1, pairs, factorEntries(particles)],
};

/** An explicit method is safe while hω is below this; it loses its bound at 2. */
const EXPLICIT_LIMIT = 1;
/** Beyond this h²k/m one linear solve a step no longer holds a cloth that turns fast, unless it damps as implicit Euler does. */
const STIFFEST_FOR_ONE_SOLVE = 100;
const THETA = 0.6;
const THETA_SHARE = 1;
/** Iterations of L-BFGS for every spring that a wave crosses in a step, at least and at most. */
const LBFGS_SHARE = 0.21;
const FEWEST_LBFGS = 8;
const MOST_LBFGS = 64;
/** What they leave, and what four substeps with hats are off by, where cloth moves by no more than this share of its length in a step: measured on sheets of cotton and silk, 16² and 34². */
const LBFGS_ERROR = 0.05;
const TWO_LEVEL_ERROR = 0.03;
const TWO_LEVEL_PACE = 0.1;

/** The ways that suit a cloth that touches nothing, in the order in which ties are broken. */
export function findWaysInAir(cloth: ClothDescription & ModeBounds): Way[] {
  const { stiffness, frequency, damping, pace } = cloth;
  const secondOrder = 4 * pace * pace;
  const ways: Way[] = [];
  if (frequency <= EXPLICIT_LIMIT * EXPLICIT_LIMIT && damping <= EXPLICIT_LIMIT) {
    const cost = priceOf(EXPLICIT, { ...cloth, hasKernels: true });
    ways.push({ method: "symplectic-euler", settings: {}, cost, timeError: pace });
    ways.push({ method: "verlet", settings: {}, cost: (n) => 2 * cost(n), timeError: secondOrder });
  }
  const isStiff = stiffness > STIFFEST_FOR_ONE_SOLVE;
  const settings = { theta: THETA, tolerance: 1e-2 };
  const timeError = (2 * THETA - 1) * pace + secondOrder;
  ways.push(isStiff ? implicitWay(cloth) : byGradients(cloth, THETA_SHARE, { method: "theta", settings, timeError }), {
    method: "linear-edge",
    settings: { acceleration: "lbfgs", integrator: "bdf2" },
    counter: {
      name: "iterations",
      least: 2,
      most: MOST_LBFGS,
      needed: Math.min(MOST_LBFGS, ceil(Math.max(FEWEST_LBFGS, LBFGS_SHARE * countWaves(cloth)))),
      share: 1,
      error: (lack) => LBFGS_ERROR * lack,
    },
    cost: priceOf(LINEAR, cloth),
    timeError: secondOrder,
  });
  if (isStiff && pace <= TWO_LEVEL_PACE) {
    ways.push({ method: "two-level", settings: {}, cost: priceOf(TWO_LEVEL, cloth), timeError: TWO_LEVEL_ERROR });
  }
  return ways;
}

/** Entries of the factor of a sheet by nested dissection, fitted to those of docs/findings.md, "Fill": 35 a particle at 1,100, 51 at 5,500. */
function factorEntries(particles: number): number {
  let halvings = 0;
  let rest = particles;
  for (; rest >= 2; halvings++) rest *= 0.5;
  return particles * Math.max(4, 6.5 * (halvings + rest - 1) - 30);
}
