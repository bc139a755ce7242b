import type { Cloth } from "../../fabric/cloth.ts";
import type { BodyHeights } from "../bodies/body-heights.ts";
import { FAR } from "../shapes/collider.ts";
import { createBodyPatches, lengthAt } from "./body-patches.ts";
import { spreadDistances } from "./edge-distances.ts";
import type { LetDown } from "./let-down.ts";
import { NONE, type TangleGroups } from "./tangle-groups.ts";

/**
 * Cloth that lies through a body leaves it on one side. Its nearest ways out lead outwards in its own plane, and along them it would have to tear
 * open around the body. So its patches (body-patches) go across themselves: with the area vectors a of the triangles of a group,
 *
 *     N = ± Σ a / |Σ a|,   on the side where the longest way out of their particles along N, D, is the shorter,
 *
 * and on to the same side until they are out, though others come into the body on the way. What hangs on them goes along: where nothing holds it by D too, which stretches nothing, and between
 * them and what is held by D s/L, at distances s and L of a particle and of the patches from that. Where another body is in the way, or more of
 * the cloth is in bodies, only what is at a distance s from the patches goes along, by D − s/2.
 */
export interface OneSide {
  /** At x [m], where groups and the heights of their particles are known, FAR for those of others; none later than the start. */
  find(x: Float64Array, inverseMass: Float64Array): void;
  /** By the first cloth of a group: N; whether all of it that is in bodies goes there. */
  readonly directions: Float64Array;
  isWhole(group: number): boolean;
  /** By cloth: whether N leads to the side that its triangles face, 1, or to the other, −1; 0 where none of it lies through a body. */
  sideOf(part: number): number;
  /** Whether particle i goes along the N of its group; how far, if the patches go by `most` at once [m]. */
  goes(i: number): boolean;
  wayOf(i: number, most: number): number;
}

/** Patches of a group have one N where the sum of their areas is longer than this part of all. */
const AGREEMENT = 0.6;
/** Where no way out along N is shorter than this, particles go their nearest ways [m]. */
const LONGEST = 1;
/** The least step along a way out of a body, and beyond it [m]. */
const STEP = 0.001;
/** A body is in the way of cloth that goes against its normal by more than this cosine. */
const AGAINST = -0.3;
/** Cloth so many times further from a patch than that has to go is not at the body that the patch lies through. */
const ELSEWHERE = 2;
/** Cloth rises by this part of the distance at most. */
const SLOPE = 0.5;

