import { type Cloth, type Springs, STRETCH } from "../fabric/cloth.ts";
import type { ClothStart, MethodOptions } from "./method.ts";

/** What the choice of a method depends on. */
export interface ClothDescription {
  readonly particles: number;
  readonly springs: number;
  readonly hinges: number;
  /** h²k/m: the mean over the stretch springs (over all springs where there are none of that kind), m that of an end. */
  readonly stiffness: number;
  /** A bound of (hω)² for the fastest mode of springs and hinges, and of hc/m for damping. */
  readonly frequency: number;
  readonly damping: number;
  /** h over the time in which the cloth falls its own length, or flies it at its first velocity. */
  readonly pace: number;
  /** |g| h [m/s]. */
  readonly gravityStep: number;
  /** Whether there are bodies or cloth that it can touch. */
  readonly touches: boolean;
  /** Whether only triangles resist stretch: there are no springs. */
  readonly isTriangles: boolean;
  /** Whether kernels in WebAssembly are to be used. */
  readonly hasKernels: boolean;
}

/** Reads it off a cloth and its start. */
export function describeCloth(start: ClothStart, options: MethodOptions): ClothDescription {
  const { cloth, timestep: h, environment, touches } = start;
  const { mass, springs, hinges } = cloth;
  const gravity = length(environment.gravity, 0);
  const [fastest, mostDamped] = boundModes(cloth);
  return {
    particles: cloth.particleCount,
    springs: springs.count,
    hinges: options.bending === false ? 0 : hinges.count,
    stiffness: h * h * meanStiffness(springs, mass),
    frequency: h * h * fastest,
    damping: h * mostDamped,
    pace: h * measurePace(start, gravity),
    gravityStep: h * gravity,
    touches,
    isTriangles: springs.count === 0 && cloth.triangleStiffness.length > 0,
    hasKernels: options.kernels !== "typescript",
  };
}

/** Mean k/m [1/s²] over the stretch springs, or over all; m is that of one end. */
function meanStiffness({ count, ends, stiffness, kind }: Springs, mass: Float64Array): number {
  const hasStretch = kind.includes(STRETCH);
  let sum = 0;
  let counted = 0;
  for (let s = 0; s < count; s++) {
    if (hasStretch && kind[s] !== STRETCH) continue;
    sum += 0.5 * stiffness[s] * (1 / mass[ends[2 * s]] + 1 / mass[ends[2 * s + 1]]);
    counted++;
  }
  return counted === 0 ? 0 : sum / counted;
}

/** Bounds of ω² [1/s²] and of c/m [1/s] by the rows of the matrices (Gershgorin). */
function boundModes(cloth: Cloth): [fastest: number, mostDamped: number] {
  const { particleCount, mass, viscousDamping, springs, hinges } = cloth;
  const stiff = new Float64Array(particleCount);
  const damped = viscousDamping.slice();
  for (let end = 0; end < 2 * springs.count; end++) {
    const s = Math.floor(end / 2);
    stiff[springs.ends[end]] += 2 * springs.stiffness[s];
    damped[springs.ends[end]] += 2 * springs.relativeDamping[s];
  }
  for (let corner = 0; corner < 4 * hinges.count; corner++) {
    const n = Math.floor(corner / 4);
    let sum = 0;
    for (let c = 0; c < 4; c++) sum += Math.abs(hinges.weights[4 * n + c]);
    stiff[hinges.vertices[corner]] += hinges.stiffness[n] * Math.abs(hinges.weights[corner]) * sum;
  }
  let fastest = 0;
  let mostDamped = 0;
  for (let i = 0; i < particleCount; i++) {
    fastest = Math.max(fastest, stiff[i] / mass[i]);
    mostDamped = Math.max(mostDamped, damped[i] / mass[i]);
  }
  return [fastest, mostDamped];
}

/** One over the time [1/s] in which the cloth falls its own length from rest, or flies it at its first velocity. */
function measurePace({ positions, velocities }: ClothStart, gravity: number): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let speed = 0;
  for (let c = 0; c < positions.length; c += 3) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], positions[c + axis]);
      high[axis] = Math.max(high[axis], positions[c + axis]);
    }
    speed = Math.max(speed, length(velocities, c));
  }
  const size = length(
    high.map((value, axis) => value - low[axis]),
    0,
  );
  return size > 0 ? Math.max(Math.sqrt(gravity / size), speed / size) : 0;
}

function length(vector: ArrayLike<number>, at: number): number {
  return Math.sqrt(vector[at] * vector[at] + vector[at + 1] * vector[at + 1] + vector[at + 2] * vector[at + 2]);
}
