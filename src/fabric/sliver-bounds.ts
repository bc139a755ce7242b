import type { Hinges } from "./cloth.ts";
import type { Fabric } from "./fabric.ts";

/**
 * The springs and hinges of a sliver would be stiffer than those of a sound triangle by as much as it is thinner, without end: with an edge of 5e-8 m between
 * triangles of 5 cm, a million times. Nobody sees a difference beyond a point, for the cloth around them gives first; but a linear solve needs the more
 * iterations the further stiffnesses are apart, and single precision has its end there. So no spring is stiffer than STIFFEST times the strip of fabric along it,
 * [N/m], which is that of triangles STIFFEST times as high as their edge is long, and no hinge holds a particle more stiffly than STIFFEST times the fabric's stretch.
 * An equilateral triangle has 0.87 for its springs, whatever its size.
 */
export const STIFFEST = 100;

/** What hinges on triangles of a fabric are held to: λ Σα² [N/m]. */
export function stiffestHinge({ stretchWarp, stretchWeft }: Fabric): number {
  return STIFFEST * Math.max(stretchWarp, stretchWeft);
}

/** λ Σα² of hinge q [N/m]: how stiffly it holds its particles, all together. */
export function hingeHold({ weights, stiffness }: Hinges, q: number): number {
  let squares = 0;
  for (let a = 4 * q; a < 4 * q + 4; a++) squares += weights[a] * weights[a];
  return stiffness[q] * squares;
}

/** Hinges that hold no more stiffly than `most` [N/m]: the same where none does. */
export function boundHinges(hinges: Hinges, most: number): Hinges {
  const stiffness = hinges.stiffness.map((lambda, q) => {
    const hold = hingeHold(hinges, q);
    return hold > most ? lambda * (most / hold) : lambda;
  });
  return { ...hinges, stiffness };
}
