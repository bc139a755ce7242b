import type { Hinges, Springs } from "../../src/fabric/cloth.ts";
import { computeRestAreas } from "../../src/fabric/rest-shape.ts";
import type { Surface } from "../../src/mesh/surface.ts";

/** Spring energy of a flat sheet moved to x(u, v), y(u, v) [J]. */
export function flatSpringEnergy(
  springs: Springs,
  material: Float64Array,
  map: (u: number, v: number) => readonly [number, number],
): number {
  let energy = 0;
  for (let s = 0; s < springs.count; s++) {
    const i = 2 * springs.ends[2 * s];
    const j = 2 * springs.ends[2 * s + 1];
    const [xi, yi] = map(material[i], material[i + 1]);
    const [xj, yj] = map(material[j], material[j + 1]);
    const stretch = Math.hypot(xj - xi, yj - yi) - springs.restLength[s];
    energy += 0.5 * springs.stiffness[s] * stretch ** 2;
  }
  return energy;
}

/** Hinge energy of a flat sheet lifted to (x, y, z)(u, v) [J]. */
export function hingeEnergy(
  hinges: Hinges,
  material: Float64Array,
  lift: (u: number, v: number) => readonly [number, number, number],
): number {
  let energy = 0;
  for (let h = 0; h < hinges.count; h++) {
    const gap = [0, 0, 0];
    for (let a = 0; a < 4; a++) {
      const i = 2 * hinges.vertices[4 * h + a];
      const point = lift(material[i], material[i + 1]);
      for (let axis = 0; axis < 3; axis++) gap[axis] += hinges.weights[4 * h + a] * point[axis];
    }
    energy += 0.5 * hinges.stiffness[h] * (gap[0] ** 2 + gap[1] ** 2 + gap[2] ** 2);
  }
  return energy;
}

/** The sheet rolled on a cylinder of curvature κ [1/m] along the direction at `degrees` to u. */
export function rolled(degrees: number, curvature: number): (u: number, v: number) => readonly [number, number, number] {
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  return (u, v) => {
    const along = c * u + s * v;
    const angle = curvature * along;
    return [Math.sin(angle) / curvature, -s * u + c * v, (1 - Math.cos(angle)) / curvature];
  };
}

/** A surface's material coordinates, which these tests always have. */
export function materialOf(surface: Surface): Float64Array {
  if (surface.material === undefined) throw new Error("the surface has no material coordinates");
  return surface.material;
}

export function restArea(surface: Surface): number {
  const areas = new Float64Array(surface.triangles.length / 3);
  computeRestAreas(surface.triangles, { dimension: 2, coordinates: materialOf(surface) }, areas);
  return areas.reduce((sum, area) => sum + area, 0);
}
