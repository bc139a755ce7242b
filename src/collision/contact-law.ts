import { type BodyMotion, POSE_SIZE, toBody, toWorld, turnToWorld } from "./body-motion.ts";
import { type Collider, MEASURED } from "./collider.ts";

/** A particle so close to the thickness of a body counts as lying on it [m]. */
export const TOUCHING = 1e-7;
/** Friction holds what it should hold, in spite of rounding: the cone is wider by this part. */
export const CONE_SLACK = 1e-9;
/** Slower than this [m/s], friction opposes the push and not the motion. */
const SLIDING = 1e-5;

/**
 * The contacts that a step begins with. A method knows nothing of bodies; told nothing, it lets the cloth that lies on a sphere fall freely
 * together with what hangs from it, and a correction afterwards comes too late for what hangs. So before each step Coulomb's law is asked
 * about every particle that lies on a body, with all forces f on it:
 *
 *     p = f + (m/h) (v − v_surface),   N = max(0, −n·p)
 *     N = 0            it leaves
 *     |p_t| ≤ μN       it stays, or comes to rest: the method holds it like a pin that goes with the surface
 *     |p_t| > μN       it slides: the method is given the friction −μN v_t/|v_t| (−μN p_t/|p_t| where it begins to)
 *
 * A cloth at rest is then at rest for every method, at any step size and stiffness, and begins to slide where it should. Friction opposes
 * the motion and not p where something slides: p holds the pull of stiff springs, which over a whole step is not what it is now.
 */
export interface Contacts {
  /** 1 for a particle that is held; its velocity is in `velocity` [m/s] and the place where it ends in `place` [m]. */
  readonly stuck: Uint8Array;
  readonly velocity: Float64Array;
  readonly place: Float64Array;
  /** The body on which a particle slides, −1 where it does not; the friction on it [N]; N h/m, the push that goes with it [m/s]. */
  readonly slidesOn: Int32Array;
  readonly friction: Float64Array;
  readonly push: Float64Array;
}

export function createContacts(particleCount: number): Contacts {
  return {
    stuck: new Uint8Array(particleCount),
    velocity: new Float64Array(3 * particleCount),
    place: new Float64Array(3 * particleCount),
    slidesOn: new Int32Array(particleCount).fill(-1),
    friction: new Float64Array(3 * particleCount),
    push: new Float64Array(particleCount),
  };
}

export interface ContactLaw {
  /** Finds the particles that lie on some body at the start of the step; false where there are none, and then nothing sticks or slides. */
  find(x: Float64Array, held: Uint8Array): boolean;
  /** Asks Coulomb about the particles found, given the forces f on them [N]; uses f up. */
  decide(x: Float64Array, v: Float64Array, mass: Float64Array, h: number, f: Float64Array): void;
}

export function createContactLaw(colliders: readonly Collider[], bodies: BodyMotion, contacts: Contacts): ContactLaw {
  const { stuck, velocity, place, slidesOn, friction, push } = contacts;
  const particleCount = stuck.length;
  const touching = new Uint8Array(particleCount);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  const before = new Float64Array(3);
  const after = new Float64Array(3);
  const slip = new Float64Array(3);
  const pressed = new Float64Array(3);

  /** Measures body b at a particle's place at the start of the step. */
  function measure(b: number, x: Float64Array, i: number): void {
    toBody(bodies.start, POSE_SIZE * b, x, i, point);
    colliders[b].shape.measure(point, measured);
  }

  /** What body b, as it was just measured, does to particle i. Its answer to f is added to f. */
  function answer(b: number, i: number, v: Float64Array, m: number, h: number, f: Float64Array): void {
    turnToWorld(bodies.start, POSE_SIZE * b, measured, 1, normal);
    toWorld(bodies.start, POSE_SIZE * b, point, before);
    toWorld(bodies.end, POSE_SIZE * b, point, after);
    let along = 0;
    let speed = 0;
    for (let c = 0; c < 3; c++) {
      slip[c] = v[3 * i + c] - (after[c] - before[c]) / h;
      pressed[c] = f[3 * i + c] + (m / h) * slip[c];
      speed += slip[c] * normal[c];
      along += pressed[c] * normal[c];
    }
    if (!(along < 0)) return;
    let slipSquared = 0;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      slip[c] -= speed * normal[c];
      pressed[c] -= along * normal[c];
      slipSquared += slip[c] * slip[c];
      squared += pressed[c] * pressed[c];
    }
    const most = -colliders[b].friction * along;
    const holds = squared <= most * most * (1 + CONE_SLACK);
    const slides = !holds && slipSquared > SLIDING * SLIDING;
    const against = slides ? slip : pressed;
    const share = holds ? 1 : most / Math.sqrt(slides ? slipSquared : squared);
    stuck[i] = holds ? 1 : 0;
    if (!holds) {
      slidesOn[i] = b;
      push[i] = (-along * h) / m;
    }
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      if (holds) {
        velocity[k] = (after[c] - before[c]) / h;
        place[k] = after[c];
      } else friction[k] = -share * against[c];
      f[k] -= along * normal[c] + share * against[c];
    }
  }

  return {
    find(x, held) {
      let found = false;
      touching.fill(0);
      stuck.fill(0);
      slidesOn.fill(-1);
      friction.fill(0);
      for (let b = 0; b < colliders.length; b++) {
        const reach = colliders[b].thickness + TOUCHING;
        for (let i = 0; i < particleCount; i++) {
          if (held[i] !== 0) continue;
          measure(b, x, i);
          if (measured[0] > reach) continue;
          touching[i] = 1;
          found = true;
        }
      }
      return found;
    },
    decide(x, v, mass, h, f) {
      for (let i = 0; i < particleCount; i++) {
        if (touching[i] === 0) continue;
        for (let b = 0; b < colliders.length; b++) {
          measure(b, x, i);
          if (measured[0] <= colliders[b].thickness + TOUCHING) answer(b, i, v, mass[i], h, f);
        }
        if (stuck[i] === 0) continue;
        slidesOn[i] = -1; // held by one body while it would slide on another
        for (let c = 3 * i; c < 3 * i + 3; c++) friction[c] = 0;
      }
    },
  };
}
