import { type BodyMotion, POSE_SIZE, toBody, toWorld, turnToWorld } from "../../core/body-motion.ts";
import { setAlteration } from "../../kernels/cones/cone-kernels.ts";
import * as limits from "../../kernels/layout/contact-limits.ts";
import { type Collider, FAR, LEVEL, liftToLevel, MEASURED, marchToLevel, moveToLevel, SEARCH_SIZE, SKIP, TAU } from "../shapes/collider.ts";
import { pairFriction, pairGap } from "../shapes/surface-pair.ts";
import { CONE_SLACK, type Contacts, TOUCHING } from "./contact-law.ts";
import { type NearBodies, ROUNDING } from "./near-bodies.ts";

export interface AlterationOptions {
  /** What is left of the speed of an impact [−], 0 to 1. */
  readonly restitution: number;
  /** A particle that starts inside a body is brought out at most this fast [m/s]. */
  readonly pushSpeed: number;
}

/**
 * Position alteration   [Ertekin14, sec. 6], over the whole step. The way of a particle in the coordinates of the body, from where it is
 * at the start to where it is proposed at the end, is followed to the first point where φ falls to the gap between the two. There
 *
 *     v_rel = v − v_surface,   Δv_N = max(0, −n·v_rel, inward way / h),   v_t' = max(0, 1 − μ Δv_N/|v_t|) v_t
 *
 * v* = v_surface + v_t' (and the bounce along n), and of the way left the tangential part is gone, shortened like v_t: a particle that
 * friction holds stays exactly where it is on the body. The paper moves the particle to the surface and removes the normal velocity; the
 * way along the surface, moving surfaces and friction are ours.
 *
 * Particles that stick from the start (contact-law) are put where they stay, and met like all others. Of one that slides from the start
 * the law says how the forces on it press, N h/m, and drive it, |f_t| h/m; a particle alone follows them freely, one that stiff springs hold
 * yields by a part of the drive only, its change of v_t over it, and of friction it then feels the same part of μ N h/m at least. One that
 * slides on has had its friction in the proposal; push and drive are zero for it.
 */
export interface PositionAlteration {
  /** Corrects `nextX` and `nextV` of what is near bodies; returns how many particles touch one at the end of the step. */
  alter(
    x: Float64Array,
    v: Float64Array,
    h: number,
    held: Uint8Array,
    contacts: Contacts,
    nextX: Float64Array,
    nextV: Float64Array,
  ): number;
}

/** With several bodies the correction by one may lead into another: at most so many rounds, each with what another body has moved. */
const ROUNDS = 4;
/** Above this part of the drive, a particle has followed the forces on it freely: what is missing is the noise of its springs. */
const FREE = limits.FREE;
/** Of a way that starts on a body and leads outwards, the part that is not searched for another meeting with it. */
const SKIPPED = limits.SKIPPED;

/** What foresight lets end within this distance of a body has come to it [m]. */
const CLOSE = limits.ARRIVAL;

/** Where the normal turns by more than the angle with this cosine within a step, there is an edge. */
const EDGE = limits.EDGE_COSINE;

/** A number of corrections that is none. */
const NEVER = 65535;

/** Places in `numbers`. */
const STEP = 0;
const START_SPEED = 1;
const KEEP = 2;
const REACH = 3;

