import { createSheet } from "../race-cloth.ts";
import type { RaceScene } from "../race-scene.ts";

/**
 * Hung by two corners, from vertical. Two degrees off the vertical give the folds a side to fall to, and the air slows it (4 /s, the same for
 * all), so that there is a rest to speak of at the end. It hardly moves: this scene tells who holds a weight still, not who moves like cloth.
 */
const SINE = 0.03489949670250097; // of 2°
export const hang: RaceScene = {
  name: "hang",
  title: "hung by two corners from vertical",
  frames: 150,
  strain: "rest",
  createCloth: (size) =>
    createSheet({
      scene: "hang",
      size,
      origin: [0, 0, 0],
      v: [0, -Math.sqrt(1 - SINE * SINE), SINE],
      pins: "corners",
      damping: 4,
    }),
};
