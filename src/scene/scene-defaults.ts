import type { Vec3 } from "../core/vec3.ts";

/** What a scene is without its own word: gravity [m/s²], the length of a step [s] and of a run [s], and the seed of whatever is random. */
export const SCENE_DEFAULTS: {
  readonly gravity: Vec3;
  readonly timestep: number;
  readonly duration: number;
  readonly seed: number;
} = { gravity: [0, -9.81, 0], timestep: 1 / 60, duration: 5, seed: 1 };
