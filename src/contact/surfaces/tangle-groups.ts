import type { Cloth } from "../../fabric/cloth.ts";
import { createHeightMap } from "../search/height-map.ts";

/** Cloths that cross each other or are deep in a body, and those close to them. */
export interface TangleGroups {
  /** At positions x [m]: those that hang together by crossings, and of those that are `deep`, 1 each, the ones close to each other. */
  find(x: Float64Array, crossings: Crossings, deep: Uint8Array): void;
  /** The cloth of each particle. */
  readonly part: Uint16Array;
  /** Of each cloth the first one of its group, or NONE. */
  readonly groups: Uint16Array;
  /** By the first cloth of a group: how many it has. */
  readonly sizes: Uint16Array;
  /** By the first cloth of a group: 1 where some of it cross each other. */
  readonly areCrossed: Uint8Array;
}

/** Calls back with one vertex of either surface, for each edge that passes through a triangle. */
export type Crossings = (visit: (a: number, b: number) => void) => void;

/** The group of a cloth that is in none. */
export const NONE = 65535;
/** Cloths that cross nothing but are so close to a group [m] go with it: they would be in its way. */
const CLOSE = 0.05;

export function createTangleGroups({ particleCount: count, parts, origin }: Cloth): TangleGroups {
  const part = Uint16Array.from(origin, (vertex) => parts.findIndex(({ end }) => vertex < end));
  const groups = new Uint16Array(parts.length);
  const sizes = new Uint16Array(parts.length);
  const areCrossed = new Uint8Array(parts.length);
  const isTangled = new Uint8Array(parts.length);
  /** Groups, by where their particles are. */
  const places = createHeightMap(count);

  function rootOf(p: number): number {
    let root = p;
    while (groups[root] !== root) root = groups[root];
    return root;
  }

  function join(p: number, q: number): void {
    const [a, b] = [rootOf(p), rootOf(q)];
    groups[Math.max(a, b)] = Math.min(a, b);
  }

  function joinCrossing(a: number, b: number): void {
    if (a >= count || b >= count) return; // of a body
    join(part[a], part[b]);
    areCrossed[part[a]] = 1;
    isTangled[part[a]] = 1;
    isTangled[part[b]] = 1;
  }

  function addNeighbours(x: Float64Array, deep: Uint8Array): void {
    places.clear(CLOSE);
    for (let i = 0; i < count; i++) if (isTangled[part[i]] !== 0) places.put(x, 3 * i, rootOf(part[i]));
    for (let i = 0; i < count; i++) if (deep[part[i]] !== 0) join(part[i], places.highestAround(x, 3 * i));
    for (let p = 0; p < groups.length; p++) groups[p] = isTangled[p] === 0 ? NONE : rootOf(p);
    for (let i = 0; i < count; i++) {
      if (groups[part[i]] !== NONE) continue;
      const group = places.highestAround(x, 3 * i);
      if (group >= 0) groups[part[i]] = groups[group];
    }
  }

  return {
    part,
    groups,
    sizes,
    areCrossed,
    find(x, crossings, deep) {
      isTangled.set(deep);
      sizes.fill(0);
      areCrossed.fill(0);
      for (let p = 0; p < groups.length; p++) groups[p] = p;
      crossings(joinCrossing);
      addNeighbours(x, deep);
      for (let p = 0; p < groups.length; p++) {
        if (groups[p] === NONE) continue;
        sizes[groups[p]]++;
        areCrossed[groups[p]] |= areCrossed[p];
      }
    },
  };
}
