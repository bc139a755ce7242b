import fc from "fast-check";
import { expect, test } from "vitest";
import { createDrape, drapeScene } from "../../bench/race/contestants/drape.ts";
import { packMotion, type Reference, readKeptMotion, seenLike, unpackMotion } from "../../bench/race/kept-motion.ts";
import { createMeter, type Measures } from "../../bench/race/measure.ts";
import type { RaceCloth } from "../../bench/race/race-cloth.ts";
import { hang } from "../../bench/race/scenes/hang.ts";
import { swing } from "../../bench/race/scenes/swing.ts";

const MEASURES = createMeter(swing.createCloth(3) as RaceCloth, undefined, undefined).result() as Measures;

test("a motion that is packed comes back as a lattice of its vertices, rounded, with all that is said of it", () => {
  const sizes = fc.integer({ min: 33, max: 50 });
  const pushes = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(sizes, pushes, (size, strains) => {
      const cloth = { ...(swing.createCloth(3) as RaceCloth), size };
      const frames = strains.map((push) => Float64Array.from({ length: 3 * size * size }, (_, c) => push * Math.sin(c)));
      const facts = { strains, measures: MEASURES, change: Number.NaN, about: "made up" };
      const { frames: back, ...told } = unpackMotion(packMotion(cloth, { frames, ...facts }));
      expect(told).toEqual(facts);
      for (const [n, frame] of frames.entries()) {
        expect(back[n].length).toBe(3 * 32 * 32);
        const seen = seenLike(frame, cloth, back[n]);
        expect([...seen.subarray(0, 3), ...seen.subarray(-3)]).toEqual([...frame.subarray(0, 3), ...frame.subarray(-3)]); // corners are among them
        const apart = seen.map((value, c) => Math.abs(value - back[n][c]));
        expect(Math.max(...apart)).toBeLessThan(2.1e-5);
      }
    }),
    { numRuns: 8 },
  );
});

test.each([
  [swing.name, swing, 0.006],
  [hang.name, hang, 0.0006],
])("what is kept of %s at 80 is the race's cloth: a run of ten frames is as near as it should be", async (_name, scene, near) => {
  const cloth = scene.createCloth(80) as RaceCloth;
  const kept = readKeptMotion(cloth) as Reference;
  expect(kept.frames.length).toBe(60);
  expect(kept.change).toBeLessThan(0.005);
  const runner = await createDrape(drapeScene(cloth, 32, { method: "linear-edge", integrator: "midpoint" }), 32);
  const meter = createMeter(cloth, kept.frames, undefined);
  const frozen = createMeter(cloth, kept.frames, undefined);
  const x = cloth.positions.slice();
  for (let n = 0; n < 10; n++) {
    runner.frame();
    runner.readPositions(x);
    meter.take(x);
    frozen.take(cloth.positions);
  }
  expect(meter.result().motionError).toBeLessThan(near);
  expect(frozen.result().motionError).toBeGreaterThan(2 * near);
});

test("what is kept of the largest sheets is converged, and its pins stay", () => {
  for (const scene of [swing, hang]) {
    const cloth = scene.createCloth(316) as RaceCloth;
    const { change, frames } = readKeptMotion(cloth) as Reference;
    expect(change).toBeLessThan(0.005);
    for (const frame of frames) {
      expect([...frame.subarray(0, 3)]).toEqual([0, 0, 0]);
      expect(Math.abs(frame[3 * 31] - 1)).toBeLessThan(2.1e-5);
    }
  }
});
