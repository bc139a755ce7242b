import { sortStable } from "../mesh/sort-stable.ts";
import type { Cloth, ClothPart, Hinges, Springs } from "./cloth.ts";
import { type ClothArrays, joinArrays } from "./cloth-arrays.ts";

/** One cloth of a scene before it joins the others; indices count from 0 within the part. */
export interface ClothPartInput extends ClothArrays {
  readonly name: string;
  readonly particleCount: number;
  readonly springs: Springs;
  readonly hinges: Hinges;
  readonly triangles: Uint32Array;
}

/**
 * Joins the parts of a scene into one Cloth, in order. Springs are sorted by their ends (lower index first in each; equal
 * pairs keep their order), so that a sweep over them walks through memory. Where only some parts have material coordinates
 * or triangle stiffness, the others hold 0: a triangle whose four stiffnesses are 0 has no triangle model.
 */
export function assembleCloth(parts: readonly ClothPartInput[], revision: number = 0): Cloth {
  let particleCount = 0;
  let springCount = 0;
  let hingeCount = 0;
  let cornerCount = 0;
  for (const part of parts) {
    particleCount += part.particleCount;
    springCount += part.springs.count;
    hingeCount += part.hinges.count;
    cornerCount += part.triangles.length;
  }
  const springs = allocateSprings(springCount);
  const hinges: Hinges = {
    count: hingeCount,
    vertices: new Uint32Array(4 * hingeCount),
    weights: new Float64Array(4 * hingeCount),
    stiffness: new Float64Array(hingeCount),
  };
  const triangles = new Uint32Array(cornerCount);
  const ranges: ClothPart[] = [];

  let start = 0;
  let spring = 0;
  let hinge = 0;
  let corner = 0;
  for (const part of parts) {
    copySprings(part.springs, start, springs, spring);
    hinges.weights.set(part.hinges.weights, 4 * hinge);
    hinges.stiffness.set(part.hinges.stiffness, hinge);
    copyShifted(part.hinges.vertices, start, hinges.vertices, 4 * hinge);
    copyShifted(part.triangles, start, triangles, corner);
    const end = start + part.particleCount;
    ranges.push({ name: part.name, start, end });
    start = end;
    spring += part.springs.count;
    hinge += part.hinges.count;
    corner += part.triangles.length;
  }
  const arrays = joinArrays(parts);
  const { material = new Float64Array(0), triangleStiffness = new Float64Array(0) } = arrays;
  const origin = Uint32Array.from({ length: particleCount }, (_, i) => i);
  return { revision, particleCount, ...arrays, material, triangleStiffness, springs, hinges, triangles, origin, parts: ranges };
}

function allocateSprings(count: number): Springs {
  return {
    count,
    ends: new Uint32Array(2 * count),
    restLength: new Float64Array(count),
    stiffness: new Float64Array(count),
    kind: new Uint8Array(count),
    asymmetric: new Uint8Array(count),
    relativeDamping: new Float64Array(count),
  };
}

/** Copies the springs of a part, sorted; a part's indices all lie above those before it, so the whole is sorted too. */
function copySprings(from: Springs, shift: number, to: Springs, offset: number): void {
  const { count, ends } = from;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let s = 0; s < count; s++) {
    low[s] = Math.min(ends[2 * s], ends[2 * s + 1]);
    high[s] = Math.max(ends[2 * s], ends[2 * s + 1]);
  }
  const given = new Uint32Array(count);
  let particleCount = 0;
  for (let s = 0; s < count; s++) {
    given[s] = s;
    particleCount = Math.max(particleCount, high[s] + 1);
  }
  const order = sortStable(particleCount, low, sortStable(particleCount, high, given));
  for (let n = 0; n < count; n++) {
    const s = order[n];
    const target = offset + n;
    to.ends[2 * target] = shift + low[s];
    to.ends[2 * target + 1] = shift + high[s];
    to.restLength[target] = from.restLength[s];
    to.stiffness[target] = from.stiffness[s];
    to.kind[target] = from.kind[s];
    to.asymmetric[target] = from.asymmetric[s];
    to.relativeDamping[target] = from.relativeDamping[s];
  }
}

function copyShifted(from: Uint32Array, shift: number, to: Uint32Array, offset: number): void {
  for (let i = 0; i < from.length; i++) to[offset + i] = from[i] + shift;
}
