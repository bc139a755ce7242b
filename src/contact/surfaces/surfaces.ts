import type { CollisionMesh } from "../search/collision-mesh.ts";
import { type ClothSurface, pairFriction, pairGap } from "../shapes/surface-pair.ts";
import { FRICTION } from "./contact-list.ts";

/** The surfaces of a collision mesh, by vertex. */
export interface Surfaces {
  /** The number of vertices on cloth; the others, on bodies, follow them. */
  readonly particleCount: number;
  /** Its own thickness [m], and Coulomb's coefficient [−]. */
  readonly thickness: Float64Array;
  readonly friction: Float64Array;
  /** The most that cloth keeps from other cloth at a particle, however thick the two are [m]. */
  readonly most: Float64Array;
  /** The least and the greatest gap of two surfaces [m]. */
  readonly leastGap: number;
  readonly greatestGap: number;
}

/** The surface of a mesh body. */
export interface SurfaceSpec {
  readonly vertexCount: number;
  readonly thickness: number;
  readonly friction: number;
}

/** Cloth that keeps more than this share of its shortest edge from itself would push its own neighbours away. */
const SHARE_OF_EDGE = 0.3;

/** The particles of `cloth` come first, the vertices of `bodies` after them. `x` is where edges are measured [m]. */
export function createSurfaces(mesh: CollisionMesh, cloth: ClothSurface, bodies: readonly SurfaceSpec[], x: Float64Array): Surfaces {
  const particleCount = cloth.thickness.length;
  const thickness = new Float64Array(mesh.vertexCount);
  const friction = new Float64Array(mesh.vertexCount);
  thickness.set(cloth.thickness);
  friction.set(cloth.friction);
  let start = particleCount;
  for (const body of bodies) {
    thickness.fill(body.thickness, start, start + body.vertexCount);
    friction.fill(body.friction, start, start + body.vertexCount);
    start += body.vertexCount;
  }
  const most = measureShortestEdges(mesh, particleCount, x).map((length) => SHARE_OF_EDGE * length);
  return { particleCount, thickness, friction, most, ...boundGaps(cloth.thickness, most, bodies) };
}

/**
 * The distance that two vertices keep [m], into gap[0]: `pairGap`, and of two on cloth no more than the mesh of either allows. Written, not
 * returned: V8 puts a number that a call returns in a box on its heap where the call is not inlined, and there is one call a pair.
 */
export function computeGap({ thickness, most, particleCount }: Surfaces, a: number, b: number, gap: Float64Array): void {
  const pair = pairGap(thickness[a], thickness[b]);
  gap[0] = a >= particleCount || b >= particleCount ? pair : Math.min(pair, most[a], most[b]);
}

/** Coulomb's coefficient between two vertices [−], into terms[FRICTION]. */
export function computeFriction({ friction }: Surfaces, a: number, b: number, terms: Float64Array): void {
  terms[FRICTION] = pairFriction(friction[a], friction[b]);
}

/** The shortest edge at each particle [m], leaving out those of length 0; infinite where there is none. */
function measureShortestEdges({ edges }: CollisionMesh, particleCount: number, x: Float64Array): Float64Array {
  const shortest = new Float64Array(particleCount).fill(Number.POSITIVE_INFINITY);
  for (let e = 0; e < edges.length; e += 2) {
    const i = edges[e];
    const j = edges[e + 1];
    if (j >= particleCount) continue;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      const side = x[3 * j + c] - x[3 * i + c];
      squared += side * side;
    }
    const length = Math.sqrt(squared);
    if (length === 0) continue;
    shortest[i] = Math.min(shortest[i], length);
    shortest[j] = Math.min(shortest[j], length);
  }
  return shortest;
}

/** No gap is below or above these: of two particles it lies between their own, of a particle and a body between those of extreme particles. */
function boundGaps(thickness: Float64Array, most: Float64Array, bodies: readonly SurfaceSpec[]): { leastGap: number; greatestGap: number } {
  let thinnest = Number.POSITIVE_INFINITY;
  let thickest = 0;
  let leastGap = Number.POSITIVE_INFINITY;
  let greatestGap = 0;
  for (let i = 0; i < thickness.length; i++) {
    thinnest = Math.min(thinnest, thickness[i]);
    thickest = Math.max(thickest, thickness[i]);
    leastGap = Math.min(leastGap, thickness[i], most[i]);
    greatestGap = Math.max(greatestGap, Math.min(thickness[i], most[i]));
  }
  for (const body of bodies) {
    leastGap = Math.min(leastGap, pairGap(body.thickness, thinnest));
    greatestGap = Math.max(greatestGap, pairGap(body.thickness, thickest));
  }
  return { leastGap, greatestGap };
}
