import { type BodyMotion, POSE_SIZE, toBody, toWorld, turnToWorld } from "../../core/body-motion.ts";
import type { ContactHandling } from "../../core/constraints.ts";
import type { ConeArrays } from "../../kernels/cones/cone-store.ts";
import * as limits from "../../kernels/layout/contact-limits.ts";
import { type Collider, MEASURED } from "../shapes/collider.ts";
import { pairFriction, pairGap } from "../shapes/surface-pair.ts";
import { type NearBodies, staysAbove } from "./near-bodies.ts";

/** A particle so close to the gap between cloth and body counts as lying on it [m]. */
export const TOUCHING: number = limits.TOUCHING;
/** Friction holds what it should hold, in spite of rounding: the cone is wider by this part. */
export const CONE_SLACK: number = limits.CONE_SLACK;

/**
 * The contacts that a step begins with. A method knows nothing of bodies; told nothing, it lets the cloth that lies on a sphere fall freely
 * together with what hangs from it, and a correction afterwards comes too late for what hangs. So before each step Coulomb's law is asked
 * about every particle that lies on a body, with all forces f on it:
 *
 *     p = f + (m/h) (v − v_surface),   N = max(0, −n·p)
 *     N = 0            it leaves
 *     |p_t| ≤ μN       it stays, or comes to rest: the method holds it like a pin that goes with the surface
 *     |p_t| > μN       it slides: the method keeps it on the surface; what friction takes is found from the proposal (position-alteration),
 *                      because over a whole step the pull of stiff springs is not what it is now
 *
 * One that has slid before slides on. A method that can lets friction act on it with the force that pressed on it then, until it turns it back
 * (sim/sliding-friction): particle by particle afterwards friction would not know what mass it moves, that of a thread or of the weight on it. With
 * the others, one that slides too fast to be stopped within the step slides on, and friction follows from the same force, or from the proposal
 * where they leave sliders to the correction.
 *
 * A cloth at rest is then at rest for every method, at any step size and stiffness, and begins to slide where it should.
 */
export interface Contacts {
  /** 1 for a particle that the method holds: it ends at `place` [m] with `velocity` [m/s], that of the surface. */
  readonly stuck: Uint8Array;
  readonly velocity: Float64Array;
  readonly place: Float64Array;
  /** The body on which a particle slides, −1 where it does not; the normal there; N h/m and |f_t| h/m, the push into it and the drive along it [m/s]. */
  readonly slidesOn: Int32Array;
  readonly normal: Float64Array;
  readonly push: Float64Array;
  readonly drive: Float64Array;
  /** The body on which a proposal was to put a particle, −1 where there is none (sim/foresight). */
  readonly foreseenOn: Int32Array;
  /** With what force a body pressed on a particle that slid on it through the last step [N], 0 where it is not known (sim/pressing). */
  readonly pressing: Float64Array;
  /** The same through this step. */
  readonly nextPressing: Float64Array;
  /** With what force bodies pressed on each particle in the last step [N]: for who looks at it, no step computes with it. */
  readonly pressForce: Float64Array;
  /** Friction of those that slide on, by that force and over their speed: μN/|v_t| [kg/s], 0 for others. For methods that apply friction. */
  readonly grip: Float64Array;
  /**
   * What the method does with sliders. Where it weighs friction, proposals decide what friction stops (sliding-friction), and not the law. Where it
   * reports no impulses, `pressing` is what the correction found.
   */
  readonly handling: ContactHandling;
}

/** `own` are arrays of kernels that are to be used. */
export function createContacts(particleCount: number, handling: ContactHandling, own?: ConeArrays): Contacts {
  const n = particleCount;
  return {
    stuck: own?.stuck ?? new Uint8Array(n),
    velocity: own?.velocity ?? new Float64Array(3 * n),
    place: own?.place ?? new Float64Array(3 * n),
    slidesOn: (own?.slidesOn ?? new Int32Array(n)).fill(-1),
    normal: own?.normal ?? new Float64Array(3 * n),
    push: own?.push ?? new Float64Array(n),
    drive: own?.drive ?? new Float64Array(n),
    foreseenOn: (own?.foreseenOn ?? new Int32Array(n)).fill(-1),
    pressing: own?.pressing ?? new Float64Array(n),
    nextPressing: own?.nextPressing ?? new Float64Array(n),
    pressForce: own?.pressForce ?? new Float64Array(n),
    grip: own?.grip ?? new Float64Array(n),
    handling,
  };
}

