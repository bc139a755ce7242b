import { computeRestAreas, type RestShape } from "./rest-shape.ts";

/**
 * Lumped masses [kg]: each triangle gives a third of density · rest area to each corner. A vertex without triangle gets 0;
 * the caller must not let it move.
 */
export function computeLumpedMasses(triangles: Uint32Array, rest: RestShape, density: number, masses: Float64Array): void {
  const areas = new Float64Array(triangles.length / 3);
  computeRestAreas(triangles, rest, areas);
  masses.fill(0);
  for (let t = 0; t < areas.length; t++) {
    const third = (density * areas[t]) / 3;
    masses[triangles[3 * t]] += third;
    masses[triangles[3 * t + 1]] += third;
    masses[triangles[3 * t + 2]] += third;
  }
}
