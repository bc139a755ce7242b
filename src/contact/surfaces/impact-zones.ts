import type { PointContacts } from "./body-points.ts";
import { createZoneMotion } from "./zone-motion.ts";

/**
 * Impact zones, the last resort [Provot97] [Bridson02, sec. 7.4]: vertices whose collisions could not be resolved one by one
 * move together as one body,
 *
 *     v_i = v_c + ω × (x_i − c),
 *
 * with the linear and angular momentum they had. Over a step of straight motion this maps the zone by I + t h [ω]×, t ∈ [0, 1],
 * an affine map that is never singular, so vertices that did not touch inside the zone at the start do not at the end: only collisions with
 * others remain, and they merge zones. Every merge leaves fewer of them, so it ends. A zone that holds immovable vertices, of a body or
 * held by hand, takes their motion, the affine map that fits it best; that of a body which turns is fitted exactly (zone-motion).
 */
export interface ImpactZones {
  clear(): void;
  /** Puts these four vertices into one zone; false when they already are. */
  join(a: number, b: number, c: number, d: number): boolean;
  /** Makes a vertex a zone by itself, unless it is in one. */
  include(i: number): void;
  /** Whether a vertex is in a zone. */
  includes(i: number): boolean;
  /** Makes the vertices of the zone of i movable that have an inverse mass in `sticking`; false where none was immovable. */
  free(i: number, sticking: Float64Array, inverseMass: Float64Array): boolean;
  /** Gives every zone its common motion, as a whole not into the bodies of `points`. Immovable vertices (inverse mass 0) keep theirs. */
  move(x: Float64Array, inverseMass: Float64Array, v: Float64Array, points?: PointContacts): void;
}

export function createImpactZones(vertexCount: number): ImpactZones {
  const parent = new Uint32Array(vertexCount);
  const next = new Int32Array(vertexCount).fill(-1); // members of a zone, as a list from its root
  const last = new Uint32Array(vertexCount);
  /** Vertices that are in zones, each once; of every zone its root is among them. */
  const touched: number[] = [];
  const isTouched = new Uint8Array(vertexCount);
  /** By root: whether all of the zone that can be freed has been. */
  const isFreed = new Uint8Array(vertexCount);
  const motion = createZoneMotion(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    parent[i] = i;
    last[i] = i;
  }

  function root(i: number): number {
    let r = i;
    while (parent[r] !== r) r = parent[r];
    for (let k = i; parent[k] !== r; ) {
      const up = parent[k];
      parent[k] = r;
      k = up;
    }
    return r;
  }

  function unite(a: number, b: number): boolean {
    const ra = root(a);
    const rb = root(b);
    if (ra === rb) return false;
    const low = Math.min(ra, rb);
    const high = Math.max(ra, rb);
    parent[high] = low;
    next[last[low]] = high;
    last[low] = last[high];
    isFreed[low] = 0;
    touch(low);
    touch(high);
    return true;
  }

  function touch(i: number): void {
    if (isTouched[i] === 0) touched.push(i);
    isTouched[i] = 1;
  }

  return {
    clear() {
      for (const start of touched) {
        for (let i = start; i >= 0; ) {
          const following = next[i];
          parent[i] = i;
          last[i] = i;
          next[i] = -1;
          isTouched[i] = 0;
          isFreed[i] = 0;
          i = following;
        }
      }
      touched.length = 0;
    },
    join(a, b, c, d) {
      const first = unite(a, b);
      const second = unite(a, c);
      const third = unite(a, d);
      return first || second || third;
    },
    include(i) {
      touch(root(i));
    },
    includes: (i) => isTouched[i] !== 0 || parent[i] !== i,
    free(i, sticking, inverseMass) {
      const first = root(i);
      if (isFreed[first] !== 0) return false;
      let areSome = false;
      for (let k = first; k >= 0; k = next[k]) {
        if (inverseMass[k] > 0 || sticking[k] === 0) continue;
        inverseMass[k] = sticking[k];
        areSome = true;
      }
      isFreed[first] = 1;
      return areSome;
    },
    move(x, inverseMass, v, points) {
      motion.begin(points);
      for (const start of touched) if (parent[start] === start) motion.move(start, next, x, inverseMass, v);
    },
  };
}
