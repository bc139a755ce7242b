import { createSheet } from "../race-cloth.ts";
import type { RaceScene } from "../race-scene.ts";

/** Held by two corners and let go from horizontal; nothing damps it. */
export const swing: RaceScene = {
  name: "swing",
  title: "held by two corners, swinging from horizontal",
  frames: 60,
  strain: "peak",
  createCloth: (size) => createSheet({ scene: "swing", size, origin: [0, 0, 0], v: [0, 0, 1], pins: "corners" }),
};
