import { boundsOf } from "../core/bounds.ts";
import { type Cloth, type Springs, STRETCH } from "../fabric/cloth.ts";
import { createFurtherTerms } from "../forces/forces.ts";
import { adjacencyFromPairs } from "../mesh/adjacency.ts";
import type { ClothStart, MethodOptions } from "./method.ts";

/** What the choice of a method depends on. */
export interface ClothDescription {
  readonly particles: number;
  readonly springs: number;
  readonly hinges: number;
  /** h²k/m: the root mean square over the stretch springs (over all springs where there are none of that kind), m the mass of an end. */
  readonly stiffness: number;
  /** The harmonic mean of the masses as a share of their root mean square: 1 where all are alike. */
  readonly evenness: number;
  /** So many springs a free particle is from the nearest held one, on average; as many as there are particles where one hangs on nothing. */
  readonly reach: number;
  /** How many of its own lengths the cloth moves in a step, at most, by gravity, wind and its first velocity. */
  readonly pace: number;
  /** |g| h [m/s]. */
  readonly gravityStep: number;
  /** Whether there are bodies or cloth that it can touch. */
  readonly touches: boolean;
  /** Whether only triangles resist stretch: there are no springs. */
  readonly isTriangles: boolean;
  /** Whether elastic or damping forces act besides Drape's own: nothing is known of their stiffness. */
  readonly hasFurtherForces: boolean;
  /** Whether kernels in WebAssembly are to be used. */
  readonly hasKernels: boolean;
}

/** Reads it off a cloth and its start. */
export function describeCloth(start: ClothStart, options: MethodOptions): ClothDescription {
  const { cloth, timestep: h, environment, touches } = start;
  const { mass, springs, hinges } = cloth;
  const gravity = length(environment.gravity, 0);
  return {
    particles: cloth.particleCount,
    springs: springs.count,
    hinges: options.bending === false ? 0 : hinges.count,
    stiffness: h * h * measureStiffness(springs, mass),
    evenness: measureEvenness(mass),
    reach: measureReach(cloth, start.held),
    pace: h * measurePace(start, measureDrop(start, gravity), gravity),
    gravityStep: h * gravity,
    touches,
    isTriangles: springs.count === 0 && cloth.triangleStiffness.length > 0,
    hasFurtherForces: createFurtherTerms(cloth, environment).some(({ role }) => role !== "external"),
    hasKernels: options.kernels !== "typescript",
  };
}

/** k/m [1/s²], the root mean square over the stretch springs, or over all: where they differ the stiffest count most. */
export function measureStiffness({ count, ends, stiffness, kind }: Springs, mass: Float64Array): number {
  const hasStretch = kind.includes(STRETCH);
  let sum = 0;
  let counted = 0;
  for (let s = 0; s < count; s++) {
    if (hasStretch && kind[s] !== STRETCH) continue;
    const rate = 0.5 * stiffness[s] * (1 / mass[ends[2 * s]] + 1 / mass[ends[2 * s + 1]]);
    sum += rate * rate;
    counted++;
  }
  return counted === 0 ? 0 : Math.sqrt(sum / counted);
}

function measureEvenness(mass: Float64Array): number {
  const inverses = mass.reduce((sum, m) => sum + 1 / m, 0);
  const squares = mass.reduce((sum, m) => sum + m * m, 0);
  return mass.length / (inverses * Math.sqrt(squares / mass.length));
}

/** How many springs lie between a free particle and the held one that is nearest to it by springs, on average. */
function measureReach({ particleCount, springs }: Cloth, held: Uint32Array): number {
  const { start, neighbours } = adjacencyFromPairs(particleCount, springs.ends);
  const distances = new Map(Array.from(held, (i) => [i, 0]));
  const free = Math.max(1, particleCount - distances.size);
  let sum = 0;
  for (const [i, distance] of distances) {
    // the nearest come first
    sum += distance;
    for (let at = start[i]; at < start[i + 1]; at++) {
      if (!distances.has(neighbours[at])) distances.set(neighbours[at], distance + 1);
    }
  }
  return distances.size < particleCount ? particleCount : sum / free;
}

/**
 * How many of its own lengths the cloth moves in a second, at most [1/s]: at the speed with which it comes down as far as its pins let it, with
 * which it starts, or of the wind.
 */
function measurePace({ positions, velocities, environment, held }: ClothStart, drop: number, gravity: number): number {
  const led = new Set(held);
  let fastest = Math.max(Math.sqrt(2 * gravity * drop), length(environment.wind?.velocity ?? [0, 0, 0], 0));
  for (let i = 0; 3 * i < velocities.length; i++) {
    if (!led.has(i)) fastest = Math.max(fastest, length(velocities, 3 * i));
  }
  const size = measureSize(positions);
  return size > 0 ? fastest / size : 0;
}

/** How far the middle of the cloth can come down [m]: all around the middle of its pins, or its own size where nothing holds it. */
function measureDrop({ cloth, positions, environment, held }: ClothStart, gravity: number): number {
  if (held.length === 0) return measureSize(positions);
  if (gravity === 0) return 0;
  const { mass } = cloth;
  const arm = [0, 0, 0];
  let total = 0;
  for (const m of mass) total += m;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < mass.length; i++) arm[axis] += (mass[i] / total) * positions[3 * i + axis];
    for (const i of held) arm[axis] -= positions[3 * i + axis] / held.length;
  }
  const [x, y, z] = environment.gravity;
  return Math.max(0, length(arm, 0) - (arm[0] * x + arm[1] * y + arm[2] * z) / gravity);
}

/** The diagonal of the box around the cloth [m]. */
function measureSize(positions: Float64Array): number {
  const { low, high } = boundsOf(positions);
  return length(
    high.map((value, axis) => value - low[axis]),
    0,
  );
}

function length(vector: ArrayLike<number>, at: number): number {
  return Math.sqrt(vector[at] * vector[at] + vector[at + 1] * vector[at + 1] + vector[at + 2] * vector[at + 2]);
}
