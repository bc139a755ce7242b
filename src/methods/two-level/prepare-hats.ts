import { makeHats } from "../../mesh/hats.ts";
import type { MethodOptions, Problem } from "../method.ts";
import { buildCoarseStructure, type CoarseStructure } from "./coarse-structure.ts";

/** Hats are at least this many edges apart, else they would have next to no vertices. */
const LEAST_EDGES = 1.9;

/**
 * How far apart hats are, for so many along the side of a square metre. A substep of h seconds in which hats move by h v beside each other, ℓ away, strains by ½ (h v/ℓ)² what pulls them back; that
 * is too much where Y (h v/ℓ)² h²/(σℓ²) is above 1 or so. As v² is about 2gL on a swinging cloth of side L, ℓ falls with the fourth root of L alone: small cloths have fewer hats. Cotton 0.3 m
 * square is lost with 9 × 9.
 */
function chooseSpacing(area: number, side: number): number {
  const length = Math.sqrt(area);
  return Math.max(length, Math.sqrt(Math.sqrt(length))) / (side - 1);
}

/** Undefined where there are no hats. */
export function prepareHats({ cloth, start }: Problem, options: MethodOptions, pairs: readonly Uint32Array[]): CoarseStructure | undefined {
  const side = options.hats as number;
  if (side === 0) return undefined;
  const { particleCount: vertexCount, triangles, material, restPositions: positions = start } = cloth;
  let least = Number.POSITIVE_INFINITY;
  const hats = makeHats({ vertexCount, triangles, positions, material }, (area, count) => {
    const spacing = Math.max(chooseSpacing(area, side), LEAST_EDGES * Math.sqrt(area / count));
    least = Math.min(least, spacing);
    return spacing;
  });
  return hats.count === 0 ? undefined : buildCoarseStructure(cloth.springs, hats, pairs, least, options.turning as number);
}
