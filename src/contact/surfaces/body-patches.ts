import type { Cloth } from "../../fabric/cloth.ts";
import { DEEP_START } from "../../kernels/layout/contact-limits.ts";
import type { BodyHeights } from "../bodies/body-heights.ts";

/**
 * Patches of cloth in bodies: the particles in them that hang together. With a the area vectors of triangles, gathered at their corners, n the
 * normals of the body and w the depths, a patch lies through a body if
 *
 *     |Σ a| > FLAT Σ |a|             it has two sides, as one around a limb has not,
 *     |Σ w n| < APART Σ w            its nearest ways out part,
 *     Σ w |n·a|/|a| < APART Σ w      and they do not stand on it, as those of cloth do that is parallel to the skin.
 */
export interface BodyPatches {
  /** At x [m], given the heights of particles, FAR for those that do not count. */
  find(x: Float64Array): void;
  /** The first particle of the patch that i, which is in a body, belongs to. */
  rootOf(i: number): number;
  /** By the first particle of a patch: Σ a and Σ |a| [m²]. */
  readonly areas: Float64Array;
  readonly sizes: Float64Array;
  /** Whether the patch with this first particle lies through a body; of one that is `onItsWay` out, whether it is still to go on. */
  liesThrough(root: number, onItsWay: boolean): boolean;
}

const FLAT = 0.6;
const APART = 0.85;
/** A patch on its way goes on where its nearest ways lead across it by this share, while some of it is deeper than DEEP [m]. */
const ACROSS = 0.5;
/** Cloth is in a body while some of it is deeper than this [m]. */
export const DEEP = 0.002;

export function createBodyPatches({ triangles, particleCount: count }: Cloth, { heights, normals }: BodyHeights): BodyPatches {
  const roots = new Uint32Array(count);
  /** By particle: Σ a of its triangles. */
  const own = new Float64Array(3 * count);
  const areas = new Float64Array(3 * count);
  const sizes = new Float64Array(count);
  /** By the first particle of a patch: Σ w n, Σ w, Σ w |n·a|/|a| and the greatest depth. */
  const ways = new Float64Array(3 * count);
  const weights = new Float64Array(count);
  const upright = new Float64Array(count);
  const depths = new Float64Array(count);
  const sums = [areas, sizes, ways, weights, upright, depths];

  function rootOf(i: number): number {
    let root = i;
    while (roots[root] !== root) root = roots[root];
    return root;
  }

  function joinAlong(i: number, j: number): void {
    if (!(heights[i] < 0 && heights[j] < 0)) return;
    const p = rootOf(i);
    const q = rootOf(j);
    roots[Math.max(p, q)] = Math.min(p, q);
  }

  function addArea(x: Float64Array, i: number, j: number, k: number): void {
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      const area =
        (x[3 * j + d] - x[3 * i + d]) * (x[3 * k + e] - x[3 * i + e]) - (x[3 * j + e] - x[3 * i + e]) * (x[3 * k + d] - x[3 * i + d]);
      own[3 * i + c] += area;
      own[3 * j + c] += area;
      own[3 * k + c] += area;
    }
  }

  /** With the triangles across the surface: a thin body has few others. */
  function join(x: Float64Array): void {
    own.fill(0);
    for (let i = 0; i < count; i++) roots[i] = i;
    for (let t = 0; t < triangles.length; t += 3) {
      const i = triangles[t];
      const j = triangles[t + 1];
      const k = triangles[t + 2];
      if (!(heights[i] < 0 || heights[j] < 0 || heights[k] < 0)) continue;
      addArea(x, i, j, k);
      joinAlong(i, j);
      joinAlong(j, k);
      joinAlong(k, i);
    }
  }

  function addTo(root: number, i: number): void {
    const depth = -heights[i];
    const area = lengthAt(i, own);
    let along = 0;
    for (let c = 0; c < 3; c++) {
      areas[3 * root + c] += own[3 * i + c];
      ways[3 * root + c] += depth * normals[3 * i + c];
      along += normals[3 * i + c] * own[3 * i + c];
    }
    sizes[root] += area;
    weights[root] += depth;
    if (area > 0) upright[root] += (depth * Math.abs(along)) / area;
    depths[root] = Math.max(depths[root], depth);
  }

  return {
    areas,
    sizes,
    rootOf,
    find(x) {
      join(x);
      for (const values of sums) values.fill(0);
      for (let i = 0; i < count; i++) if (heights[i] < 0) addTo(rootOf(i), i);
    },
    liesThrough(root, onItsWay) {
      const area = lengthAt(root, areas);
      if (!(area > FLAT * sizes[root])) return false;
      if (depths[root] > DEEP_START && lengthAt(root, ways) < APART * weights[root] && upright[root] < APART * weights[root]) return true;
      let across = 0;
      for (let c = 3 * root; c < 3 * root + 3; c++) across += areas[c] * ways[c];
      return onItsWay && depths[root] > DEEP && Math.abs(across) > ACROSS * area * weights[root];
    },
  };
}

/** The length of the i-th vector. */
export function lengthAt(i: number, vectors: Float64Array): number {
  let squared = 0;
  for (let c = 3 * i; c < 3 * i + 3; c++) squared += vectors[c] * vectors[c];
  return Math.sqrt(squared);
}
