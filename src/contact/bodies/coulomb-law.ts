import { POSE_SIZE, toBody, toWorld, turnToWorld } from "../../core/body-motion.ts";
import type { ContactHandling } from "../../core/constraints.ts";
import type { StepContext } from "../../core/step-context.ts";
import type { BodyArrays } from "../../kernels/bodies/body-arrays.ts";
import { CONE_SLACK, TOUCHING as ON_BODY } from "../../kernels/layout/contact-limits.ts";
import { MEASURED } from "../shapes/collider.ts";
import { pairFriction, pairGap } from "../shapes/surface-pair.ts";
import { type NearBodies, staysAbove } from "./near-bodies.ts";

export { CONE_SLACK, TOUCHING as ON_BODY } from "../../kernels/layout/contact-limits.ts";

/** Pairs of particles that lie on bodies, by their numbers among the near pairs. */
export interface LyingPairs {
  count: number;
  pairs: Uint32Array;
}

/**
 * The contacts that a step begins with. A method knows nothing of bodies; told nothing, it lets the cloth that lies on a sphere fall freely
 * together with what hangs from it, and a correction afterwards comes too late for what hangs. So before each step Coulomb's law is asked
 * about every particle that lies on a body, with all forces f on it:
 *
 *     p = f + (m/h) (v − v_surface),   N = max(0, −n·p)
 *     N = 0            it leaves
 *     |p_t| ≤ μN       it stays, or comes to rest: the method holds it like a pin that goes with the surface
 *     |p_t| > μN       it slides: the method keeps it on the surface; what friction takes is found from the proposal (position-alteration),
 *                      because the pull of stiff springs changes within a step
 *
 * One that has slid before slides on. A method that can lets friction act on it with the force that pressed on it then, until it turns it back
 * (sliding-friction): particle by particle afterwards friction would not know what mass it moves, that of a thread or of the weight on it. With
 * the others, one that slides too fast to be stopped within the step slides on, and friction follows from the same force, or from the proposal
 * where they leave sliders to the correction.
 *
 * A cloth at rest is then at rest for every method, at any step size and stiffness, and begins to slide where it should.
 */
export interface CoulombLaw {
  /** Lists the particles that lie on a body, of the pairs from `first` to `end`. */
  findOn(body: number, first: number, end: number, step: StepContext): void;
  /** Decides on the particles listed from `first` to `end`, on one body. */
  decideOn(body: number, first: number, end: number, step: StepContext): void;
}

export function createCoulombLaw(near: NearBodies, handling: ContactHandling, lying: LyingPairs): CoulombLaw {
  const { colliders, motion, cloth, arrays } = near;
  const { positions: x, velocities: v, force: f, mass, stuck, slidesOn, push, drive, pressing, pressForce, grip, asked } = arrays;
  /** The speed along the body of the particle at hand [m/s]. */
  const slipSpeed = new Float64Array(1);
  const [point, normal, before, after, surface, pressed] = Array.from({ length: 6 }, () => new Float64Array(3));
  const measured = new Float64Array(MEASURED);

  /** How particle i moves on body b, as it was just measured; whether it slides on. */
  function slidesOnFrom(b: number, i: number, { h }: StepContext): boolean {
    const m = mass[i];
    turnToWorld(motion.start, POSE_SIZE * b, measured, 1, normal);
    toWorld(motion.start, POSE_SIZE * b, point, before);
    toWorld(motion.end, POSE_SIZE * b, point, after);
    for (let c = 0; c < 3; c++) surface[c] = (after[c] - before[c]) / h;
    let lift = 0;
    for (let c = 0; c < 3; c++) lift += (v[3 * i + c] - surface[c]) * normal[c];
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      const across = v[3 * i + c] - surface[c] - lift * normal[c];
      squared += across * across;
    }
    slipSpeed[0] = Math.sqrt(squared);
    const slip = slipSpeed[0];
    const canStop = !handling.weighsFriction && m * slip <= h * (pairFriction(colliders[b].friction, cloth.friction[i]) * pressing[i]);
    return pressing[i] > 0 && slip > 0 && !canStop && m * lift <= h * pressing[i];
  }

  /** Lets particle i slide on along body b, as it was just measured. */
  function slideOn(b: number, i: number, { h }: StepContext): void {
    const { appliesFriction, reportsImpulses } = handling;
    stuck[i] = 0;
    slidesOn[i] = b;
    push[i] = reportsImpulses && !appliesFriction ? (pressing[i] * h) / mass[i] : 0;
    drive[i] = 0;
    grip[i] = appliesFriction ? (pairFriction(colliders[b].friction, cloth.friction[i]) * pressing[i]) / slipSpeed[0] : 0;
    keepPlace(arrays, i, surface, normal, after);
  }

  /** What body b, as it was just measured, does to particle i. Its answer to f is added to f. */
  function answer(b: number, i: number, step: StepContext): void {
    const m = mass[i];
    const { h } = step;
    const goesOn = slidesOnFrom(b, i, step);
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
    const most = -pairFriction(colliders[b].friction, cloth.friction[i]) * along;
    const isWithin = across <= most * (1 + CONE_SLACK);
    if (goesOn) slideOn(b, i, step);
    else if (along < 0) {
      stuck[i] = isWithin ? 1 : 0;
      slidesOn[i] = isWithin ? -1 : b;
      if (isWithin) pressForce[i] -= along;
      push[i] = (-along * h) / m;
      drive[i] = (Math.sqrt(pull) * h) / m;
      grip[i] = 0;
      keepPlace(arrays, i, surface, normal, after);
    }
    if (!(along < 0)) return;
    const share = isWithin ? 1 : most / across;
    for (let c = 0; c < 3; c++) f[3 * i + c] -= along * normal[c] + share * pressed[c];
  }

  return {
    findOn(body, first, end, step) {
      const { shape, thickness } = colliders[body];
      const { particles, from, phi } = near.pairs;
      const { starts, held, lying: isLying } = arrays;
      for (let k = first; k < end; k++) {
        const i = particles[k];
        if (held[i] !== 0) continue;
        const reach = pairGap(thickness, cloth.thickness[i]) + ON_BODY;
        const c = 3 * i;
        const isThere = x[c] === starts[c] && x[c + 1] === starts[c + 1] && x[c + 2] === starts[c + 2];
        if (isThere && !(phi[k] <= reach)) continue;
        toBody(motion.start, POSE_SIZE * body, x, i, point);
        if (!isThere && staysAbove(from, phi, k, shape, point, reach)) continue;
        shape.measure(point, measured);
        if (!isThere && !(measured[0] <= reach)) continue;
        lying.pairs[lying.count++] = k;
        if (isLying[i] === 0 && slidesOnFrom(body, i, step)) slideOn(body, i, step);
        else asked[i] = 1;
        isLying[i] = 1;
      }
    },
    decideOn(body, first, end, step) {
      for (let n = first; n < end; n++) {
        const i = near.pairs.particles[lying.pairs[n]];
        if (asked[i] === 0) continue;
        toBody(motion.start, POSE_SIZE * body, x, i, point);
        colliders[body].shape.measure(point, measured);
        answer(body, i, step);
      }
    },
  };
}

/** Keeps the velocity and normal of the surface below particle i, and its place at the end of the step if it sticks there. */
function keepPlace(contacts: BodyArrays, i: number, surface: Float64Array, normal: Float64Array, after: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    contacts.velocity[3 * i + c] = surface[c];
    contacts.normal[3 * i + c] = normal[c];
    contacts.place[3 * i + c] = after[c];
  }
}