export interface ContactLaw {
  /** 1 for the particles found of which `decide` must know the forces. */
  readonly asked: Uint8Array;
  /**
   * Finds the particles, among those near bodies, that lie on one at the start of a step of h seconds, and tells what becomes of those that slide on and lie on nothing
   * else: no force is asked for that. False where there are none, and then nothing sticks.
   */
  find(x: Float64Array, v: Float64Array, mass: Float64Array, h: number, held: Uint8Array): boolean;
  /** Asks Coulomb about the others, given the forces f on them [N]; may use f up. */
  decide(x: Float64Array, v: Float64Array, mass: Float64Array, f: Float64Array): void;
}

/** Places in `numbers`: mass of the particle [kg], length of the step [s]; speeds of the particle off the body and along it [m/s]. */
const MASS = 0;
const STEP = 1;
const LIFT = 2;
const SLIP = 3;

export function createContactLaw(colliders: readonly Collider[], bodies: BodyMotion, near: NearBodies, contacts: Contacts): ContactLaw {
  const { stuck, velocity, place, slidesOn, normal: normals, push, drive, pressing, pressForce, grip, handling } = contacts;
  const particleCount = stuck.length;
  const own = near.cones?.arrays;
  /** Pairs of particles that lie on bodies, as numbers of what is near. */
  let pairs = own?.lyingPairs ?? new Uint32Array(particleCount);
  let pairCount = 0;
  /** How many of them are with the body of this place in `near.solids`, and those before it. */
  const lasts = new Uint32Array(near.solids.length);
  const lying = own?.lying ?? new Uint8Array(particleCount);
  const asked = own?.asked ?? new Uint8Array(particleCount);
  const numbers = new Float64Array(4);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  const before = new Float64Array(3);
  const after = new Float64Array(3);
  const surface = new Float64Array(3);
  const pressed = new Float64Array(3);

  /** How particle i moves on body b, as it was just measured; whether it slides on. */
  function slidesOnFrom(b: number, i: number, v: Float64Array): boolean {
    const m = numbers[MASS];
    const h = numbers[STEP];
    turnToWorld(bodies.start, POSE_SIZE * b, measured, 1, normal);
    toWorld(bodies.start, POSE_SIZE * b, point, before);
    toWorld(bodies.end, POSE_SIZE * b, point, after);
    let lift = 0;
    for (let c = 0; c < 3; c++) {
      surface[c] = (after[c] - before[c]) / h;
      lift += (v[3 * i + c] - surface[c]) * normal[c];
    }
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      const across = v[3 * i + c] - surface[c] - lift * normal[c];
      squared += across * across;
    }
    const slip = Math.sqrt(squared);
    numbers[LIFT] = lift;
    numbers[SLIP] = slip;
    const canStop = !handling.weighsFriction && m * slip <= h * (pairFriction(colliders[b].friction, near.cloth.friction[i]) * pressing[i]);
    return pressing[i] > 0 && slip > 0 && !canStop && m * lift <= h * pressing[i];
  }

  /** Lets particle i slide on along body b, as it was just measured. */
  function slideOn(b: number, i: number): void {
    const { appliesFriction, reportsImpulses } = handling;
    stuck[i] = 0;
    slidesOn[i] = b;
    push[i] = reportsImpulses && !appliesFriction ? (pressing[i] * numbers[STEP]) / numbers[MASS] : 0;
    drive[i] = 0;
    grip[i] = appliesFriction ? (pairFriction(colliders[b].friction, near.cloth.friction[i]) * pressing[i]) / numbers[SLIP] : 0;
    keepPlace(i);
  }

  function keepPlace(i: number): void {
    for (let c = 0; c < 3; c++) {
      velocity[3 * i + c] = surface[c];
      normals[3 * i + c] = normal[c];
      place[3 * i + c] = after[c];
    }
  }

  /** What body b, as it was just measured, does to particle i. Its answer to f is added to f. */
  function answer(b: number, i: number, v: Float64Array, f: Float64Array): void {
    const m = numbers[MASS];
    const h = numbers[STEP];
    const goesOn = slidesOnFrom(b, i, v);
    let along = 0;
    let force = 0;
    for (let c = 0; c < 3; c++) {
      force += f[3 * i + c] * normal[c];
      pressed[c] = f[3 * i + c] + (m / h) * (v[3 * i + c] - surface[c]);
      along += pressed[c] * normal[c];
    }
    let squared = 0;
    let pull = 0;
    for (let c = 0; c < 3; c++) {
      pressed[c] -= along * normal[c];
      squared += pressed[c] * pressed[c];
      const across = f[3 * i + c] - force * normal[c];
      pull += across * across;
    }
    const across = Math.sqrt(squared);
    const most = -pairFriction(colliders[b].friction, near.cloth.friction[i]) * along;
    const isWithin = across <= most * (1 + CONE_SLACK);
    if (goesOn) slideOn(b, i);
    else if (along < 0) {
      stuck[i] = isWithin ? 1 : 0;
      slidesOn[i] = isWithin ? -1 : b;
      if (isWithin) pressForce[i] -= along;
      push[i] = (-along * h) / m;
      drive[i] = (Math.sqrt(pull) * h) / m;
      grip[i] = 0;
      keepPlace(i);
    }
    if (!(along < 0)) return;
    const share = isWithin ? 1 : most / across;
    for (let c = 0; c < 3; c++) f[3 * i + c] -= along * normal[c] + share * pressed[c];
  }

  /** Lists what lies on a body, of the pairs from `first` to `end`. */
  function findOn(body: number, first: number, end: number, x: Float64Array, v: Float64Array, mass: Float64Array, held: Uint8Array): void {
    const { shape, thickness } = colliders[body];
    const { particles, from, phi, starts, cloth } = near;
    for (let k = first; k < end; k++) {
      const i = particles[k];
      if (held[i] !== 0) continue;
      const reach = pairGap(thickness, cloth.thickness[i]) + TOUCHING;
      const c = 3 * i;
      const isThere = x[c] === starts[c] && x[c + 1] === starts[c + 1] && x[c + 2] === starts[c + 2];
      if (isThere && !(phi[k] <= reach)) continue;
      toBody(bodies.start, POSE_SIZE * body, x, i, point);
      if (!isThere && staysAbove(from, phi, k, shape, point, reach)) continue;
      shape.measure(point, measured);
      if (!isThere && !(measured[0] <= reach)) continue;
      pairs[pairCount++] = k;
      numbers[MASS] = mass[i];
      if (lying[i] === 0 && slidesOnFrom(body, i, v)) slideOn(body, i);
      else asked[i] = 1;
      lying[i] = 1;
    }
  }

  /** Asks about what was listed from `first` to `end`, on one body. */
  function decideOn(body: number, first: number, end: number, x: Float64Array, v: Float64Array, mass: Float64Array, f: Float64Array): void {
    for (let n = first; n < end; n++) {
      const i = near.particles[pairs[n]];
      if (asked[i] === 0) continue;
      numbers[MASS] = mass[i];
      toBody(bodies.start, POSE_SIZE * body, x, i, point);
      colliders[body].shape.measure(point, measured);
      answer(body, i, v, f);
    }
  }

  return {
    asked,
    find(x, v, mass, h, held) {
      pairCount = 0;
      lying.fill(0);
      asked.fill(0);
      stuck.fill(0);
      slidesOn.fill(-1);
      pressForce.fill(0);
      numbers[STEP] = h;
      const { count, cones, solids, lasts: ends } = near;
      if (pairs.length < count) pairs = new Uint32Array(2 * count);
      if (own !== undefined) {
        cones?.begin(h, contacts);
        own.positions.set(x);
        own.velocities.set(v);
        own.mass.set(mass);
        own.held.set(held);
      }
      for (let n = 0, first = 0; n < solids.length; first = ends[n++]) {
        const kernels = near.kernelsOf(solids[n]);
        if (kernels === undefined) findOn(solids[n], first, ends[n], x, v, mass, held);
        else pairCount = kernels.findLying(solids[n], first, ends[n], pairCount);
        lasts[n] = pairCount;
      }
      return pairCount > 0;
    },
    decide(x, v, mass, f) {
      const { solids } = near;
      own?.force.set(f);
      const forces = own?.force ?? f;
      for (let n = 0, first = 0; n < solids.length; first = lasts[n++]) {
        const kernels = near.kernelsOf(solids[n]);
        if (kernels === undefined) decideOn(solids[n], first, lasts[n], x, v, mass, forces);
        else kernels.decide(solids[n], first, lasts[n]);
      }
    },
  };
}
