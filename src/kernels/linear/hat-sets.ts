import type { Springs } from "../../fabric/cloth.ts";
import * as at from "../layout/hat-words.ts";
import { UNMOVED } from "./hat-matrix.ts";

/** P_j − P_i of each spring. */
export interface Differences {
  readonly start: Uint32Array;
  readonly hat: Uint32Array;
  readonly difference: Float64Array;
}

/** Bytes of a particle's position. */
const POSITION = 32;

/** Springs between the same hats. Where the differences of a spring do not sum to 0, one end being without hats, a hat that nothing moves makes up for it, the last one. */
export interface HatSet {
  readonly hats: Uint32Array;
  readonly springs: number[];
}

/** Sums of differences up to this are rounding. */
const ROUNDING = 1e-9;

export const pairsOf = ({ hats }: HatSet): number => (hats.length * (hats.length - 1)) / 2;
export const groupsOf = ({ springs }: HatSet): number => Math.ceil(springs.length / 4);
/** Vectors of a group behind its springs: products of pairs, or differences. */
const vectorsOf = (set: HatSet): number => (set.hats.length === at.CELL_HATS ? pairsOf(set) : set.hats.length);
/** Numbers of the traits of a group. */
const traitsSize = (set: HatSet): number => at.TRAITS_DIFFERENCES / 4 + 4 * vectorsOf(set);

function sumOfDifferences({ start, difference }: Differences, spring: number): number {
  let sum = 0;
  for (let e = start[spring]; e < start[spring + 1]; e++) sum += difference[e];
  return sum;
}

export function findSets(springs: Springs, differences: Differences): HatSet[] {
  const { start, hat } = differences;
  const sets = new Map<string, HatSet>();
  for (let spring = 0; spring + 1 < start.length; spring++) {
    const moved = hat.subarray(start[spring], start[spring + 1]);
    if (moved.length === 0) continue;
    const isWhole = Math.abs(sumOfDifferences(differences, spring)) <= ROUNDING;
    const hats = isWhole ? moved : Uint32Array.of(...moved, UNMOVED);
    const key = hats.join();
    const set = sets.get(key) ?? { hats, springs: [] };
    set.springs.push(spring);
    sets.set(key, set);
  }
  const joined = joinCells([...sets.values()].sort((a, b) => a.hats[0] - b.hats[0]));
  for (const set of joined) sortSprings(set, springs, differences);
  return joined;
}

/** Springs between two or three hats of a cell of a lattice join those of the cell: along the line between two, of which it is the later one, or where a difference happens to be 0. */
function joinCells(sets: readonly HatSet[]): HatSet[] {
  const around = new Map<number, HatSet>();
  const keyOf = (a: number, b: number): number => a * UNMOVED + b;
  for (const cell of sets)
    if (cell.hats.length === at.CELL_HATS) for (const a of cell.hats) for (const b of cell.hats) around.set(keyOf(a, b), cell);
  return sets.filter(({ hats, springs }) => {
    if (hats.length < 2 || hats.length >= at.CELL_HATS) return true;
    const ends = [keyOf(hats[0], hats[1]), keyOf(hats[0], hats[hats.length - 1]), keyOf(hats[1], hats[hats.length - 1])];
    const cell = ends
      .map((key) => around.get(key))
      .find((candidate) => candidate !== undefined && hats.every((hat) => candidate.hats.includes(hat)));
    cell?.springs.push(...springs);
    return cell === undefined;
  });
}

/** (first, last) of the sets of each chunk, which have about as many groups each. */
export function shareSets(sets: readonly HatSet[], chunks: number): Uint32Array {
  const total = sets.reduce((sum, set) => sum + groupsOf(set), 0);
  const ranges = new Uint32Array(2 * chunks);
  let set = 0;
  let done = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    ranges[2 * chunk] = set;
    while (set < sets.length && (chunk === chunks - 1 || done < (total * (chunk + 1)) / chunks)) done += groupsOf(sets[set++]);
    ranges[2 * chunk + 1] = set;
  }
  return ranges;
}

/** Differences are multiples of this, far below single precision, so that cells of one shape have the same ones. */
const GRAIN = 1 / 0x100_0000_0000;

/** Computes the difference of a spring in each of the hats, 0 in those that it is not between, from the end that makes the first one positive: products of two are all that matters. */
function findDifferences(hats: Uint32Array, { start, hat, difference }: Differences, spring: number, out: Float64Array): void {
  for (let p = 0; p < hats.length; p++) {
    out[p] = 0;
    for (let e = start[spring]; e < start[spring + 1]; e++) {
      if (hat[e] === hats[p]) out[p] = difference[e];
      else if (hats[p] === UNMOVED) out[p] -= difference[e];
    }
    out[p] = GRAIN * Math.round(out[p] / GRAIN) + 0; // no −0
  }
  let first = 0;
  while (first < hats.length && out[first] === 0) first++;
  if (out[first] < 0) for (let p = first; p < hats.length; p++) out[p] = 0 - out[p];
}

