import type { Adjacency } from "../mesh/adjacency.ts";
import { INFLUENCES } from "../mesh/skin.ts";
import { computeConeDistance, FLESH_SIZE } from "./flesh.ts";
import { BONE, BONE_NAMES } from "./skeleton.ts";

export interface SkinWeights {
  /** INFLUENCES bones a vertex, the one of greatest weight first. */
  readonly bones: Uint16Array;
  /** Their weights; they sum to 1. */
  readonly weights: Float64Array;
}

/** The bones from `first` to `last`; how often the limb's share of the skin is diffused, for girth 1. The trunk is what remains. */
interface Limb {
  readonly first: number;
  readonly last: number;
  readonly times: number;
}

/** A hip bends far and needs a wide fold; about a shoulder a narrow one leaves less of a web under the arm. */
const LIMBS: readonly Limb[] = [
  { first: BONE.thighL, last: BONE.toeL, times: 28 },
  { first: BONE.thighR, last: BONE.toeR, times: 28 },
  { first: BONE.armL, last: BONE.handL, times: 10 },
  { first: BONE.armR, last: BONE.handR, times: 10 },
];
const TRUNK = LIMBS.length;
const PARTS = LIMBS.length + 1;
/** How often the bones' shares within their part are diffused. */
const TIMES_WITHIN = 28;

/**
 * Whom the skin follows. Each vertex belongs to the limb, and within each limb to the bone, whose cone is nearest; then these shares diffuse over
 * the surface, so many times a mean with the neighbours. They stay shares, spread along the skin only (never from a hand to the hip it hangs beside), and a
 * joint bends over a width that grows with the square root of the times, which therefore grow with the square of the girth. The weight of
 * a bone is its limb's share times its own within the limb.
 */
export function computeSkinWeights(
  positions: Float64Array,
  graph: Adjacency,
  cones: Float64Array,
  coneBones: Uint16Array,
  girth: number,
): SkinWeights {
  const count = positions.length / 3;
  const boneCount = BONE_NAMES.length;
  const partOf = Uint16Array.from(BONE_NAMES, (_, bone) => {
    const limb = LIMBS.findIndex(({ first, last }) => bone >= first && bone <= last);
    return limb < 0 ? TRUNK : limb;
  });
  const { parts, bones } = findNearest(positions, cones, coneBones, partOf);

  const partShares = new Float64Array(PARTS * count).fill(1, TRUNK * count);
  const next = new Float64Array(count);
  const everywhere = Uint32Array.from({ length: count }, (_, i) => i);
  LIMBS.forEach(({ times }, limb) => {
    const share = partShares.subarray(limb * count, (limb + 1) * count);
    for (let i = 0; i < count; i++) share[i] = parts[i] === limb ? 1 : 0;
    diffuse(graph, everywhere, times * girth * girth, share, next);
    for (let i = 0; i < count; i++) partShares[TRUNK * count + i] -= share[i];
  });

  const shares = new Float64Array(count * boneCount);
  const share = new Float64Array(count);
  const places = Array.from({ length: PARTS }, (_, part) => everywhere.filter((i) => partShares[part * count + i] > 0));
  for (let bone = 0; bone < boneCount; bone++) {
    const part = partOf[bone];
    for (let i = 0; i < count; i++) share[i] = bones[PARTS * i + part] === bone ? 1 : 0;
    diffuse(graph, places[part], TIMES_WITHIN * girth * girth, share, next);
    for (const i of places[part]) shares[i * boneCount + bone] = share[i] * partShares[part * count + i];
  }
  return keepGreatest(shares, count, boneCount);
}

/** For each vertex the nearest part, and the nearest bone of each part. */
function findNearest(
  positions: Float64Array,
  cones: Float64Array,
  coneBones: Uint16Array,
  partOf: Uint16Array,
): { parts: Uint16Array; bones: Uint16Array } {
  const count = positions.length / 3;
  const parts = new Uint16Array(count);
  const bones = new Uint16Array(PARTS * count);
  const least = new Float64Array(PARTS);
  for (let i = 0; i < count; i++) {
    least.fill(Infinity);
    const x = positions[3 * i];
    const y = positions[3 * i + 1];
    const z = positions[3 * i + 2];
    for (let k = 0; k < coneBones.length; k++) {
      const part = partOf[coneBones[k]];
      const distance = computeConeDistance(cones, FLESH_SIZE * k, x, y, z);
      if (distance >= least[part]) continue;
      least[part] = distance;
      bones[PARTS * i + part] = coneBones[k];
    }
    for (let part = 1; part < PARTS; part++) if (least[part] < least[parts[i]]) parts[i] = part;
  }
  return { parts, bones };
}

/**
 * Replaces each share at some vertices by half of itself and half of its neighbours' mean, an even number of times. Elsewhere shares stay as they
 * are.
 */
function diffuse({ start, neighbours }: Adjacency, vertices: Uint32Array, times: number, shares: Float64Array, next: Float64Array): void {
  next.set(shares);
  for (let n = 0; n < times; n += 2) {
    diffuseOnce(start, neighbours, vertices, shares, next);
    diffuseOnce(start, neighbours, vertices, next, shares);
  }
}

function diffuseOnce(start: Uint32Array, neighbours: Uint32Array, vertices: Uint32Array, from: Float64Array, to: Float64Array): void {
  for (let n = 0; n < vertices.length; n++) {
    const i = vertices[n];
    let sum = 0;
    for (let k = start[i]; k < start[i + 1]; k++) sum += from[neighbours[k]];
    to[i] = 0.5 * (from[i] + sum / (start[i + 1] - start[i]));
  }
}

/** Shares below this are dropped. */
const LEAST_SHARE = 0.004;

function keepGreatest(shares: Float64Array, count: number, boneCount: number): SkinWeights {
  const bones = new Uint16Array(INFLUENCES * count);
  const weights = new Float64Array(INFLUENCES * count);
  for (let i = 0; i < count; i++) {
    const row = shares.subarray(i * boneCount, (i + 1) * boneCount);
    const at = INFLUENCES * i;
    let sum = 0;
    for (let n = 0; n < INFLUENCES; n++) {
      let best = 0;
      for (let bone = 1; bone < boneCount; bone++) if (row[bone] > row[best]) best = bone;
      if (n > 0 && row[best] < LEAST_SHARE) break;
      bones[at + n] = best;
      weights[at + n] = row[best];
      sum += row[best];
      row[best] = 0;
    }
    for (let n = 0; n < INFLUENCES; n++) weights[at + n] /= sum;
  }
  return { bones, weights };
}
