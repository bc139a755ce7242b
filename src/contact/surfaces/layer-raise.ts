import type { Cloth } from "../../fabric/cloth.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import { createHeightMap } from "../search/height-map.ts";
import { FAR } from "../shapes/collider.ts";

/** How high particles are, along a direction of each of length 1; FAR for those that are left where they are. */
export interface Heights {
  readonly heights: Float64Array;
  readonly normals: Float64Array;
}

/** Puts cloths that cross each other on a body one above another. */
export interface LayerRaise {
  /**
   * How far the particles that `heights` knows are to go up, along the normals of the body [m]. The cloths are layers, by how high they are
   * above each other in the mean; each goes above the highest points around it of those below, and takes its neighbourhood along.
   * What is held below others cannot go above them: its cloth is a lower layer.
   */
  find(x: Float64Array, inverseMass: Float64Array): void;
  readonly ways: Float64Array;
}

/** A layer goes above the one below it by so many of its gaps. */
const CLEAR = 1.5;
/** And by what cloth may fall in a step [m]. */
export const FALL = 0.003;
/** A particle that is held below others counts for so many that are not. */
const HELD = 1000;
/** What goes up takes its neighbours along, and those theirs, each by so much less per metre [−]; as far as so many passes over the edges lead. */
const SLOPE = 0.05;
const PASSES = 6;

export function createLayerRaise(
  mesh: CollisionMesh,
  { particleCount: count, thickness, parts }: Cloth,
  part: Uint16Array,
  { heights, normals }: Heights,
  start: Float64Array,
): LayerRaise {
  const edges = mesh.edges.filter((_, e) => mesh.edges[e] < count && mesh.edges[e ^ 1] < count);
  const side = 0.6 * longestEdge(edges, start);
  const drops = new Float64Array(edges.length / 2);
  /** Of cloths: the sum of how far their particles are above the mean of their cell, how many these are, and the cloths, lowest first. */
  const sums = new Float64Array(parts.length);
  const sizes = new Float64Array(parts.length);
  const layers = Uint16Array.from({ length: parts.length }, (_, p) => p);
  /** Where each particle is on the body. */
  const feet = new Float64Array(3 * count);
  const ways = new Float64Array(count);
  const map = createHeightMap(count);

  function meanOf(p: number): number {
    return sizes[p] > 0 ? sums[p] / sizes[p] : Number.POSITIVE_INFINITY;
  }

  /** The lowest first; those that are not near come last. By insertion: they are few, and mostly in order. */
  function sortLayers(): void {
    for (let n = 1; n < layers.length; n++) {
      const p = layers[n];
      let m = n;
      for (; m > 0 && (meanOf(layers[m - 1]) > meanOf(p) || (meanOf(layers[m - 1]) === meanOf(p) && layers[m - 1] > p)); m--) {
        layers[m] = layers[m - 1];
      }
      layers[m] = p;
    }
  }

  function compare(inverseMass: Float64Array): void {
    sums.fill(0);
    sizes.fill(0);
    map.clear(side);
    for (let i = 0; i < count; i++) if (heights[i] !== FAR) map.put(feet, 3 * i, heights[i]);
    for (let i = 0; i < count; i++) {
      if (heights[i] === FAR) continue;
      const above = heights[i] - map.meanAt(feet, 3 * i);
      sums[part[i]] += above < 0 && inverseMass[i] === 0 ? HELD * above : above;
      sizes[part[i]]++;
    }
    sortLayers();
  }

  function takeAlong(): void {
    for (let pass = 0, isMore = true; isMore && pass < PASSES; pass++) {
      isMore = false;
      for (let n = 0; n < drops.length; n++) {
        const e = pass % 2 === 0 ? n : drops.length - 1 - n;
        const i = edges[2 * e];
        const j = edges[2 * e + 1];
        if (heights[i] === FAR || heights[j] === FAR) continue;
        if (ways[i] < ways[j] - drops[e]) ways[i] = ways[j] - drops[e];
        else if (ways[j] < ways[i] - drops[e]) ways[j] = ways[i] - drops[e];
        else continue;
        isMore = true;
      }
    }
  }

  return {
    ways,
    find(x, inverseMass) {
      for (let i = 0; i < count; i++) {
        ways[i] = 0;
        if (heights[i] !== FAR) for (let c = 3 * i; c < 3 * i + 3; c++) feet[c] = x[c] - heights[i] * normals[c];
      }
      compare(inverseMass);
      for (let e = 0; e < drops.length; e++) {
        const i = 3 * edges[2 * e];
        const j = 3 * edges[2 * e + 1];
        let squared = 0;
        for (let c = 0; c < 3; c++) squared += (x[j + c] - x[i + c]) * (x[j + c] - x[i + c]);
        drops[e] = SLOPE * Math.sqrt(squared);
      }
      map.clear(side);
      for (let n = 0; n < layers.length && sizes[layers[n]] > 0; n++) {
        const layer = layers[n];
        for (let i = 0; i < count; i++) {
          if (part[i] !== layer || heights[i] === FAR) continue;
          ways[i] = Math.max(0, map.highestAround(feet, 3 * i) + CLEAR * thickness[i] + FALL - heights[i]);
        }
        takeAlong();
        for (let i = 0; i < count; i++) if (part[i] === layer && heights[i] !== FAR) map.put(feet, 3 * i, heights[i] + ways[i]);
      }
    },
  };
}

/** Edges of cloth at the start of the scene: cells of the longest one hold all that a triangle may reach. */
function longestEdge(edges: Uint32Array, x: Float64Array): number {
  let longest = 0;
  for (let e = 0; e < edges.length; e += 2) {
    const i = 3 * edges[e];
    const j = 3 * edges[e + 1];
    const [dx, dy, dz] = [x[j] - x[i], x[j + 1] - x[i + 1], x[j + 2] - x[i + 2]];
    longest = Math.max(longest, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(longest);
}