/** Puts the springs of a set in an order of their traits, the same for all sets that have the same ones. */
function sortSprings({ hats, springs }: HatSet, { stiffness, restLength }: Springs, differences: Differences): void {
  const size = hats.length + 2;
  const traits = new Float64Array(size * springs.length);
  const own = new Float64Array(size);
  for (const [n, spring] of springs.entries()) {
    findDifferences(hats, differences, spring, own);
    own[size - 2] = Math.fround(stiffness[spring]);
    own[size - 1] = Math.fround(restLength[spring]);
    traits.set(own, size * n);
  }
  const order = Uint32Array.from(springs.keys()).sort((a, b) => {
    for (let k = 0; k < size; k++) {
      const apart = traits[size * a + k] - traits[size * b + k];
      if (apart !== 0) return apart;
    }
    return a - b;
  });
  const sorted = Array.from(order, (n) => springs[n]);
  for (const [n, spring] of sorted.entries()) springs[n] = spring;
}

/** The spring in a place of a set: the last one again where springs without stiffness fill up its last group. */
const springAt = ({ springs }: HatSet, place: number): number => springs[Math.min(place, springs.length - 1)];

/** The ends of a set's springs, by groups. */
export function writeEnds(set: HatSet, { ends }: Springs, rank: Uint32Array, to: Uint32Array): void {
  for (let k = 0; k < 4 * groupsOf(set); k++) {
    const spring = springAt(set, k);
    const place = (at.ENDS_BYTES / 4) * (k >> 2) + (k & 3);
    to[place + at.ENDS_FIRST / 4] = POSITION * rank[ends[2 * spring]];
    to[place + at.ENDS_SECOND / 4] = POSITION * rank[ends[2 * spring + 1]];
  }
}

/** The traits of a set's springs, by groups. */
function listTraits(set: HatSet, { stiffness, restLength, asymmetric }: Springs, differences: Differences): Float32Array {
  const size = traitsSize(set);
  const numbers = new Float32Array(size * groupsOf(set));
  const own = new Float64Array(set.hats.length);
  for (let k = 0; k < 4 * groupsOf(set); k++) {
    const spring = springAt(set, k);
    const place = size * (k >> 2) + (k & 3);
    numbers[place + at.TRAITS_STIFFNESS / 4] = k < set.springs.length ? stiffness[spring] : 0;
    numbers[place + at.TRAITS_REST / 4] = asymmetric[spring] !== 0 ? -restLength[spring] : restLength[spring];
    findDifferences(set.hats, differences, spring, own);
    let to = place + at.TRAITS_DIFFERENCES / 4;
    for (let p = 0; p < own.length; p++) {
      if (set.hats.length !== at.CELL_HATS) {
        numbers[to] = own[p];
        to += 4;
        continue;
      }
      for (let q = 0; q < p; q++, to += 4) numbers[to] = own[p] * own[q] + 0; // as pairs are numbered
    }
  }
  return numbers;
}

function hashOf(bits: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (const word of bits) hash = Math.imul(hash ^ word, 0x01000193) ^ (hash >>> 15);
  return hash;
}

const areSame = (a: Uint32Array, b: Uint32Array): boolean => a.length === b.length && a.every((word, k) => word === b[k]);

/** The traits of all sets, each kind once, and the place of those of each set: on a lattice most cells are alike, and what is read in every substep stays in the cache. */
export function shareTraits(
  sets: readonly HatSet[],
  springs: Springs,
  differences: Differences,
): { values: Float32Array; places: Uint32Array } {
  const kinds = new Map<number, { bits: Uint32Array; place: number }[]>();
  const places = new Uint32Array(sets.length);
  const parts: Float32Array[] = [];
  let size = 0;
  for (const [n, set] of sets.entries()) {
    const traits = listTraits(set, springs, differences);
    const bits = new Uint32Array(traits.buffer);
    const hash = hashOf(bits);
    const alike = kinds.get(hash) ?? [];
    const same = alike.find((kind) => areSame(kind.bits, bits));
    places[n] = same?.place ?? size;
    if (same !== undefined) continue;
    kinds.set(hash, [...alike, { bits, place: size }]);
    parts.push(traits);
    size += traits.length;
  }
  const values = new Float32Array(size);
  let to = 0;
  for (const part of parts) {
    values.set(part, to);
    to += part.length;
  }
  return { values, places };
}