/** `probe` measures places on the way, and is used up. */
export function createOneSide(
  cloth: Cloth,
  { part, groups, sizes }: TangleGroups,
  body: BodyHeights,
  probe: BodyHeights,
  letDown: LetDown,
): OneSide {
  const { particleCount: count } = cloth;
  const { length: partCount } = cloth.parts;
  const { heights, normals } = body;
  const patches = createBodyPatches(cloth, body);
  const isThrough = new Uint8Array(count);
  /** By the first cloth of a group: Σ a and then N, Σ |a|, D or 0, whether something in a body does not go there, and whether something is in its way. */
  const directions = new Float64Array(3 * partCount);
  const areas = new Float64Array(partCount);
  const longest = new Float64Array(partCount);
  const hasOthers = new Uint8Array(partCount);
  const isStopped = new Uint8Array(partCount);
  const reaches = new Float64Array(partCount);
  /** By cloth: its side; by the first cloth of a group: the sign that Σ a had in earlier steps, and its cloths have by it. */
  const sides = new Float64Array(partCount);
  const signs = new Float64Array(partCount);
  /** By particle: its part of the way of the patches, and what is left out of it [m]. */
  const shares = new Float64Array(count);
  const lacks = new Float64Array(count);
  const distances = new Float64Array(count);
  const place = new Float64Array(3 * count);
  const cleared = [isThrough, directions, areas, longest, hasOthers, isStopped, sides, signs, shares];

  /** Adds up the areas of patches through bodies, all to the side of the first. */
  function addPatches(): void {
    for (let i = 0; i < count; i++) {
      if (!(heights[i] < 0)) continue;
      const root = patches.rootOf(i);
      const group = groups[part[i]];
      if (root !== i) isThrough[i] = isThrough[root];
      else if (patches.liesThrough(i, letDown.sideOf(part[i]) !== 0)) {
        isThrough[i] = 1;
        let along = 0;
        for (let c = 0; c < 3; c++) along += patches.areas[3 * i + c] * directions[3 * group + c];
        const side = along < 0 ? -1 : 1;
        for (let c = 0; c < 3; c++) directions[3 * group + c] += side * patches.areas[3 * i + c];
        areas[group] += patches.sizes[i];
        if (sides[part[i]] === 0) sides[part[i]] = side;
        if (signs[group] === 0) signs[group] = side * letDown.sideOf(part[i]);
      }
      if (isThrough[i] === 0) hasOthers[group] = 1;
    }
  }

  /** How far particle i has to go along N, or against it; LONGEST where that is not enough. */
  function wayOut(i: number, sign: number, x: Float64Array): number {
    const group = groups[part[i]];
    let way = 0;
    let height = heights[i];
    while (height !== FAR && way < LONGEST) {
      way += Math.max(STEP, -height);
      for (let c = 0; c < 3; c++) place[3 * i + c] = x[3 * i + c] + sign * way * directions[3 * group + c];
      probe.measure(i, place, 0);
      height = probe.heights[i];
    }
    return Math.min(LONGEST, way + STEP);
  }

  function chooseSide(group: number, x: Float64Array, inverseMass: Float64Array): void {
    const length = lengthAt(group, directions);
    if (!(length > AGREEMENT * areas[group]) || (hasOthers[group] !== 0 && sizes[group] > 1)) return;
    for (let c = 0; c < 3; c++) directions[3 * group + c] /= length;
    let there = 0;
    let back = 0;
    for (let i = 0; i < count; i++) {
      if (isThrough[i] === 0 || inverseMass[i] === 0 || groups[part[i]] !== group) continue;
      if (there < LONGEST) there = Math.max(there, wayOut(i, 1, x));
      if (back < LONGEST) back = Math.max(back, wayOut(i, -1, x));
    }
    const sign = signs[group] !== 0 ? signs[group] : back < there ? -1 : 1;
    const way = sign > 0 ? there : back;
    if (way < LONGEST) longest[group] = way;
    for (let c = 0; c < 3; c++) directions[3 * group + c] *= sign;
    for (let p = 0; p < partCount; p++) if (groups[p] === group) sides[p] *= sign;
  }

  /** Looks whether some of the cloth far from patches is at a body that is in its way. */
  function findStops(x: Float64Array): void {
    for (let i = 0; i < count; i++) distances[i] = isThrough[i] !== 0 ? 0 : FAR;
    spreadDistances(cloth.triangles, x, distances);
    for (let i = 0; i < count; i++) {
      const group = groups[part[i]];
      if (group === NONE || !(heights[i] < longest[group]) || distances[i] < ELSEWHERE * longest[group]) continue;
      let along = 0;
      for (let c = 0; c < 3; c++) along += normals[3 * i + c] * directions[3 * group + c];
      if (along < AGAINST) isStopped[group] = 1;
    }
  }

  const goesAsOne = (group: number): boolean => hasOthers[group] === 0 && isStopped[group] === 0;

  /** Of groups that go as one: distances from what is held, and how far the patches are from it. */
  function measureReaches(x: Float64Array, inverseMass: Float64Array): void {
    for (let i = 0; i < count; i++) {
      const group = groups[part[i]];
      if (group !== NONE && goesAsOne(group)) distances[i] = inverseMass[i] === 0 ? 0 : FAR;
    }
    spreadDistances(cloth.triangles, x, distances);
    reaches.fill(FAR);
    for (let i = 0; i < count; i++) {
      const group = groups[part[i]];
      if (isThrough[i] !== 0) reaches[group] = Math.min(reaches[group], distances[i]);
    }
    for (let p = 0; p < partCount; p++) reaches[p] = Math.max(reaches[p], longest[p] / SLOPE);
  }

  function share(i: number, group: number): void {
    const isWhole = goesAsOne(group);
    lacks[i] = isWhole ? 0 : SLOPE * distances[i];
    if (lacks[i] < longest[group]) shares[i] = isWhole ? Math.min(1, distances[i] / reaches[group]) : 1;
  }

  return {
    directions,
    isWhole: (group) => longest[group] > 0 && hasOthers[group] === 0,
    sideOf: (p) => sides[p],
    goes: (i) => shares[i] > 0,
    wayOf: (i, most) => shares[i] * Math.min(most, longest[groups[part[i]]] - lacks[i]),
    find(x, inverseMass) {
      for (const values of cleared) values.fill(0);
      if (!letDown.isStart) return;
      patches.find(x);
      addPatches();
      for (let p = 0; p < partCount; p++) if (areas[p] > 0) chooseSide(p, x, inverseMass);
      if (!longest.some((way) => way > 0)) return;
      findStops(x);
      measureReaches(x, inverseMass);
      for (let i = 0; i < count; i++) if (groups[part[i]] !== NONE) share(i, groups[part[i]]);
    },
  };
}
