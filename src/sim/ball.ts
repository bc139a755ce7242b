import { type AddForcesOn, createForcesOn } from "../contact/bodies/forces-on.ts";
import { type Collider, FAR, MEASURED } from "../contact/shapes/collider.ts";
import { createSphere } from "../contact/shapes/sphere.ts";
import { type ClothSurface, pairGap } from "../contact/shapes/surface-pair.ts";
import { type BodyMotion, POSE_SIZE, toBody, turnToWorld } from "../core/body-motion.ts";
import { readNumber, readObject, readOptional, readVec3 } from "../core/read.ts";
import type { StepContext } from "../core/step-context.ts";
import type { Vec3, VectorInput } from "../core/vec3.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { isDue } from "./drive.ts";
import type { Rig } from "./rig.ts";
import type { Run } from "./run.ts";

/** A ball that is thrown: it flies under gravity, meets cloth and bodies, and is slowed down and carried by the cloth. */
export interface Ball<Vector = Vec3> {
  /** Of its middle [m]. */
  readonly position: Vector;
  /** [m/s] */
  readonly velocity: Vector;
  /** [m] */
  readonly radius: number;
  /** [kg] */
  readonly mass: number;
  /** It is gone from this time on [s]; absent, it stays. */
  readonly until?: number;
}

/** The ball on its way through the steps of a simulation. Cloth meets it as a body, whose pose says where its middle is. */
export interface Flight {
  readonly ball: Ball;
  readonly collider: Collider;
  /** Where it is now, and after `begin` where it will be at the end of the step. */
  readonly pose: Float64Array;
  /** Before a step of h seconds: goes on its way among the other bodies, or leaves the run where its time is over. */
  begin(run: Run, h: number): void;
  /** After the final proposal of a step: applies the push of the cloth. */
  react(rig: Rig): void;
  /** The step is committed. */
  arrive(): void;
}

export interface FlightSetup {
  /** Takes it away. */
  leave(run: Run): void;
  readonly gravity: Float64Array;
  /** The bodies of the scene, off which it bounces, in motion. */
  readonly colliders: readonly Collider[];
  readonly bodies: BodyMotion;
  /** Coulomb's coefficient [−] and thickness [m] of the ball. */
  readonly friction: number;
  readonly thickness: number;
}

/** The share of the speed against a body that is left after a bounce [−]. */
const BOUNCE = 0.5;
/** Cloth brakes a ball no harder than this [m/s²]: else stiff cloth would stop it like a wall. */
const MOST_BRAKE = 60;
/** Particles this close to its thickness lie on the ball [m]. */
const CLOSE = 1e-5;

