import { type BodyMotion, POSE_SIZE, toBody, toWorld, turnToWorld } from "./body-motion.ts";
import { type Collider, liftToLevel, MEASURED, marchToLevel } from "./collider.ts";
import { CONE_SLACK, type Contacts, TOUCHING } from "./contact-law.ts";

export interface AlterationOptions {
  /** What is left of the speed of an impact [−], 0 to 1. */
  readonly restitution: number;
  /** A particle that starts inside a body is brought out at most this fast [m/s]. */
  readonly pushSpeed: number;
}

/**
 * Position alteration   [Ertekin14, sec. 6], over the whole step. The way of a particle in the coordinates of the body, from where it is
 * at the start to where it is proposed at the end, is followed to the first point where φ falls to the thickness. There
 *
 *     v_rel = v − v_surface,   Δv_N = max(0, −n·v_rel, inward way / h),   v_t' = max(0, 1 − μ Δv_N/|v_t|) v_t
 *
 * v* = v_surface + v_t' (and the bounce along n), and of the way left the tangential part is gone, shortened like v_t: a particle that
 * friction holds stays exactly where it is on the body. The paper moves the particle to the surface and removes the normal velocity; the
 * way along the surface, moving surfaces and friction are ours.
 *
 * Where a particle slid at the start of the step already, the method was given its friction (contact-law). That is taken back first, so that
 * the law sees the whole impulse of the step, and at least the push N h/m that friction was reckoned with.
 */
export interface PositionAlteration {
  /** Corrects `nextX` and `nextV`; returns how many particles touch a body at the end of the step. */
  alter(
    x: Float64Array,
    v: Float64Array,
    h: number,
    mass: Float64Array,
    held: Uint8Array,
    contacts: Contacts,
    nextX: Float64Array,
    nextV: Float64Array,
  ): number;
}

/** With several bodies the correction by one may lead into another: at most so many rounds. */
const ROUNDS = 4;
/** Of a way that starts on a body and leads outwards, the part that is not searched for another meeting with it. */
const SKIP = 1 / 16;

export function createPositionAlteration(
  colliders: readonly Collider[],
  bodies: BodyMotion,
  particleCount: number,
  { restitution, pushSpeed }: AlterationOptions,
): PositionAlteration {
  const touched = new Uint8Array(particleCount);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const way = new Float64Array(3);
  const point = new Float64Array(3);
  const scratch = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const found = new Float64Array(1);
  const normal = new Float64Array(3);
  const surface = new Float64Array(3);
  const relative = new Float64Array(3);

  /** Follows the way of particle i; where it meets body b, leaves the point in `point`, the normal in `measured`, τ in found[0]. */
  function meets(b: number, h: number): boolean {
    const { shape, thickness } = colliders[b];
    shape.measure(from, measured);
    const gap = measured[0] - thickness;
    let along = 0;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      way[c] = to[c] - from[c];
      squared += way[c] * way[c];
      along += way[c] * measured[1 + c];
    }
    found[0] = 0;
    if (gap > TOUCHING) {
      if (shape.enter !== undefined) shape.enter(from, to, thickness, found);
      else if (gap > shape.steepness * Math.sqrt(squared)) return false;
      else marchToLevel(shape, from, to, thickness, 0, point, measured, found);
      if (found[0] > 1) return false;
      for (let c = 0; c < 3; c++) point[c] = from[c] + found[0] * way[c];
      shape.measure(point, measured);
      return true;
    }
    for (let c = 0; c < 3; c++) point[c] = from[c];
    if (along < 0) return true;
    if (gap < -TOUCHING) {
      // inside at the start, and on the way out: fast enough?
      shape.measure(to, measured);
      const late = measured[0] < thickness + Math.min(0, gap + pushSpeed * h);
      shape.measure(from, measured);
      return late;
    }
    if (shape.convex) return false;
    marchToLevel(shape, from, to, thickness, SKIP, scratch, measured, found);
    if (found[0] > 1) return false;
    for (let c = 0; c < 3; c++) point[c] = scratch[c];
    return true;
  }

  /** Corrects particle i where its way meets body b. */
  function correct(
    b: number,
    i: number,
    x: Float64Array,
    v: Float64Array,
    h: number,
    m: number,
    { slidesOn, friction: given, push }: Contacts,
    nextX: Float64Array,
    nextV: Float64Array,
  ): boolean {
    const { shape, thickness, friction } = colliders[b];
    const pose = POSE_SIZE * b;
    toBody(bodies.start, pose, x, i, from);
    toBody(bodies.end, pose, nextX, i, to);
    shape.measure(from, measured);
    const level = thickness + Math.min(0, measured[0] - thickness + pushSpeed * h);
    if (!meets(b, h)) return false;
    const left = 1 - found[0];

    const slid = slidesOn[i] === b;
    if (slid) {
      for (let c = 0; c < 3; c++) {
        const taken = (h * given[3 * i + c]) / m;
        nextV[3 * i + c] -= taken;
        nextX[3 * i + c] -= h * taken;
      }
      toBody(bodies.end, pose, nextX, i, to);
      for (let c = 0; c < 3; c++) way[c] = to[c] - from[c];
      slidesOn[i] = -1;
    }
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
    const bounce = found[0] > 0 ? restitution * Math.max(0, -startSpeed) : 0;
    const pushed = Math.max(slid ? push[i] : 0, bounce - normalSpeed, inward / h);
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      relative[c] -= normalSpeed * normal[c];
      squared += relative[c] * relative[c];
    }
    const slip = Math.sqrt(squared);
    const keep = slip <= friction * pushed * (1 + CONE_SLACK) ? 0 : 1 - (friction * pushed) / slip;
    const outward = Math.max(normalSpeed, bounce);
    for (let c = 0; c < 3; c++) nextV[3 * i + c] = surface[c] + keep * relative[c] + outward * normal[c];

    // the way along the surface, in the body
    const lift = Math.max(0, -inward);
    for (let c = 0; c < 3; c++) {
      const n = measured[1 + c];
      point[c] += keep * (left * way[c] + inward * n) + lift * n;
    }
    liftToLevel(shape, level, point, measured);
    toWorld(bodies.end, pose, point, scratch);
    for (let c = 0; c < 3; c++) nextX[3 * i + c] = scratch[c];
    return true;
  }

  return {
    alter(x, v, h, mass, held, contacts, nextX, nextV) {
      const { stuck, velocity, place } = contacts;
      touched.set(stuck);
      for (let i = 0; i < particleCount; i++) {
        if (stuck[i] === 0) continue;
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          nextV[c] = velocity[c];
          nextX[c] = place[c];
        }
      }
      const rounds = colliders.length > 1 ? ROUNDS : 1;
      let changed = true;
      for (let round = 0; round < rounds && changed; round++) {
        changed = false;
        for (let b = 0; b < colliders.length; b++) {
          for (let i = 0; i < particleCount; i++) {
            if (held[i] !== 0 || (round > 0 && touched[i] === 0)) continue;
            if (!correct(b, i, x, v, h, mass[i], contacts, nextX, nextV)) continue;
            touched[i] = 1;
            changed = true;
          }
        }
      }
      let count = 0;
      for (let i = 0; i < particleCount; i++) count += touched[i];
      return count;
    },
  };
}
