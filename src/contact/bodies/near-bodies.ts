import { type BodyMotion, POSE_SIZE, toBody } from "../../core/body-motion.ts";
import { enlarge } from "../../core/enlarge.ts";
import { type ConeKernels, createConeKernels } from "../../kernels/cones/cone-kernels.ts";
import { CROWD, CROWD_SIZE as CROWD_BYTES } from "../../kernels/layout/cone-places.ts";
import * as limits from "../../kernels/layout/contact-limits.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { CAPSULE_SIZE, setCapsule } from "../shapes/body-capsule.ts";
import { type Collider, FAR, isBeyond, MEASURED, type Shape } from "../shapes/collider.ts";
import { type ClothSurface, pairGap } from "../shapes/surface-pair.ts";

/** Numbers of a crowd: min x, y, z, max x, y, z where it starts, and the farthest that one of it is expected to go [m]. */
const CROWD_SIZE = CROWD_BYTES / 8;

/**
 * Which particles may come near which bodies in a step: few of all pairs, found once and asked about many times. A particle that starts at a
 * distance φ and goes no further than φ/steepness, as the body sees it, does not meet the body. Bodies of triangles are left out.
 */
export interface NearBodies {
  /** The surface of the particles. */
  readonly cloth: ClothSurface;
  readonly count: number;
  /** By body, then by particle. Arrays that are replaced when the list grows. */
  readonly bodies: Uint32Array;
  readonly particles: Uint32Array;
  /** Where the particle is at the start of the step in the coordinates of the body [m], three numbers a pair, and φ there [m]. */
  readonly from: Float64Array;
  readonly phi: Float64Array;
  /**
   * What φ does not fall below on a way that ends where the velocity leads [m]. A way that ends elsewhere by s metres is longer by no more than that: it stays
   * above room − steepness · s.
   */
  readonly room: Float64Array;
  /** Where particles start [m], and how far from where their velocities lead those end that were last covered [m]. */
  readonly starts: Float64Array;
  readonly strayed: Float64Array;
  /** The bodies that have a φ, ascending, and how many pairs there are with each and those before it. */
  readonly solids: readonly number[];
  readonly lasts: Uint32Array;
  /** Where some bodies are of cones and there are kernels for them; and those in whose memory the pairs with a body are, if it is one of them. */
  readonly cones: ConeKernels | undefined;
  kernelsOf(body: number): ConeKernels | undefined;
  /** Lists the pairs of free particles at the start of a step of h seconds, at velocities v; bodies have begun on their way. */
  find(x: Float64Array, v: Float64Array, held: Uint8Array, h: number): void;
  /** Adds those that ways as far as to xe need, if there are any: true where pairs have other numbers since. */
  cover(xe: Float64Array): boolean;
}

/** Particles that get closer to a body than the gap and this many gaps, or what they cover at this speed [m/s], are near it. */
export const RANGE_GAPS = 4;
export const RANGE_SPEED = 1;
/** A particle is expected to end as far from where its velocity leads as this speed takes it [m/s], and this share of its own. */
const CHANGE_SPEED = limits.CHANGE_SPEED;
const CHANGE_SHARE = limits.CHANGE_SHARE;
/** What is near by less than this may be so by rounding [m]. */
export const ROUNDING: number = limits.DISTANCE_ROUNDING;
/** One that ends elsewhere asks for another search, with this much more than it needs. */
const SPARE = limits.SPARE;

/** Places in `numbers`: how close to the gap a body is near, how far from it is near with that, and the room of a pair [m]; the length of the step [s]. */
const RANGE = 0;
const LEVEL = 1;
const ROOM = 2;
const STEP = 3;