export function createFlight(given: Ball<VectorInput>, { gravity, colliders, bodies, friction, thickness, leave }: FlightSetup): Flight {
  const ball = copyBall(given);
  const { radius, mass, until } = ball;
  const position = Float64Array.from(ball.position);
  const velocity = Float64Array.from(ball.velocity);
  const pose = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...position);
  const nextPosition = pose.subarray(9);
  const nextVelocity = velocity.slice();
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  const change = new Float64Array(3);
  let touching = new Uint8Array(0);
  let force = new Float64Array(0);
  let cloth: Cloth | undefined;
  let addForcesOn: AddForcesOn | undefined;

  /** Puts the ball outside of a body it has run into, and turns its velocity round. */
  function bounce(body: number): void {
    const at = POSE_SIZE * body;
    toBody(bodies.end, at, nextPosition, 0, point);
    colliders[body].shape.measure(point, measured);
    const depth = radius - measured[0] / measured[4];
    if (!(measured[0] < FAR && depth > 0)) return;
    turnToWorld(bodies.end, at, measured, 1, normal);
    let speed = 0;
    for (let c = 0; c < 3; c++) speed += nextVelocity[c] * normal[c];
    for (let c = 0; c < 3; c++) {
      nextPosition[c] += depth * normal[c];
      nextVelocity[c] -= (1 + BOUNCE) * Math.min(0, speed) * normal[c];
    }
  }

  /** Marks the free particles of the proposal that lie on the ball; false where there are none. */
  function findTouching({ next, pins }: StepContext, surface: ClothSurface): boolean {
    let isTouched = false;
    for (let i = 0; i < touching.length; i++) {
      const reach = radius + pairGap(thickness, surface.thickness[i]) + CLOSE;
      const x = next.x[3 * i] - nextPosition[0];
      const y = next.x[3 * i + 1] - nextPosition[1];
      const z = next.x[3 * i + 2] - nextPosition[2];
      touching[i] = x * x + y * y + z * z <= reach * reach && pins.held[i] === 0 ? 1 : 0;
      isTouched ||= touching[i] !== 0;
    }
    return isTouched;
  }

  return {
    get ball(): Ball {
      const [x, y, z] = position;
      const [vx, vy, vz] = velocity;
      return { ...ball, position: [x, y, z], velocity: [vx, vy, vz] };
    },
    collider: { name: "ball", shape: createSphere({ kind: "sphere", center: [0, 0, 0], radius }), friction, thickness },
    pose,
    begin(run, h) {
      const { time } = run.rig.state;
      if (until !== undefined && isDue(until, time, h)) {
        leave(run);
        return;
      }
      for (let c = 0; c < 3; c++) {
        nextVelocity[c] = velocity[c] + h * gravity[c];
        nextPosition[c] = position[c] + h * nextVelocity[c];
      }
      for (let body = 0; body < colliders.length; body++) bounce(body);
      bodies.move(colliders.length, pose, time);
    },
    /**
     * The ball gives the particles that touch it the momentum that the other forces f on them, at the end of the step, do not explain, and
     * receives the opposite:
     *
     *     Δp = Σ h f − m (v' − v)
     *
     * It receives this a step late, and taut cloth is so stiff that it would throw the ball about. The ball therefore takes only the part
     * of Δp that brakes it, up to MOST_BRAKE, and the part that carries its weight: cloth stops a ball and holds it, but does not throw it
     * back.
     */
    react(rig) {
      const { revision, context } = rig;
      const { next, state, h } = context;
      if (cloth !== revision.cloth) {
        cloth = revision.cloth;
        addForcesOn = createForcesOn(cloth, rig.forces);
        touching = new Uint8Array(cloth.particleCount);
        force = new Float64Array(3 * cloth.particleCount);
      }
      if (!findTouching(context, cloth)) return;
      force.fill(0);
      addForcesOn?.(touching, next.x, next.v, state.time + h, force);
      change.fill(0);
      for (let i = 0; i < touching.length; i++) {
        if (touching[i] === 0) continue;
        for (let c = 0; c < 3; c++) {
          const gained = cloth.mass[i] * (next.v[3 * i + c] - state.v[3 * i + c]);
          change[c] += (h * force[3 * i + c] - gained) / mass;
        }
      }
      const speed = length(nextVelocity);
      const weight = length(gravity);
      const brake = speed > 0 ? Math.min(speed, MOST_BRAKE * h, Math.max(0, -dot(change, nextVelocity) / speed)) : 0;
      const lift = weight > 0 ? Math.min(weight * h, Math.max(0, -dot(change, gravity) / weight)) : 0;
      for (let c = 0; c < 3; c++) {
        if (speed > 0) nextVelocity[c] -= (brake / speed) * nextVelocity[c];
        if (weight > 0) nextVelocity[c] -= (lift / weight) * gravity[c];
      }
    },
    arrive() {
      position.set(nextPosition);
      velocity.set(nextVelocity);
    },
  };
}

/** The ball as a value of our own; refuses numbers that are not finite, and a ball without size or mass. */
function copyBall(ball: Ball<VectorInput>): Ball {
  const fields = readObject(ball, "ball", ["position", "velocity", "radius", "mass", "until"]);
  const until = readOptional(fields, "until", "ball", (value, path) => readNumber(value, path, { unit: "s" }), undefined);
  return {
    position: readVec3(fields.position, "ball.position", { unit: "m" }),
    velocity: readVec3(fields.velocity, "ball.velocity", { unit: "m/s" }),
    radius: readNumber(fields.radius, "ball.radius", { above: 0, unit: "m" }),
    mass: readNumber(fields.mass, "ball.mass", { above: 0, unit: "kg" }),
    ...(until === undefined ? {} : { until }),
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function length(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}
