import type { Colour } from "./draw-picture.ts";

/** What cloth lies on. */
export const BODY_COLOUR: Colour = [0.76, 0.74, 0.72];

/** Front and back of the cloths of a scene, in turn. */
export const CLOTH_COLOURS: readonly (readonly [Colour, Colour])[] = [
  [
    [0.71, 0.29, 0.23],
    [0.88, 0.66, 0.53],
  ],
  [
    [0.19, 0.42, 0.57],
    [0.57, 0.71, 0.79],
  ],
  [
    [0.83, 0.62, 0.22],
    [0.93, 0.82, 0.57],
  ],
];
