import type { CollisionMesh } from "../search/collision-mesh.ts";

/** What the surfaces of a collision mesh are like, by vertex. */
export interface Surfaces {
  /** Distance that others keep from it [m]. */
  readonly thickness: Float64Array;
  /** Coulomb's coefficient [−]. */
  readonly friction: Float64Array;
  /** Which of two vertices says how the surfaces of both meet: the one on a body; of two on cloth, the one with the smaller thickness. */
  between(first: number, second: number): number;
}

/** How a body of a mesh is met. */
export interface SurfaceSpec {
  readonly vertexCount: number;
  readonly thickness: number;
  readonly friction: number;
}

/** Cloth that keeps more than this share of its shortest edge from itself would push its own neighbours away. */
const THICKNESS_MOST = 0.3;

/**
 * The first `particleCount` vertices are cloth, the vertices of `bodies` come after them. Where the cloth's mesh is fine, its thickness
 * [m] towards cloth is less, by the shortest edge at the vertex in `x`.
 */
export function createSurfaces(
  mesh: CollisionMesh,
  particleCount: number,
  cloth: { readonly thickness: number; readonly friction: number },
  bodies: readonly SurfaceSpec[],
  x: Float64Array,
): Surfaces {
  const thickness = new Float64Array(mesh.vertexCount).fill(cloth.thickness);
  const friction = new Float64Array(mesh.vertexCount).fill(cloth.friction);
  for (let e = 0; e < mesh.edges.length; e += 2) {
    const i = mesh.edges[e];
    const j = mesh.edges[e + 1];
    if (j >= particleCount) continue;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      const side = x[3 * j + c] - x[3 * i + c];
      squared += side * side;
    }
    const most = THICKNESS_MOST * Math.sqrt(squared);
    if (most === 0) continue;
    thickness[i] = Math.min(thickness[i], most);
    thickness[j] = Math.min(thickness[j], most);
  }
  let start = particleCount;
  for (const body of bodies) {
    thickness.fill(body.thickness, start, start + body.vertexCount);
    friction.fill(body.friction, start, start + body.vertexCount);
    start += body.vertexCount;
  }
  return {
    thickness,
    friction,
    between(first, second) {
      if (first >= particleCount || second >= particleCount) return Math.max(first, second);
      return thickness[second] < thickness[first] ? second : first;
    },
  };
}
