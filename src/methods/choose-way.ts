import type { ClothDescription } from "./describe-cloth.ts";
import type { Choice, OptionValue } from "./method.ts";

/*
 * What a step costs [ns], on the machine on which it was measured: one Neoverse-N1 core at 2.5 GHz, Node 20, kernels in WebAssembly
 * (docs/findings.md, "Kernels" and "Auto"). Pairs are springs and hinges; entries are those of the factor. Contact costs every method
 * the same and is left out.
 */

/** Forces, matrix and right-hand side of a method that solves by conjugate gradients, then one of its iterations. */
const ASSEMBLY_PARTICLE = 150;
const ASSEMBLY_PAIR = 25;
const GRADIENT_PARTICLE = 10;
const GRADIENT_PAIR = 5;
/** Conjugate gradients stop by their tolerance at about this share of the iterations that they may take. */
const GRADIENT_SHARE = 0.75;
/** Prediction, first residual and history of `linear-edge`, then one iteration of L-BFGS with its solve. */
const LINEAR_PARTICLE = 800;
const ITERATION_PARTICLE = 60;
const ITERATION_PAIR = 16;
const FACTOR_ENTRY = 2;
/** Forces and update of an explicit method, in TypeScript. */
const EXPLICIT_PARTICLE = 20;
const EXPLICIT_PAIR = 35;
/** So many times as long without WebAssembly, for the methods that have kernels there. */
const WITHOUT_KERNELS = 4;

/** Time may cost this share of the motion, and so may iterations that end early. */
const TIME_ERROR = 0.02;
const ITERATION_ERROR = 0.025;
/** An explicit method is safe while hω is below this; it loses its bound at 2. */
const EXPLICIT_LIMIT = 1;
/** Beyond this h²k/m one linear solve a step no longer holds a cloth that turns fast, unless it damps as implicit Euler does. */
const STIFFEST_FOR_ONE_SOLVE = 100;
const THETA = 0.6;
/** Conjugate gradients stop when velocities are right to this share of what gravity adds in a step: cloth at rest costs little. */
const SHARE_OF_GRAVITY = 1 / 300;
/**
 * How often conjugate gradients may iterate, fitted to the scenes of the gallery (docs/findings.md, "Auto"): a start, a longer one for cloth that would fall slowly with fewer, then a
 * share for every spring that a wave crosses in a step, which grows with each of the first GROWING. What holds the cloth answers after REACHES times the mean way to it.
 */
const START = 8;
const FAST_START = 12;
const IMPLICIT_SHARE = 0.55;
const THETA_SHARE = 1;
const GROWTH = 0.005;
const GROWING = 60;
const REACHES = 2.75;
/** What implicit Euler solves to, fitted likewise: of cloth without springs, more for each that a wave crosses, the most, of stiff cloth STIFF_WAVES over the waves or STIFF_TOLERANCE, the least. */
const SOFT_TOLERANCE = 5e-3;
const TOLERANCE_PER_WAVE = 3e-4;
const MOST_TOLERANCE = 0.011;
const STIFF_WAVES = 0.5;
const STIFF_TOLERANCE = 7.5e-3;
const LEAST_TOLERANCE = 1e-3;
/** Iterations of L-BFGS for every spring that a wave crosses in a step. */
const LBFGS_SHARE = 0.21;

/**
 * How often either iterates at most, and what a step may cost where the scene sets no budget [ns]: fine meshes, for their size or in parts, would have thousands of iterations, seconds a step.
 * Conjugate gradients that end early leave out the slowest motion, which is falling: a lantern of 2,737 vertices and 1 m, held at its top, comes down by 12 mm in ten steps with 300 of the
 * 6,400 iterations that it asks for, by 139 mm with 8 of L-BFGS, behind which a factor stands (measured before slivers counted as sound).
 */
const MOST_GRADIENTS = 300;
const MOST_LBFGS = 64;
const MOST_COST = 1.2e8;

/** The option that counts iterations, the least and the most that make sense, how many add no more than ITERATION_ERROR, the power of their share with which it grows, and what each costs [ns]. */
interface Counter {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly needed: number;
  readonly power: 1 | 2;
  readonly cost: number;
}

/** The names of the methods that `auto` may stand for. */
export type WayName = "implicit-euler" | "triangle-implicit" | "symplectic-euler" | "verlet" | "theta" | "linear-edge";

/** A choice that names its method, whose code need not be there yet. */
export interface NamedChoice extends Omit<Choice, "method"> {
  readonly method: WayName;
}

/** One way to take the step. Errors are shares of the motion. */
interface Way {
  readonly method: WayName;
  readonly settings: Readonly<Record<string, OptionValue>>;
  /** Absent for a method that does not iterate. */
  readonly counter?: Counter;
  /** What it costs besides [ns]. */
  readonly fixed: number;
  readonly timeError: number;
}

/**
 * The method that `auto` stands for, with its settings. Of the ways that suit the cloth it is the cheapest whose time steps are accurate enough, else the most
 * accurate; each iterates as often as the stiffness asks for, or as `budget` [ms a step] allows, 0 for MOST_COST. It looks at the cloth only,
 * never at a clock: the same scene gives the same choice on every machine.
 */
