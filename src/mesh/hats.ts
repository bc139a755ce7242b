import { adjacencyFromPairs } from "./adjacency.ts";
import { type Hats, makeCoarseHats } from "./coarse-hats.ts";
import type { RestCoordinates } from "./decimation/coarse-mesh.ts";
import { createSets, joinSets, lowestOf } from "./disjoint-sets.ts";
import { makeLatticeHats } from "./lattice-hats.ts";
import { reverseCuthillMcKee } from "./reorder.ts";

/** What hats are made on; a cloth, with the places where it is at rest. */
export interface HatSurface {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** Where each vertex is at rest [m], packed x, y, z. */
  readonly positions: Float64Array;
  /** Flat rest coordinates [m], packed by twos; absent or empty where nothing has any, 0 in components that have none. */
  readonly material?: Float64Array;
}

/** A component of fewer vertices has no hats. */
const FEWEST = 12;
/** A triangle is no flat one if it has less than this area by the square of its longest side [−]. */
const FLAT = 1e-12;

/** How far apart hats are to be [m], on a component of this area [m²] with so many vertices. */
export type ChooseSpacing = (area: number, vertexCount: number) => number;

/**
 * Hats on each component of a surface: a lattice where it lies flat in (u, v) without a fold, else a coarse triangulation, of (u, v) where it has them. Their numbers run from
 * component to component; in each, hats that meet have numbers near each other.
 */
export function makeHats({ vertexCount, triangles, positions, material }: HatSurface, chooseSpacing: ChooseSpacing): Hats {
  const parts: { vertices: Uint32Array; hats: Hats }[] = [];
  const start = new Uint32Array(vertexCount + 1);
  for (const { vertices, corners } of splitComponents(vertexCount, triangles)) {
    const count = vertices.length;
    if (count < FEWEST) continue;
    const flat = material === undefined || material.length === 0 ? undefined : pick(material, 2, vertices);
    const sense = flat === undefined ? NO_AREA : turningSense(flat, corners);
    const rest: RestCoordinates =
      flat === undefined || sense === NO_AREA
        ? { dimension: 3, coordinates: pick(positions, 3, vertices) }
        : { dimension: 2, coordinates: flat };
    const spacing = chooseSpacing(measureArea(rest, corners), count);
    const hats =
      sense === ONE_WAY
        ? makeLatticeHats(count, corners, rest.coordinates, spacing)
        : renumber(makeCoarseHats(count, corners, rest, spacing));
    parts.push({ vertices, hats });
    for (let n = 0; n < count; n++) start[vertices[n] + 1] = hats.start[n + 1] - hats.start[n];
  }
  for (let i = 0; i < vertexCount; i++) start[i + 1] += start[i];
  const hat = new Uint32Array(start[vertexCount]);
  const weight = new Float64Array(start[vertexCount]);
  const node: number[] = [];
  for (const { vertices, hats } of parts) {
    for (let n = 0; n < vertices.length; n++) {
      let k = start[vertices[n]];
      for (let m = hats.start[n]; m < hats.start[n + 1]; m++, k++) {
        hat[k] = node.length + hats.hat[m];
        weight[k] = hats.weight[m];
      }
    }
    for (const n of hats.node) node.push(vertices[n]);
  }
  return { count: node.length, start, hat, weight, node: Uint32Array.from(node) };
}

function measureArea({ dimension, coordinates: x }: RestCoordinates, triangles: Uint32Array): number {
  const e = [0, 0, 0];
  const f = [0, 0, 0];
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < dimension; c++) {
      e[c] = x[dimension * triangles[t + 1] + c] - x[dimension * triangles[t] + c];
      f[c] = x[dimension * triangles[t + 2] + c] - x[dimension * triangles[t] + c];
    }
    const [u, v, w] = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    area += 0.5 * Math.sqrt(u * u + v * v + w * w);
  }
  return area;
}

interface Component {
  /** Ascending. */
  readonly vertices: Uint32Array;
  /** Its triangles, by places in `vertices`. */
  readonly corners: Uint32Array;
}

/** The components by their lowest vertices; a vertex in no triangle is one. */
function splitComponents(vertexCount: number, triangles: Uint32Array): Component[] {
  const sets = createSets(vertexCount);
  for (let t = 0; t < triangles.length; t += 3) {
    joinSets(sets, triangles[t], triangles[t + 1]);
    joinSets(sets, triangles[t], triangles[t + 2]);
  }
  const component = new Uint32Array(vertexCount);
  const vertexCounts: number[] = [];
  const local = new Uint32Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    const lowest = lowestOf(sets, i);
    component[i] = lowest === i ? vertexCounts.push(0) - 1 : component[lowest];
    local[i] = vertexCounts[component[i]]++;
  }
  const cornerCounts = vertexCounts.map(() => 0);
  for (let h = 0; h < triangles.length; h++) cornerCounts[component[triangles[h]]]++;
  const components = vertexCounts.map((count, c) => ({ vertices: new Uint32Array(count), corners: new Uint32Array(cornerCounts[c]) }));
  for (let i = 0; i < vertexCount; i++) components[component[i]].vertices[local[i]] = i;
  const cursor = vertexCounts.map(() => 0);
  for (let h = 0; h < triangles.length; h++) {
    const c = component[triangles[h]];
    components[c].corners[cursor[c]++] = local[triangles[h]];
  }
  return components;
}

function pick(values: Float64Array, stride: number, vertices: Uint32Array): Float64Array {
  const picked = new Float64Array(stride * vertices.length);
  for (let n = 0; n < vertices.length; n++) {
    for (let c = 0; c < stride; c++) picked[stride * n + c] = values[stride * vertices[n] + c];
  }
  return picked;
}

const NO_AREA = 0;
const ONE_WAY = 1;
const FOLDED = 2;

/** Whether all triangles turn one way in the plane, or some have no area, or some turn back. */
function turningSense(x: Float64Array, triangles: Uint32Array): number {
  let left = 0;
  let right = 0;
  let flat = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 2 * triangles[t];
    const b = 2 * triangles[t + 1];
    const c = 2 * triangles[t + 2];
    const bu = x[b] - x[a];
    const bv = x[b + 1] - x[a + 1];
    const cu = x[c] - x[a];
    const cv = x[c + 1] - x[a + 1];
    const doubled = bu * cv - bv * cu;
    const longest = Math.max(bu * bu + bv * bv, cu * cu + cv * cv);
    if (Math.abs(doubled) <= FLAT * longest) flat++;
    else if (doubled > 0) left++;
    else right++;
  }
  if (left + right === 0) return NO_AREA;
  return (left === 0 || right === 0) && flat === 0 ? ONE_WAY : FOLDED;
}

/** Numbers hats so that those that meet at a vertex are near each other. */
function renumber(hats: Hats): Hats {
  const { count, start, hat, node } = hats;
  const pairs: number[] = [];
  const met = new Set<number>();
  for (let i = 0; i + 1 < start.length; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      for (let m = start[i]; m < k; m++) {
        const low = Math.min(hat[k], hat[m]);
        const high = Math.max(hat[k], hat[m]);
        const key = low * count + high;
        if (met.has(key)) continue;
        met.add(key);
        pairs.push(low, high);
      }
    }
  }
  const order = reverseCuthillMcKee(adjacencyFromPairs(count, Uint32Array.from(pairs)));
  const rank = new Uint32Array(count);
  for (let n = 0; n < count; n++) rank[order[n]] = n;
  return { ...hats, hat: hat.map((h) => rank[h]), node: order.map((h) => node[h]) };
}
