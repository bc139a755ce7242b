import { type BodyMotion, POSE_SIZE, toBody, toWorld, turnToWorld } from "./body-motion.ts";
import { type Collider, MEASURED } from "./collider.ts";

/** A particle so close to the thickness of a body counts as lying on it [m]. */
export const TOUCHING = 1e-7;
/** Friction holds what it should hold, in spite of rounding: the cone is wider by this part. */
export const CONE_SLACK = 1e-9;

/** Slower than this [m/s], friction opposes the push and not the motion. */
const SLIDING = 1e-5;

/**
 * What bodies answer to the cloth that lies on them. A method knows nothing of bodies; told nothing, it lets the cloth that lies on a
 * sphere fall freely together with what hangs from it, and a correction afterwards comes too late for what hangs. So a particle in contact is
 * given, as an external force of the step, the reaction that Coulomb's law allows against all other forces f on it:
 *
 *     p = f + (m/h) (v − v_surface),   N = max(0, −n·p),   R = N n − p_t         where |p_t| ≤ μN: it stays, or comes to rest,
 *                                                          R = N n − μN v_t/|v_t|   where it slides on (p_t where it begins to)
 *
 * Friction opposes the motion and not p where it slides: p holds the pull of stiff springs, which over a whole step is not what it is now.
 * A cloth at rest is then at rest for every method: f + R = 0 where it touches, f = 0 where it hangs, at any step size and stiffness. What
 * changes during the step is left to the correction of the proposal (position-alteration).
 */
export interface ContactForces {
  /** Finds the particles that lie on some body at the start of the step; false where there are none. */
  find(x: Float64Array, held: Uint8Array): boolean;
  /** Reactions [N] of the bodies to the forces `f` [N] on the particles found, 0 for all others, into `reaction`. Uses f up. */
  compute(
    x: Float64Array,
    v: Float64Array,
    mass: Float64Array,
    h: number,
    f: Float64Array,
    reaction: Float64Array,
  ): void;
}

export function createContactForces(
  colliders: readonly Collider[],
  bodies: BodyMotion,
  particleCount: number,
): ContactForces {
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

  function addReaction(
    b: number,
    i: number,
    v: Float64Array,
    m: number,
    h: number,
    f: Float64Array,
    reaction: Float64Array,
  ): void {
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
    for (let c = 0; c < 3; c++) {
      const r = -along * normal[c] - share * against[c];
      reaction[3 * i + c] += r;
      f[3 * i + c] += r;
    }
  }

  return {
    find(x, held) {
      let found = false;
      touching.fill(0);
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
    compute(x, v, mass, h, f, reaction) {
      reaction.fill(0);
      for (let i = 0; i < particleCount; i++) {
        if (touching[i] === 0) continue;
        for (let b = 0; b < colliders.length; b++) {
          measure(b, x, i);
          if (measured[0] <= colliders[b].thickness + TOUCHING) addReaction(b, i, v, mass[i], h, f, reaction);
        }
      }
    },
  };
}
