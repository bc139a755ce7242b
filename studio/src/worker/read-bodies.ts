import type { Simulation } from "drape";
import type { MovingSurface } from "../commands.ts";
import type { Attended } from "./questions.ts";

/** Where the bodies are, of which so many are colliders of the scene, and the ball that was thrown. */
export function readBodies({ bodies }: Simulation, count: number): Pick<Attended, "poses" | "ball" | "surfaces"> {
  const poses = new Float32Array(12 * bodies.list.length);
  bodies.readPoses(poses);
  const { ball } = bodies;
  const surfaces = readSurfaces(bodies, count);
  return {
    poses,
    ...(ball === undefined ? {} : { ball: [...ball.position, ball.radius] as const }),
    ...(surfaces.length === 0 ? {} : { surfaces }),
  };
}

/** The animated bodies as they are now; the skins of figures are drawn from their bones. */
function readSurfaces({ list, readSurface }: Simulation["bodies"], count: number): MovingSurface[] {
  return list.slice(0, count).flatMap(({ surface }, collider) => {
    if (surface?.place === undefined) return [];
    const positions = new Float32Array(surface.positions.length);
    readSurface(collider, positions);
    return [{ collider, positions }];
  });
}
