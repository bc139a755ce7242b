import fc from "fast-check";
import { expect } from "vitest";
import { LEVEL, MEASURED, marchToLevel, NEVER, SEARCH_SIZE, type Shape, TAU } from "../../src/contact/shapes/collider.ts";

export type Point = readonly [number, number, number];

/** Evenly spread, with the middle, the border and a speck beside the middle among them. */
const coordinate = (reach: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((n) => (reach * n) / 1e9) },
    fc.constantFrom(0, reach, -1e-170),
  );
export const pointWithin = (reach: number): fc.Arbitrary<[number, number, number]> =>
  fc.tuple(coordinate(reach), coordinate(reach), coordinate(reach));

export function measure(shape: Shape, point: Point): { phi: number; normal: Point; slope: number } {
  const out = new Float64Array(MEASURED);
  shape.measure(Float64Array.from(point), out);
  return { phi: out[0], normal: [out[1], out[2], out[3]], slope: out[4] };
}

/** τ at which the way from a to b falls to the level, by the shape itself or by marching. */
export function entry(shape: Shape, a: Point, b: Point, level: number): number {
  const search = new Float64Array(SEARCH_SIZE);
  search[LEVEL] = level;
  const [from, to] = [Float64Array.from(a), Float64Array.from(b)];
  if (shape.enter !== undefined) shape.enter(from, to, search);
  else marchToLevel(shape, from, to, search, new Float64Array(3), new Float64Array(MEASURED));
  return search[TAU];
}

/** The normal has length 1, and is the gradient of φ by differences wherever that is smooth; φ is never steeper than the shape says. */
export function checkNormals(shape: Shape, reach: number): void {
  const e = 1e-6;
  let smooth = 0;
  fc.assert(
    fc.property(pointWithin(reach), (p) => {
      const { phi, normal, slope } = measure(shape, p);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      expect(slope).toBeLessThanOrEqual(shape.steepness * (1 + 1e-12));
      if (Math.abs(phi) > 1e20) return;
      const difference = [0, 1, 2].map((c) => {
        const at = (s: number): number => measure(shape, p.map((x, k) => (k === c ? x + s : x)) as unknown as Point).phi;
        const [forward, backward] = [at(e) - phi, phi - at(-e)];
        return Math.abs(forward - backward) < 2e-5 * e ? (forward + backward) / (2 * e) : Number.NaN;
      });
      if (difference.some(Number.isNaN)) return; // an edge or a middle
      smooth++;
      for (let c = 0; c < 3; c++) expect(difference[c]).toBeCloseTo(slope * normal[c], 4);
    }),
    { numRuns: 300 },
  );
  expect(smooth).toBeGreaterThan(150);
}

/** Of ways that start outside, none that dips below the level is missed, and the way before the hit is free. */
export function checkEntries(shape: Shape, reach: number, level: number): void {
  let hits = 0;
  fc.assert(
    fc.property(pointWithin(reach), pointWithin(reach), (a, b) => {
      if (!(measure(shape, a).phi > level + 1e-6)) return;
      const t = entry(shape, a, b, level);
      let first = NEVER;
      for (let s = 0; s <= 400 && first === NEVER; s++) {
        const q = a.map((x, c) => x + (s / 400) * (b[c] - x)) as unknown as Point;
        if (measure(shape, q).phi < level - 1e-7) first = s / 400;
      }
      if (first === NEVER && t > 1) return;
      expect(t).toBeLessThanOrEqual(first + 1e-9);
      if (first <= 1) hits++;
      const at = a.map((x, c) => x + t * (b[c] - x)) as unknown as Point;
      expect(measure(shape, at).phi).toBeLessThan(level + 1e-3);
      expect(first === NEVER ? 0 : first - t).toBeLessThan(0.5);
    }),
    { numRuns: 400 },
  );
  expect(hits).toBeGreaterThan(20);
}
