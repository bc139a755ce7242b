import { type BodyMotion, POSE_SIZE, toBody } from "./body-motion.ts";
import { type Collider, FAR, MEASURED, type Shape } from "./collider.ts";
import { enlarge } from "./enlarge.ts";

/**
 * Which particles may come near which bodies in a step: few of all pairs, found once and asked about many times. A particle that starts at a
 * distance φ and goes no further than φ/steepness, as the body sees it, does not meet the body. Bodies of triangles are left out.
 */
export interface NearBodies {
  readonly count: number;
  /** By body, then by particle. Arrays that are replaced when the list grows. */
  readonly bodies: Uint32Array;
  readonly particles: Uint32Array;
  /** Where the particle is at the start of the step in the coordinates of the body [m], three numbers a pair, and φ there [m]. */
  readonly from: Float64Array;
  readonly phi: Float64Array;
  /** Lists the pairs of free particles at the start of a step of h seconds, at velocities v; bodies have begun on their way. */
  find(x: Float64Array, v: Float64Array, held: Uint8Array, h: number): void;
  /** Adds those that ways as far as to xe need, if there are any. */
  cover(xe: Float64Array): void;
}

/** Particles that get closer to a body than its thickness and this many thicknesses, or what they cover at this speed [m/s], are near it. */
export const RANGE_THICKNESSES = 4;
export const RANGE_SPEED = 1;
/** Ways are expected to be this much longer than velocities at the start say; those that turn out longer still ask for another search. */
const LONGER = 1.5;

export function createNearBodies(
  colliders: readonly Collider[],
  motion: BodyMotion,
  particleCount: number,
): NearBodies {
  const solids: number[] = [];
  colliders.forEach(({ shape }, body) => {
    if (shape.surface === undefined) solids.push(body);
  });
  let bodies = new Uint32Array(particleCount);
  let particles = new Uint32Array(particleCount);
  let from = new Float64Array(3 * particleCount);
  let phi = new Float64Array(particleCount);
  let count = 0;
  const point = new Float64Array(3);
  const later = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  /** How far a particle may go, and the range of bodies' thicknesses besides [m]. */
  const numbers = new Float64Array(2);
  let x: Float64Array = point;
  let held: Uint8Array = new Uint8Array(0);

  function add(body: number, i: number): void {
    if (count === phi.length) {
      bodies = enlarge(bodies, new Uint32Array(2 * count));
      particles = enlarge(particles, new Uint32Array(2 * count));
      from = enlarge(from, new Float64Array(6 * count));
      phi = enlarge(phi, new Float64Array(2 * count));
    }
    bodies[count] = body;
    particles[count] = i;
    for (let c = 0; c < 3; c++) from[3 * count + c] = point[c];
    phi[count++] = measured[0];
  }

  function searchBody(body: number): void {
    const { shape, thickness } = colliders[body];
    const pose = POSE_SIZE * body;
    const far = numbers[0];
    const level = thickness + Math.max(numbers[1], RANGE_THICKNESSES * thickness);
    const limit = ballRadius(shape, motion, pose, level + far, later);
    const centreX = later[0];
    const centreY = later[1];
    const centreZ = later[2];
    for (let i = 0; i < particleCount; i++) {
      if (held[i] !== 0) continue;
      const dx = x[3 * i] - centreX;
      const dy = x[3 * i + 1] - centreY;
      const dz = x[3 * i + 2] - centreZ;
      if (dx * dx + dy * dy + dz * dz > limit * limit) continue;
      toBody(motion.start, pose, x, i, point);
      shape.measure(point, measured);
      toBody(motion.end, pose, x, i, later);
      if (measured[0] < FAR && measured[0] - shape.steepness * (distance(point, later) + far) > level) continue;
      add(body, i);
    }
  }

  function search(): void {
    count = 0;
    for (let n = 0; n < solids.length; n++) searchBody(solids[n]);
  }

  return {
    get count() {
      return count;
    },
    get bodies() {
      return bodies;
    },
    get particles() {
      return particles;
    },
    get from() {
      return from;
    },
    get phi() {
      return phi;
    },
    find(positions, v, heldParticles, h) {
      if (solids.length === 0) return;
      x = positions;
      held = heldParticles;
      let squared = 0;
      for (let c = 0; c < v.length; c += 3) {
        squared = Math.max(squared, v[c] * v[c] + v[c + 1] * v[c + 1] + v[c + 2] * v[c + 2]);
      }
      numbers[0] = h * (RANGE_SPEED + LONGER * Math.sqrt(squared));
      numbers[1] = RANGE_SPEED * h;
      search();
    },
    cover(xe) {
      if (solids.length === 0) return;
      let squared = 0;
      for (let i = 0; i < particleCount; i++) {
        if (held[i] !== 0) continue;
        const dx = xe[3 * i] - x[3 * i];
        const dy = xe[3 * i + 1] - x[3 * i + 1];
        const dz = xe[3 * i + 2] - x[3 * i + 2];
        squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
      }
      if (squared <= numbers[0] * numbers[0]) return;
      numbers[0] = Number.isNaN(squared) ? Number.POSITIVE_INFINITY : LONGER * Math.sqrt(squared);
      search();
    },
  };
}

/** Whether φ of pair k stays above a level [m] on the way from the start of the step to a point in the coordinates of the body. */
export function staysAbove(
  { from, phi }: NearBodies,
  k: number,
  shape: Shape,
  point: Float64Array,
  level: number,
): boolean {
  const dx = point[0] - from[3 * k];
  const dy = point[1] - from[3 * k + 1];
  const dz = point[2] - from[3 * k + 2];
  return phi[k] < FAR && phi[k] - shape.steepness * Math.sqrt(dx * dx + dy * dy + dz * dz) > level;
}

/** The ball of a body at the start of the step, with its way and `more` around it [m]: its radius, and its middle into `centre`. */
function ballRadius(
  { bound }: Shape,
  { start, end }: BodyMotion,
  pose: number,
  more: number,
  centre: Float64Array,
): number {
  if (bound === undefined) return Number.POSITIVE_INFINITY;
  let squared = 0;
  for (let c = 0; c < 3; c++) {
    const row = pose + 3 * c;
    const before = start[row] * bound[0] + start[row + 1] * bound[1] + start[row + 2] * bound[2] + start[pose + 9 + c];
    const after = end[row] * bound[0] + end[row + 1] * bound[1] + end[row + 2] * bound[2] + end[pose + 9 + c];
    centre[c] = before;
    squared += (after - before) * (after - before);
  }
  return bound[3] + Math.sqrt(squared) + more;
}

function distance(a: Float64Array, b: Float64Array): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}
