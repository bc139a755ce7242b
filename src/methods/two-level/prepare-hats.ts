import { makeHats } from "../../mesh/hats.ts";
import type { MethodOptions, Problem } from "../method.ts";
import { buildCoarseStructure, type CoarseStructure } from "./coarse-structure.ts";

/** Hats are at least this many edges apart, else they would have next to no vertices. */
const LEAST_EDGES = 1.9;

/** Undefined where there are no hats. */
export function prepareHats({ cloth, start }: Problem, options: MethodOptions, pairs: readonly Uint32Array[]): CoarseStructure | undefined {
  const side = options.hats as number;
  if (side === 0) return undefined;
  const { particleCount: vertexCount, triangles, material, restPositions: positions = start } = cloth;
  let least = Number.POSITIVE_INFINITY;
  const hats = makeHats({ vertexCount, triangles, positions, material }, (area, count) => {
    const spacing = Math.max(Math.sqrt(area) / (side - 1), LEAST_EDGES * Math.sqrt(area / count));
    least = Math.min(least, spacing);
    return spacing;
  });
  return hats.count === 0 ? undefined : buildCoarseStructure(cloth.springs, hats, pairs, least, options.turning as number);
}
