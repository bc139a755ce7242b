import { type BindOptions, bindRenderMesh, type RenderSurface, updateRenderMesh } from "../output/render-mesh.ts";
import { followCut } from "../output/render-mesh-cut.ts";
import { subdivideSurface, updateSubdivision } from "../output/subdivide-surface.ts";
import { computeTangents } from "../output/tangents.ts";
import type { DrawnSurface } from "./surface-mesh.ts";

/** A cloth as it is cut now, for surfaces that are drawn in its place. */
export interface CarryingCloth {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Two a vertex, or none. */
  readonly uv: Float32Array;
  /** The vertex of the uncut cloth that each vertex is, or is a copy of. */
  readonly origin: Uint32Array;
  /** Writes the present positions [m]. */
  read(out: Float64Array): void;
}

const NO_UV = new Float32Array(0);

/** The smooth subdivision of a cloth as it is cut now; copies of a vertex start where the vertex did. */
export function subdividedSurface(cloth: CarryingCloth, start: Float64Array, levels: number): DrawnSurface {
  const { vertexCount, triangles, origin, uv } = cloth;
  const simulated = new Float64Array(3 * vertexCount);
  for (let i = 0; i < vertexCount; i++) simulated.set(start.subarray(3 * origin[i], 3 * origin[i] + 3), 3 * i);
  const coarse = uv.length > 0 ? { positions: simulated, triangles, uv } : { positions: simulated, triangles };
  const subdivided = subdivideSurface(coarse, levels);
  const fineUv = subdivided.uv && Float32Array.from(subdivided.uv);
  return {
    triangles: subdivided.triangles,
    uv: fineUv,
    vertexCount: subdivided.positions.length / 3,
    read(positions, normals, tangents) {
      cloth.read(simulated);
      updateSubdivision(subdivided, simulated, positions, normals);
      if (tangents !== undefined) computeTangents(positions, normals, fineUv ?? NO_UV, subdivided.triangles, tangents);
    },
  };
}

/** A mesh of one's own that a cloth carries along: bound once, in the start pose, and then it follows the cuts. */
export function boundSurface(
  clothNow: () => CarryingCloth,
  start: Float64Array,
  surface: RenderSurface,
  bind?: BindOptions,
): () => DrawnSurface {
  const bound = bindRenderMesh({ positions: start, triangles: clothNow().triangles }, surface, bind);
  const uv = surface.uv && Float32Array.from(surface.uv);
  return () => {
    const cloth = clothNow();
    const binding = followCut(bound, cloth.triangles, cloth.vertexCount);
    const simulated = new Float64Array(3 * cloth.vertexCount);
    return {
      triangles: binding.triangles,
      uv,
      vertexCount: surface.positions.length / 3,
      read(positions, normals, tangents) {
        cloth.read(simulated);
        updateRenderMesh(binding, simulated, positions, normals);
        if (tangents !== undefined) computeTangents(positions, normals, uv ?? NO_UV, binding.triangles, tangents);
      },
    };
  };
}