export function createNearBodies(
  colliders: readonly Collider[],
  motion: BodyMotion,
  cloth: ClothSurface,
  module?: KernelModule,
): NearBodies {
  const particleCount = cloth.thickness.length;
  const thickest = cloth.thickness.reduce((most, value) => Math.max(most, value), 0);
  const cones = module && createConeKernels(colliders, motion, cloth, module);
  const own = cones?.arrays;
  const solids: number[] = [];
  colliders.forEach(({ shape }, body) => {
    if (shape.surface === undefined) solids.push(body);
  });
  let bodies = own?.bodies ?? new Uint32Array(particleCount);
  let particles = own?.particles ?? new Uint32Array(particleCount);
  let from = own?.from ?? new Float64Array(3 * particleCount);
  let phi = own?.phi ?? new Float64Array(particleCount);
  let room = own?.room ?? new Float64Array(particleCount);
  /** How many pairs there are with the body of this place in `solids`, and those before it. */
  const lasts = new Uint32Array(solids.length);
  let count = 0;
  const point = new Float64Array(3);
  const later = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const numbers = new Float64Array(4);
  const capsule = new Float64Array(CAPSULE_SIZE);
  /** Where velocities lead each particle, how far from there it is expected to end, and how far it is [m]. */
  const ahead = own?.ahead ?? new Float64Array(3 * particleCount);
  const strays = own?.strays ?? new Float64Array(particleCount);
  const strayed = own?.strayed ?? new Float64Array(particleCount);
  const ways = own?.ways ?? new Float64Array(particleCount);
  /** Where particles start; what a method sees may be shifted from there. */
  const x = own?.starts ?? new Float64Array(3 * particleCount);
  const crowds = own?.crowds ?? new Float64Array(CROWD_SIZE * Math.ceil(particleCount / CROWD));
  /** What is held from the start; more may be while a method proposes. */
  const pinned = own?.pinned ?? new Uint8Array(particleCount);

  function add(body: number, i: number): void {
    if (count === phi.length) {
      bodies = enlarge(bodies, 2 * count);
      particles = enlarge(particles, 2 * count);
      from = enlarge(from, 6 * count);
      phi = enlarge(phi, 2 * count);
      room = enlarge(room, 2 * count);
    }
    bodies[count] = body;
    particles[count] = i;
    for (let c = 0; c < 3; c++) from[3 * count + c] = point[c];
    room[count] = numbers[ROOM];
    phi[count++] = measured[0];
  }

  /** Undefined where the pairs are more than they have room for. */
  function kernelsOf(body: number): ConeKernels | undefined {
    return own?.phi === phi && cones?.has(body) ? cones : undefined;
  }

  function searchBody(body: number): void {
    const { shape, thickness } = colliders[body];
    const gap = pairGap(thickness, thickest);
    numbers[LEVEL] = gap + Math.max(numbers[RANGE], RANGE_GAPS * gap);
    setCapsule(shape, motion, body, capsule);
    const withThese = kernelsOf(body)?.search(body, capsule, numbers, LEVEL, count) ?? -1;
    if (withThese >= 0) {
      count = withThese;
      return;
    }
    const scale = capsule[8];
    const radius = capsule[7] + numbers[LEVEL];
    for (let first = 0, o = 0; first < particleCount; first += CROWD, o += CROWD_SIZE) {
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        const low = capsule[c] + Math.min(0, capsule[3 + c]);
        const high = capsule[c] + Math.max(0, capsule[3 + c]);
        const apart = scale * Math.max(0, crowds[o + c] - high, low - crowds[o + 3 + c]);
        squared += apart * apart;
      }
      const most = radius + crowds[o + 6];
      if (squared <= most * most) searchCrowd(body, first, Math.min(first + CROWD, particleCount));
    }
  }

  function searchCrowd(body: number, first: number, end: number): void {
    const { shape } = colliders[body];
    const pose = POSE_SIZE * body;
    const level = numbers[LEVEL];
    const x0 = capsule[0];
    const y0 = capsule[1];
    const z0 = capsule[2];
    const ax = capsule[3];
    const ay = capsule[4];
    const az = capsule[5];
    const inverse = capsule[6];
    const radius = capsule[7] + level;
    const squaredScale = capsule[8] * capsule[8];
    const { steepness } = shape;
    for (let i = first; i < end; i++) {
      const px = x[3 * i] - x0;
      const py = x[3 * i + 1] - y0;
      const pz = x[3 * i + 2] - z0;
      const t = Math.min(1, Math.max(0, (px * ax + py * ay + pz * az) * inverse));
      const dx = px - t * ax;
      const dy = py - t * ay;
      const dz = pz - t * az;
      const most = radius + ways[i] + strays[i];
      if (squaredScale * (dx * dx + dy * dy + dz * dz) > most * most || pinned[i] !== 0) continue;
      toBody(motion.start, pose, x, i, point);
      toBody(motion.end, pose, ahead, i, later);
      const way = distance(point, later);
      const reach = level + steepness * (way + strays[i]);
      if (isBeyond(shape, point, reach)) continue;
      shape.measure(point, measured);
      if (measured[0] < FAR && measured[0] > reach) continue;
      numbers[ROOM] = measured[0] < FAR ? measured[0] - steepness * way : Number.NEGATIVE_INFINITY;
      add(body, i);
    }
  }

  function startWays(v: Float64Array): void {
    const h = numbers[STEP];
    for (let i = 0, c = 0; i < particleCount; i++, c += 3) {
      const way = h * Math.sqrt(v[c] * v[c] + v[c + 1] * v[c + 1] + v[c + 2] * v[c + 2]);
      ways[i] = way;
      strays[i] = CHANGE_SPEED * h + CHANGE_SHARE * way;
    }
    for (let c = 0; c < ahead.length; c++) ahead[c] = x[c] + h * v[c];
  }

  /** Whether some end farther from where they were expected to than they were; more is expected of them then. */
  function coverEnds(xe: Float64Array): boolean {
    let isLonger = false;
    for (let i = 0; i < particleCount; i++) {
      const dx = xe[3 * i] - ahead[3 * i];
      const dy = xe[3 * i + 1] - ahead[3 * i + 1];
      const dz = xe[3 * i + 2] - ahead[3 * i + 2];
      const stray = Math.sqrt(dx * dx + dy * dy + dz * dz);
      strayed[i] = stray;
      if (stray <= strays[i] || pinned[i] !== 0) continue;
      strays[i] = stray < Number.POSITIVE_INFINITY ? SPARE * stray : Number.POSITIVE_INFINITY;
      isLonger = true;
    }
    return isLonger;
  }

  function gatherCrowds(): void {
    for (let first = 0, o = 0; first < particleCount; first += CROWD, o += CROWD_SIZE) {
      const end = Math.min(first + CROWD, particleCount);
      let farthest = 0;
      for (let i = first; i < end; i++) farthest = Math.max(farthest, ways[i] + strays[i]);
      for (let c = 0; c < 3; c++) {
        let low = x[3 * first + c];
        let high = low;
        for (let k = 3 * first + c; k < 3 * end; k += 3) {
          low = Math.min(low, x[k]);
          high = Math.max(high, x[k]);
        }
        crowds[o + c] = low;
        crowds[o + 3 + c] = high;
      }
      crowds[o + 6] = farthest;
    }
  }

  function search(): void {
    count = 0;
    if (cones === undefined) gatherCrowds();
    else cones.gatherCrowds();
    for (let n = 0; n < solids.length; n++) {
      searchBody(solids[n]);
      lasts[n] = count;
    }
  }

  return {
    cloth,
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
    get room() {
      return room;
    },
    solids,
    lasts,
    starts: x,
    strayed,
    cones,
    kernelsOf,
    find(positions, v, held, h) {
      if (solids.length === 0) return;
      x.set(positions);
      pinned.set(held);
      numbers[STEP] = h;
      numbers[RANGE] = RANGE_SPEED * h;
      own?.velocities.set(v);
      if (cones === undefined) startWays(v);
      else cones.startWays(numbers, STEP);
      search();
    },
    cover(xe) {
      if (solids.length === 0) return false;
      const isLonger = cones === undefined ? coverEnds(xe) : cones.cover(xe);
      if (isLonger) search();
      return isLonger;
    },
  };
}

/** Whether φ of pair k stays above a level [m] on the way from the start of the step to a point in the coordinates of the body. */
export function staysAbove(from: Float64Array, phi: Float64Array, k: number, shape: Shape, point: Float64Array, level: number): boolean {
  const dx = point[0] - from[3 * k];
  const dy = point[1] - from[3 * k + 1];
  const dz = point[2] - from[3 * k + 2];
  return phi[k] < FAR && phi[k] - shape.steepness * Math.sqrt(dx * dx + dy * dy + dz * dz) > level;
}

function distance(a: Float64Array, b: Float64Array): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}
