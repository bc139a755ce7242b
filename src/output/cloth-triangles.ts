import type { Simulation } from "../sim/simulation.ts";

/** The triangles of each cloth, with their corners as they are, also after cuts. */
export function clothTriangles({ cloths, origin, triangles }: Pick<Simulation, "cloths" | "origin" | "triangles">): Uint32Array[] {
  return cloths.map(({ start, end }) =>
    triangles.filter((_, k) => {
      const first = origin[triangles[k - (k % 3)]];
      return first >= start && first < end;
    }),
  );
}
