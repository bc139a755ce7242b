import type { Ball } from "drape";
import { Vector3 } from "three";
import { createClickTool } from "./click-tool.ts";
import type { Sight } from "./sight.ts";
import type { Tool } from "./tool.ts";

/** The ball's radius as a share of the stage's, and its mass [kg]. */
const RADIUS = 0.12;
const MASS = 0.3;
/** Time it flies until it is where it was aimed at [s], and the share of the way at which it begins: near the eye it would fill the view. */
const FLIGHT = 0.35;
const START = 0.35;

/** A click on the cloth throws a ball there, from the side of the eye. */
export function createThrowTool(
  sight: Sight,
  stage: () => { readonly radius: number; readonly gravity: readonly [number, number, number] },
  throwBall: (ball: Ball) => void,
): Tool {
  return createClickTool(sight, (vertex, event) => {
    const { radius, gravity } = stage();
    const aim = new Vector3(...sight.place(vertex));
    const start = sight.ray(event).origin.lerp(aim, START);
    const velocity = aim
      .sub(start)
      .divideScalar(FLIGHT)
      .addScaledVector(new Vector3(...gravity), -FLIGHT / 2);
    throwBall({ position: start.toArray(), velocity: velocity.toArray(), radius: RADIUS * radius, mass: MASS });
  });
}
