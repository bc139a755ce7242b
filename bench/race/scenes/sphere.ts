import { createSheet } from "../race-cloth.ts";
import type { RaceScene } from "../race-scene.ts";

/** Falls flat on a sphere of 0.3 m from 5 cm above it, with friction and a little air. Cloth does not meet cloth. */
export const sphere: RaceScene = {
  name: "sphere",
  title: "falling on a sphere",
  frames: 90,
  strain: "peak",
  createCloth: (size) =>
    createSheet({
      scene: "sphere",
      size,
      origin: [-0.5, 0.35, -0.5],
      v: [0, 0, 1],
      pins: "none",
      damping: 1,
      sphere: { centre: [0, 0, 0], radius: 0.3, friction: 0.5, thickness: 0.002 },
    }),
};
