import type { CollisionMesh } from "../search/collision-mesh.ts";
import type { EdgeTopology } from "./edge-topology.ts";

/** Two sets of vertices, those of the sides 0 and 1 of a contour, which are to move against each other. A vertex may be in both. */
export interface SideSets {
  /** The vertices of each side: the first `sizes` of them. */
  readonly vertices: readonly [Uint32Array, Uint32Array];
  readonly sizes: [number, number];
  clear(): void;
  add(v: number, side: number): void;
  /** Takes neighbours along, ring by ring, but nothing of the other side, until the set has `size` vertices at least. */
  widen(side: number, size: number): void;
}

/** Rings of neighbours that a surface takes along that is not cut in two; more until its set is as large as the other. */
const RINGS = 2;

export function createSideSets({ edges, vertexCount }: CollisionMesh, { vertexEdgeStart, vertexEdges }: EdgeTopology): SideSets {
  const vertices: [Uint32Array, Uint32Array] = [new Uint32Array(vertexCount), new Uint32Array(vertexCount)];
  const sizes: [number, number] = [0, 0];
  /** The round in which a vertex came to a side: those of this round are in its set. */
  const rounds = [new Float64Array(vertexCount), new Float64Array(vertexCount)];
  let round = 0;

  function add(v: number, side: number): void {
    if (rounds[side][v] === round) return;
    rounds[side][v] = round;
    vertices[side][sizes[side]++] = v;
  }

  return {
    vertices,
    sizes,
    clear() {
      round++;
      sizes.fill(0);
    },
    add,
    widen(side, size) {
      const set = vertices[side];
      let ringStart = 0;
      for (let ring = 0; ringStart < sizes[side] && (ring < RINGS || sizes[side] < size); ring++) {
        const ringEnd = sizes[side];
        for (let n = ringStart; n < ringEnd; n++) {
          const v = set[n];
          for (let s = vertexEdgeStart[v]; s < vertexEdgeStart[v + 1]; s++) {
            const e = 2 * vertexEdges[s];
            const w = edges[e] === v ? edges[e + 1] : edges[e];
            if (rounds[1 - side][w] !== round) add(w, side);
          }
        }
        ringStart = ringEnd;
      }
    },
  };
}
