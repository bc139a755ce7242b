import type { Hinges } from "./cloth.ts";

/*
 * By the laws of springs and hinges those of a sliver are the stiffer the thinner it is, without end: at an edge of 5e-8 m between triangles of 5 cm a million times as stiff as at a
 * sound triangle. Nobody sees the difference, for the cloth around gives first; but a linear solve takes the more iterations the further stiffnesses are apart (a sheet of 8,500 vertices
 * with ten slivers: six times as many, though they were held to a hundred times). So what is thinner than THINNEST gets the stiffness of a sound triangle: its vertices go with the cloth around
 * them, and each other, as well as others do.
 */

/** A triangle so many times as high as its side is long, or as long as it is high, is a sliver. */
export const THINNEST = 100;
/** λ Σα² A/μ of two equilateral triangles, A their area together: 16/3. */
const SOUND_HINGE = 16 / 3;

/** Whether an edge is short for the area of its triangles. */
export function isShortEdge(area: number, length: number): boolean {
  return area > THINNEST * length * length;
}

/** How stiffly a hinge between sound triangles of the surface's mean area holds its corners, all together [N/m], for the modulus μ [N·m]. */
export function soundHold(modulus: number, areas: Float64Array): number {
  const whole = areas.reduce((sum, area) => sum + area, 0);
  return (SOUND_HINGE * modulus * areas.length) / (2 * whole);
}

/** Whether hinge q is one of slivers, where a sound one holds like `sound` [N/m]. */
export function isThinHinge(hinges: Hinges, q: number, sound: number): boolean {
  return holdOf(hinges, q) > THINNEST * THINNEST * sound;
}

/** The same hinges, those of slivers as stiff as sound ones. */
export function withSoundHinges(hinges: Hinges, sound: number): Hinges {
  const stiffness = hinges.stiffness.map((lambda, q) => (isThinHinge(hinges, q, sound) ? lambda * (sound / holdOf(hinges, q)) : lambda));
  return { ...hinges, stiffness };
}

/** λ Σα² [N/m]. */
function holdOf({ weights, stiffness }: Hinges, q: number): number {
  let squares = 0;
  for (let a = 4 * q; a < 4 * q + 4; a++) squares += weights[a] * weights[a];
  return stiffness[q] * squares;
}
