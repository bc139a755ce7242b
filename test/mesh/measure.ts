import { cross3, dot3, length3, subtract3, type Vec3 } from "../../src/core/vec3.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

export function point(positions: Float64Array, i: number): Vec3 {
  return [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
}

/** (x_b − x_a) × (x_c − x_a) of each triangle: along its normal, twice its area long. */
export function doubledAreas({ positions, triangles }: Surface): Vec3[] {
  const areas: Vec3[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const a = point(positions, triangles[t]);
    const b = subtract3(point(positions, triangles[t + 1]), a);
    const c = subtract3(point(positions, triangles[t + 2]), a);
    areas.push(cross3(b, c));
  }
  return areas;
}

export function totalArea(surface: Surface): number {
  return doubledAreas(surface).reduce((sum, n) => sum + length3(n) / 2, 0);
}

/** The least cosine between a triangle's normal and `direction`. */
export function leastAgreement(surface: Surface, direction: Vec3): number {
  return Math.min(...doubledAreas(surface).map((n) => dot3(n, direction) / (length3(n) * length3(direction))));
}

/** V − E + F: 1 for a disk, 2 for a closed ball, 0 for a ring. */
export function eulerCharacteristic({ positions, triangles }: Surface): number {
  const topology = buildTopology(positions.length / 3, triangles);
  return positions.length / 3 - topology.edges.length / 2 + triangles.length / 3;
}
