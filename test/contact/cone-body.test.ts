import fc from "fast-check";
import { expect, test } from "vitest";
import { AHEAD, MEASURED } from "../../src/contact/shapes/collider.ts";
import { createConeBody } from "../../src/contact/shapes/cone-body.ts";
import { createRoundedCone, type RoundedCone } from "../../src/contact/shapes/rounded-cone.ts";
import { repeats } from "../support/full.ts";
import { checkEntries, checkNormals, measure, pointWithin } from "./shape-checks.ts";

const CONES: RoundedCone[] = [
  { from: [0, -0.5, 0], to: [0, 0.4, 0], radii: [0.3, 0.2] },
  { from: [0, 0.3, 0], to: [0.8, 0, 0.1], radii: [0.12, 0.05] },
  { from: [0, 0.3, 0], to: [-0.8, 0, 0], radii: [0.12, 0.05] },
];
const separate = CONES.map((cone) => createRoundedCone({ kind: "cone", ...cone }));

test("without a blend the body is the nearest of its cones", () => {
  const body = createConeBody({ kind: "cones", cones: CONES, blend: 0 });
  fc.assert(
    fc.property(pointWithin(1.5), (p) => {
      expect(measure(body, p).phi).toBe(Math.min(...separate.map((cone) => measure(cone, p).phi)));
    }),
  );
});

test("a blend fills creases, by a quarter of it at most for two cones, and leaves the rest alone", () => {
  const body = createConeBody({ kind: "cones", cones: CONES, blend: 0.1 });
  fc.assert(
    fc.property(pointWithin(1.5), (p) => {
      const [first, second, third] = separate.map((cone) => measure(cone, p).phi).sort((a, b) => a - b);
      const { phi } = measure(body, p);
      expect(phi).toBeLessThanOrEqual(first);
      if (second - first >= 0.1) expect(phi).toBe(first);
      if (third - first >= 0.15) expect(phi).toBeGreaterThanOrEqual(first - 0.025 - 1e-12);
    }),
  );
});

test("normals and entries agree with differences and with sampling", () => {
  const body = createConeBody({ kind: "cones", cones: CONES, blend: 0.05 });
  checkNormals(body, 1.2);
  checkEntries(body, 1.2, 0.01);
});

test("what it knows ahead lies below φ, at the end of a way and, along the chord, on it", () => {
  const body = createConeBody({ kind: "cones", cones: CONES, blend: 0.05 });
  const out = new Float64Array(MEASURED);
  let close = 0;
  fc.assert(
    fc.property(pointWithin(1), pointWithin(1), (from, to) => {
      body.measureAhead?.(Float64Array.from(from), Float64Array.from(to), out);
      const [phi, ahead] = [out[0], out[AHEAD]];
      expect(phi).toBe(measure(body, from).phi);
      for (let k = 1; k <= 8; k++) {
        const t = k / 8;
        const there = measure(body, [0, 1, 2].map((c) => from[c] + t * (to[c] - from[c])) as unknown as typeof from).phi;
        expect(there).toBeGreaterThanOrEqual(phi + t * (ahead - phi) - 1e-12);
        if (there - (phi + t * (ahead - phi)) < 0.01) close++;
      }
    }),
    { numRuns: repeats(1000) },
  );
  expect(close).toBeGreaterThan(repeats(300));
});
