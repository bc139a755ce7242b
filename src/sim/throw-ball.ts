import type { VectorInput } from "../core/vec3.ts";
import type { Ball, Flight } from "./ball.ts";
import { type RigSetup, withColliders } from "./rig.ts";
import type { Run } from "./run.ts";

/** Throws a ball in place of the one that is there; undefined takes that away. */
export function throwBall(run: Run, ball: Ball<VectorInput> | undefined): void {
  if (ball === undefined && run.flight === undefined) return;
  run.flight = ball === undefined ? undefined : prepareFlight(run, ball);
  run.rigSetup = setupWithBall(run, run.flight);
  run.rig = withColliders(run.rig, run.rigSetup);
  if (run.flight !== undefined) run.bodies.put(run.collision.colliders.length, run.flight.pose);
}

export function prepareFlight({ setup, abilities, collision, bodies }: Run, ball: Ball<VectorInput>): Flight | undefined {
  const { colliders, friction, thickness } = collision;
  return abilities.createFlight?.(ball, {
    gravity: setup.environment.gravity,
    colliders,
    bodies,
    friction,
    thickness,
    leave: (run) => throwBall(run, undefined),
  });
}

/** The setup of rigs while this ball flies: the scene's colliders, and the ball. */
export function setupWithBall({ collision, rigSetup }: Run, flight: Flight | undefined): RigSetup {
  const colliders = flight === undefined ? collision.colliders : [...collision.colliders, flight.collider];
  return { ...rigSetup, collision: { ...rigSetup.collision, colliders } };
}
