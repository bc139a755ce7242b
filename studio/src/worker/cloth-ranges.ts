import type { Simulation } from "drape";

/** The number of the cloth that each vertex belongs to; `origin` is the vertex of the uncut scene that it was. */
export function clothOfVertices(origin: Uint32Array, cloths: Simulation["cloths"]): Uint16Array {
  return Uint16Array.from(origin, (vertex) => {
    let cloth = cloths.length - 1;
    while (cloth > 0 && cloths[cloth].start > vertex) cloth--;
    return cloth;
  });
}