export function chooseWay(cloth: ClothDescription, budget: number): NamedChoice {
  const limit = budget > 0 ? 1e6 * budget : MOST_COST;
  const choices = findWays(cloth).map((way) => fitWay(way, limit));
  const affordable = choices.filter(({ cost }) => cost <= limit);
  if (affordable.length === 0) return least(choices, ({ cost }) => cost);
  const accurate = affordable.filter(({ error }) => error <= TIME_ERROR + ITERATION_ERROR);
  return accurate.length > 0 ? least(accurate, ({ cost }) => cost) : least(affordable, ({ error }) => error);
}

/** The ways that suit a cloth, in the order in which ties are broken. */
function findWays(cloth: ClothDescription): Way[] {
  const { particles, springs, hinges, stiffness, frequency, damping, evenness, reach, pace } = cloth;
  const pairs = springs + hinges;
  const slower = cloth.hasKernels ? 1 : WITHOUT_KERNELS;
  const waves = Math.sqrt(stiffness); // so many springs a wave crosses in a step
  const secondOrder = 4 * pace * pace;
  const assembly = slower * (ASSEMBLY_PARTICLE * particles + ASSEMBLY_PAIR * pairs);
  const velocityTolerance = Math.min(1, SHARE_OF_GRAVITY * cloth.gravityStep);
  const span = Math.min(waves, REACHES * reach);
  const start = pace > TIME_ERROR ? FAST_START : START;
  const gradients = (share: number): Counter => ({
    name: "maxIterations",
    least: 4,
    most: MOST_GRADIENTS,
    needed: ceil(start + span * (share + GROWTH * Math.min(span, GROWING))),
    power: 2,
    cost: slower * GRADIENT_SHARE * (GRADIENT_PARTICLE * particles + GRADIENT_PAIR * pairs),
  });
  const implicit: Way = {
    method: cloth.isTriangles ? "triangle-implicit" : "implicit-euler",
    settings: { tolerance: findTolerance(waves, evenness), velocityTolerance },
    counter: gradients(IMPLICIT_SHARE),
    fixed: assembly,
    timeError: pace,
  };
  // only matrices of blocks know contact and any force, and only implicit Euler lies still in it, however stiff
  if (cloth.isTriangles || cloth.touches || cloth.hasFurtherForces) return [implicit];
  const ways: Way[] = [];
  if (frequency <= EXPLICIT_LIMIT * EXPLICIT_LIMIT && damping <= EXPLICIT_LIMIT) {
    const forces = EXPLICIT_PARTICLE * particles + EXPLICIT_PAIR * pairs;
    ways.push({ method: "symplectic-euler", settings: {}, fixed: forces, timeError: pace });
    ways.push({ method: "verlet", settings: {}, fixed: 2 * forces, timeError: secondOrder });
  }
  ways.push(
    stiffness > STIFFEST_FOR_ONE_SOLVE
      ? implicit
      : {
          method: "theta",
          settings: { theta: THETA, tolerance: 1e-2, velocityTolerance },
          counter: gradients(THETA_SHARE),
          fixed: assembly,
          timeError: (2 * THETA - 1) * pace + secondOrder,
        },
  );
  ways.push({
    method: "linear-edge",
    settings: { acceleration: "lbfgs", integrator: "bdf2" },
    counter: {
      name: "iterations",
      least: 2,
      most: MOST_LBFGS,
      needed: Math.min(MOST_LBFGS, ceil(Math.max(3, LBFGS_SHARE * waves))),
      power: 1,
      cost: slower * (ITERATION_PARTICLE * particles + ITERATION_PAIR * pairs + FACTOR_ENTRY * factorEntries(particles)),
    },
    fixed: slower * LINEAR_PARTICLE * particles,
    timeError: secondOrder,
  });
  return ways;
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

/** A way with as many iterations as it needs or the limit [ns] allows; with fewer, the error grows as their number falls. */
function fitWay({ method, settings, counter, fixed, timeError }: Way, limit: number): NamedChoice {
  if (counter === undefined) return { method, settings, cost: fixed, error: timeError };
  const { name, least, most, needed, power, cost } = counter;
  const iterations = Math.max(least, Math.min(needed, most, Math.floor((limit - fixed) / cost)));
  const lack = needed / iterations;
  return {
    method,
    settings: { ...settings, [name]: iterations },
    cost: fixed + iterations * cost,
    error: timeError + ITERATION_ERROR * (power === 1 ? lack : lack * lack),
  };
}

/** Entries of the factor of a sheet by nested dissection, fitted to those of docs/findings.md, "Fill": 35 a particle at 1,100, 51 at 5,500. */
function factorEntries(particles: number): number {
  let halvings = 0;
  let rest = particles;
  for (; rest >= 2; halvings++) rest *= 0.5;
  return particles * Math.max(4, 6.5 * (halvings + rest - 1) - 30);
}

/** The next whole number; what is one but for rounding stays, however the particles are numbered. */
function ceil(value: number): number {
  return Math.ceil(value - 1e-9);
}

function least(choices: readonly NamedChoice[], measure: (choice: NamedChoice) => number): NamedChoice {
  return choices.reduce((best, choice) => (measure(choice) < measure(best) ? choice : best));
}