export function createPositionAlteration(
  colliders: readonly Collider[],
  bodies: BodyMotion,
  near: NearBodies,
  mass: Float64Array,
  { restitution, pushSpeed }: AlterationOptions,
): PositionAlteration {
  const particleCount = mass.length;
  const solidCount = near.solids.length;
  const own = near.cones?.arrays;
  const touched = own?.touched ?? new Uint8Array(particleCount);
  const { cloth } = near;
  /** Of each body: its thickness [m], and how fast φ falls at most. */
  const thicknesses = Float64Array.from(colliders, ({ thickness }) => thickness);
  const steepness = Float64Array.from(colliders, ({ shape }) => shape.steepness);
  /** How often each particle was corrected, and how often it had been when a pair was last looked at. */
  const corrections = own?.corrections ?? new Uint16Array(particleCount);
  let seen = own?.seen ?? new Uint16Array(particleCount);
  own?.mass.set(mass);
  if (near.cones !== undefined) setAlteration(near.cones, restitution, pushSpeed);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const way = new Float64Array(3);
  const point = new Float64Array(3);
  const scratch = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const search = new Float64Array(SEARCH_SIZE);
  /** The length of the step [s]; for a contact the speed along the normal at the start [m/s], and the part of v_t that friction leaves. */
  const numbers = new Float64Array(4);
  const normal = new Float64Array(3);
  const surface = new Float64Array(3);
  const relative = new Float64Array(3);
  const slid = new Float64Array(3);

  /** True when the proposed velocity of a particle on body b, at `point`, leads into it, wherever its way leads. */
  function isPressed(b: number, i: number, nextV: Float64Array): boolean {
    const h = numbers[STEP];
    const pose = POSE_SIZE * b;
    turnToWorld(bodies.end, pose, measured, 1, normal);
    toWorld(bodies.start, pose, point, scratch);
    toWorld(bodies.end, pose, point, surface);
    let speed = 0;
    for (let c = 0; c < 3; c++) speed += (nextV[3 * i + c] - (surface[c] - scratch[c]) / h) * normal[c];
    return speed < 0;
  }

  /** Follows the way of the particle of pair k; where it meets body b, leaves the point in `point`, the normal in `measured`, τ in `search`. */
  function meets(b: number, k: number, slides: boolean, nextV: Float64Array): boolean {
    const { shape } = colliders[b];
    const level = pairGap(thicknesses[b], cloth.thickness[near.particles[k]]);
    const gap = near.phi[k] - level;
    for (let c = 0; c < 3; c++) way[c] = to[c] - from[c];
    search[LEVEL] = level;
    search[SKIP] = 0;
    search[TAU] = 0;
    if (gap > TOUCHING) {
      if (shape.enter === undefined) {
        marchToLevel(shape, from, to, search, point, measured);
        return search[TAU] <= 1;
      }
      shape.enter(from, to, search);
      if (search[TAU] > 1) return false;
      for (let c = 0; c < 3; c++) point[c] = from[c] + search[TAU] * way[c];
      shape.measure(point, measured);
      return true;
    }
    shape.measure(from, measured);
    let along = 0;
    for (let c = 0; c < 3; c++) {
      point[c] = from[c];
      along += way[c] * measured[1 + c];
    }
    if (slides || along < 0 || isPressed(b, near.particles[k], nextV)) return true;
    if (gap < -TOUCHING) {
      // inside at the start, and on the way out: fast enough?
      shape.measure(to, measured);
      const late = measured[0] < level + Math.min(0, gap + pushSpeed * numbers[STEP]);
      shape.measure(from, measured);
      return late;
    }
    if (shape.convex) return false;
    search[SKIP] = SKIPPED;
    marchToLevel(shape, from, to, search, scratch, measured);
    if (search[TAU] > 1) return false;
    for (let c = 0; c < 3; c++) point[c] = scratch[c];
    return true;
  }

  /** Whether the way of particle i ends so close to body b that it was to end on it; leaves the end in `point` and so on, as `meets` does. */
  function arrives(b: number, i: number): boolean {
    colliders[b].shape.measure(to, measured);
    if (measured[0] > pairGap(thicknesses[b], cloth.thickness[i]) + CLOSE) return false;
    for (let c = 0; c < 3; c++) point[c] = to[c];
    search[TAU] = 1;
    return true;
  }

  /**
   * The way along the surface of a particle that was on it throughout the step, into `slid`, in the world. From velocity V to the proposed
   * V* along the surface the method has gone h (V + θ (V* − V)), with a θ of its own; the same to V' = keep V* is what friction leaves.
   */
  function computeWay(i: number, x: Float64Array, v: Float64Array, nextX: Float64Array): void {
    const h = numbers[STEP];
    const startSpeed = numbers[START_SPEED];
    const keep = numbers[KEEP];
    let gone = 0;
    let gain = 0;
    for (let c = 0; c < 3; c++) {
      const start = v[3 * i + c] - surface[c] - startSpeed * normal[c];
      const change = relative[c] - start;
      gone += ((nextX[3 * i + c] - x[3 * i + c]) / h - surface[c] - start) * change;
      gain += change * change;
      slid[c] = start;
    }
    const theta = gain > 0 ? Math.min(1, Math.max(0, gone / gain)) : 1;
    for (let c = 0; c < 3; c++) slid[c] = keep > 0 ? h * (slid[c] + theta * (keep * relative[c] - slid[c])) : 0;
  }

  /**
   * Whether a slider, `measured` where it is proposed, goes with body b where that curves away below it: by no more than what presses on it can press it down in
   * the step, numbers[REACH] [m], and not around an edge.
   */
  function followsSurface(b: number): boolean {
    turnToWorld(bodies.end, POSE_SIZE * b, measured, 1, scratch);
    const turn = scratch[0] * normal[0] + scratch[1] * normal[1] + scratch[2] * normal[2];
    return measured[0] - search[LEVEL] <= numbers[REACH] && turn > EDGE;
  }

  /** Corrects the particle of pair k where its way meets the body. */
  function correct(
    k: number,
    x: Float64Array,
    v: Float64Array,
    { slidesOn, foreseenOn, push, drive, nextPressing, pressForce, handling }: Contacts,
    nextX: Float64Array,
    nextV: Float64Array,
  ): boolean {
    const b = near.bodies[k];
    const i = near.particles[k];
    const { shape } = colliders[b];
    const gap = pairGap(thicknesses[b], cloth.thickness[i]);
    const h = numbers[STEP];
    const pose = POSE_SIZE * b;
    toBody(bodies.end, pose, nextX, i, to);
    const { from: starts, phi } = near;
    const slides = slidesOn[i] === b;
    const isForeseen = foreseenOn[i] === b;
    let squaredWay = 0;
    for (let c = 0; c < 3; c++) {
      from[c] = starts[3 * k + c];
      squaredWay += (to[c] - from[c]) * (to[c] - from[c]);
    }
    // staysAbove of near-bodies, written out: a number handed to a call may be allocated
    const least = phi[k] - shape.steepness * Math.sqrt(squaredWay);
    if (!slides && !isForeseen && phi[k] < FAR && least > gap + TOUCHING) return false;
    const level = gap + Math.min(0, phi[k] - gap + pushSpeed * h);
    if (!meets(b, k, slides, nextV) && !(isForeseen && arrives(b, i))) return false;
    const left = 1 - search[TAU];

    // velocities in the world
    turnToWorld(bodies.end, pose, measured, 1, normal);
    toWorld(bodies.start, pose, point, scratch);
    toWorld(bodies.end, pose, point, surface);
    let normalSpeed = 0;
    let startSpeed = 0;
    let inward = 0;
    for (let c = 0; c < 3; c++) {
      surface[c] = (surface[c] - scratch[c]) / h;
      relative[c] = nextV[3 * i + c] - surface[c];
      normalSpeed += relative[c] * normal[c];
      startSpeed += (v[3 * i + c] - surface[c]) * normal[c];
      inward -= left * way[c] * measured[1 + c];
    }
    const bounce = left < 1 ? restitution * Math.max(0, -startSpeed) : 0;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      relative[c] -= normalSpeed * normal[c];
      squared += relative[c] * relative[c];
    }
    const slip = Math.sqrt(squared);
    let pushed = Math.max(0, bounce - normalSpeed, inward / h);
    if (slides) {
      slidesOn[i] = -1; // friction has its part once
      let gained = 0;
      for (let c = 0; c < 3; c++) {
        const change = relative[c] - (v[3 * i + c] - surface[c] - startSpeed * normal[c]);
        gained += change * change;
      }
      const yielded = Math.sqrt(gained) / drive[i];
      pushed = Math.max(pushed, yielded < FREE ? yielded * push[i] : push[i]);
    }
    const friction = pairFriction(colliders[b].friction, cloth.friction[i]);
    const keep = slip <= friction * pushed * (1 + CONE_SLACK) ? 0 : 1 - (friction * pushed) / slip;
    pressForce[i] = Math.max(pressForce[i], nextPressing[i], (pushed * mass[i]) / h);
    if (keep === 0) nextPressing[i] = 0;
    else if (!handling.reportsImpulses) nextPressing[i] = (pushed * mass[i]) / h;
    const outward = Math.max(normalSpeed, bounce);
    numbers[START_SPEED] = startSpeed;
    numbers[KEEP] = keep;
    computeWay(i, x, v, nextX);
    for (let c = 0; c < 3; c++) nextV[3 * i + c] = surface[c] + keep * relative[c] + outward * normal[c];

    // the way along the surface, in the body
    const { end } = bodies;
    const lift = Math.max(0, -inward);
    for (let c = 0; c < 3; c++) {
      const n = measured[1 + c];
      const turned = end[pose + c] * slid[0] + end[pose + 3 + c] * slid[1] + end[pose + 6 + c] * slid[2];
      point[c] += (left < 1 ? keep * (left * way[c] + inward * n) : turned) + lift * n;
    }
    search[LEVEL] = level;
    numbers[REACH] = h * Math.max(push[i], (nextPressing[i] * h) / mass[i]);
    shape.measure(point, measured);
    const stays = slides ? followsSurface(b) : outward <= 0;
    if (stays) moveToLevel(shape, search, point, measured);
    else liftToLevel(shape, search, point, measured);
    toWorld(bodies.end, pose, point, scratch);
    for (let c = 0; c < 3; c++) nextX[3 * i + c] = scratch[c];
    return true;
  }

  /** Corrects the particles of the pairs from `first` to `end`; returns how many. */
  function correctPairs(
    first: number,
    end: number,
    round: number,
    x: Float64Array,
    v: Float64Array,
    held: Uint8Array,
    contacts: Contacts,
    nextX: Float64Array,
    nextV: Float64Array,
  ): number {
    const { slidesOn, foreseenOn } = contacts;
    const { particles, bodies: which, room, strayed } = near;
    let corrected = 0;
    for (let k = first; k < end; k++) {
      const i = particles[k];
      if (held[i] !== 0 || (round > 0 && (touched[i] === 0 || seen[k] === corrections[i]))) continue;
      seen[k] = corrections[i];
      const clear = pairGap(thicknesses[which[k]], cloth.thickness[i]) + TOUCHING + ROUNDING;
      const isClear = room[k] - steepness[which[k]] * strayed[i] > clear;
      const isAsProposed = corrections[i] === 0 && slidesOn[i] < 0 && foreseenOn[i] < 0;
      if (isClear && isAsProposed) continue;
      if (!correct(k, x, v, contacts, nextX, nextV)) continue;
      touched[i] = 1;
      seen[k] = ++corrections[i];
      corrected++;
    }
    return corrected;
  }

  return {
    alter(x, v, h, held, contacts, nextX, nextV) {
      const { stuck, velocity, place } = contacts;
      const { solids, lasts } = near;
      numbers[STEP] = h;
      touched.set(stuck);
      corrections.fill(0);
      for (let i = 0; i < particleCount; i++) {
        if (stuck[i] === 0) continue;
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          nextV[c] = velocity[c];
          nextX[c] = place[c];
        }
      }
      if (own !== undefined) {
        near.cones?.begin(h, contacts);
        own.velocities.set(v);
        own.held.set(held);
        own.nextX.set(nextX);
        own.nextV.set(nextV);
      }
      const endX = own?.nextX ?? nextX;
      const endV = own?.nextV ?? nextV;
      const rounds = solidCount > 1 ? ROUNDS : 1;
      let changed = true;
      for (let round = 0; round < rounds && changed; round++) {
        changed = false;
        const isNew = near.cover(endX);
        if (near.count > seen.length) seen = new Uint16Array(2 * near.count);
        if (isNew) seen.fill(NEVER);
        for (let n = 0; n < solids.length; n++) {
          const first = n === 0 ? 0 : lasts[n - 1];
          if (first === lasts[n]) continue;
          const corrected =
            near.kernelsOf(solids[n])?.alter(solids[n], first, lasts[n], round) ??
            correctPairs(first, lasts[n], round, x, v, held, contacts, endX, endV);
          if (corrected > 0) changed = true;
        }
      }
      if (own !== undefined) {
        nextX.set(endX);
        nextV.set(endV);
      }
      let count = 0;
      for (let i = 0; i < particleCount; i++) count += touched[i];
      return count;
    },
  };
}
