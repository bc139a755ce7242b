import { createStillTree, visitNear } from "../search/still-tree.ts";
import type { BodySurface } from "../shapes/collider.ts";

/** The part of a body of many triangles that cloth may meet for a while. Numbers ascend with those of the whole body. */
export interface Excerpt {
  readonly surface: BodySurface;
  /** What the vertices and triangles of the part are in the whole. */
  readonly vertices: Uint32Array;
  readonly triangles: Uint32Array;
  /** 1 for each vertex of the part at which triangles are left out. */
  readonly rims: Uint8Array;
}

/** A body of which excerpts are taken. */
export interface ExcerptedBody {
  /**
   * The part that is near one of the boxes, each a lowest and a highest corner in the body's own coordinates: as long as that is large. All of the body where that has more than
   * `most` triangles.
   */
  take(boxes: Float64Array, most: number): Excerpt;
}

const known = new WeakMap<BodySurface, ExcerptedBody>();

/** What is built of a surface is built once, whoever asks. */
export function excerptedBody(surface: BodySurface): ExcerptedBody {
  const found = known.get(surface) ?? createExcerptedBody(surface);
  known.set(surface, found);
  return found;
}

function createExcerptedBody({ positions, triangles }: BodySurface): ExcerptedBody {
  const tree = createStillTree(positions, triangles);
  const vertexCount = positions.length / 3;
  const corners = new Uint32Array(vertexCount);
  for (let h = 0; h < triangles.length; h++) corners[triangles[h]]++;
  /** The last round in which each triangle was taken. */
  const takenIn = new Uint32Array(triangles.length / 3);
  /** Corners of taken triangles at each vertex, then its number in the part plus 1; all 0 between rounds. */
  const marks = new Uint32Array(vertexCount);
  let round = 0;

  function takeTriangles(boxes: Float64Array): Uint32Array {
    round++;
    const taken: number[] = [];
    const visit = (t: number): void => {
      if (takenIn[t] === round) return;
      takenIn[t] = round;
      taken.push(t);
    };
    for (let o = 0; o < boxes.length; o += 6) visitNear(tree, boxes.subarray(o, o + 6), visit);
    return Uint32Array.from(taken).sort();
  }

  return {
    take(boxes, most) {
      const near = takeTriangles(boxes);
      const taken = near.length > most ? takenIn.map((_, t) => t) : near;
      const own = new Uint32Array(3 * taken.length);
      const used: number[] = [];
      for (let k = 0; k < own.length; k++) {
        const vertex = triangles[3 * taken[Math.floor(k / 3)] + (k % 3)];
        own[k] = vertex;
        if (marks[vertex]++ === 0) used.push(vertex);
      }
      const vertices = Uint32Array.from(used).sort();
      const rims = new Uint8Array(vertices.length);
      const places = new Float64Array(3 * vertices.length);
      for (let k = 0; k < vertices.length; k++) {
        const vertex = vertices[k];
        rims[k] = marks[vertex] < corners[vertex] ? 1 : 0;
        marks[vertex] = k + 1;
        for (let c = 0; c < 3; c++) places[3 * k + c] = positions[3 * vertex + c];
      }
      for (let k = 0; k < own.length; k++) own[k] = marks[own[k]] - 1;
      for (let k = 0; k < vertices.length; k++) marks[vertices[k]] = 0;
      return { surface: { positions: places, triangles: own }, vertices, triangles: taken, rims };
    },
  };
}
