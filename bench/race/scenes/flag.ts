import { createSheet } from "../race-cloth.ts";
import type { RaceScene } from "../race-scene.ts";

/**
 * A flag held by the two corners of its left side, in wind from the left and a little from the front; drag and lift act on each triangle. Wind
 * of this law is Drape's own: engines that have none, or another, cannot take part.
 */
export const flag: RaceScene = {
  name: "flag",
  title: "flag in wind",
  frames: 90,
  strain: "peak",
  createCloth: (size) =>
    createSheet({
      scene: "flag",
      size,
      origin: [0, 0, 0],
      v: [0, -1, 0],
      pins: "left",
      wind: { velocity: [6, 0, 1.5], airDensity: 1.2, drag: 1, lift: 0.5 },
    }),
};
