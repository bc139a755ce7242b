import { DEEP_START } from "../../kernels/layout/contact-limits.ts";
import type { BodyHeights } from "../bodies/body-heights.ts";
import { FAR } from "../shapes/collider.ts";
import type { LetDown } from "./let-down.ts";

/** The cloths that start deep in a body. */
export interface DeepStarts {
  /** At x [m], `ways` being those out of bodies of triangles: marks of the cloths, 1 each; none of what comes into a body later. */
  find(x: Float64Array, inverseMass: Float64Array, ways: Float64Array): Uint8Array;
}

/** A cloth is deep in a body of triangles if more than this part of it has passed through it, and until nothing has. */
const MUCH = 0.1;

/** `part` is the cloth of each particle. */
export function createDeepStarts(body: BodyHeights, part: Uint16Array, partCount: number, letDown: LetDown): DeepStarts {
  const deep = new Uint8Array(partCount);
  /** How many particles each has, and how many have passed through bodies of triangles. */
  const sizes = new Uint32Array(partCount);
  const passed = new Uint32Array(partCount);
  for (const p of part) sizes[p]++;

  return {
    find(x, inverseMass, ways) {
      deep.fill(0);
      if (!letDown.isStart) return deep;
      passed.fill(0);
      for (let i = 0; i < part.length; i++) {
        if (inverseMass[i] === 0) continue;
        body.measure(i, x, -DEEP_START);
        if (body.heights[i] !== FAR) deep[part[i]] = 1;
        if (hasPassed(i, ways)) passed[part[i]]++;
      }
      for (let p = 0; p < partCount; p++) {
        if (passed[p] > (letDown.isLifted(p) ? 0 : MUCH * sizes[p])) deep[p] = 1;
      }
      return deep;
    },
  };
}

/** Whether particle i has a way out of a body of triangles. */
export function hasPassed(i: number, ways: Float64Array): boolean {
  return 3 * i < ways.length && (ways[3 * i] !== 0 || ways[3 * i + 1] !== 0 || ways[3 * i + 2] !== 0);
}
