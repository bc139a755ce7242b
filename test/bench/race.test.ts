import { expect, test } from "vitest";
import { FRAME, type Runner } from "../../bench/race/contestant.ts";
import { createDrape, drapeScene } from "../../bench/race/contestants/drape.ts";
import { createPlainPcg } from "../../bench/race/contestants/plain-pcg.ts";
import { createProjective } from "../../bench/race/contestants/projective.ts";
import { createXpbd } from "../../bench/race/contestants/xpbd.ts";
import { createExplicitMotion, explicitSteps } from "../../bench/race/explicit-motion.ts";
import { createMeter, framesDistance, LOOK, measureStrain } from "../../bench/race/measure.ts";
import { percentile } from "../../bench/race/percentile.ts";
import { createSheet, type RaceCloth } from "../../bench/race/race-cloth.ts";
import { fold } from "../../bench/race/scenes/fold.ts";
import { hang } from "../../bench/race/scenes/hang.ts";
import { sphere } from "../../bench/race/scenes/sphere.ts";
import { swing } from "../../bench/race/scenes/swing.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";

const SIZE = 8;
const LOOPS: readonly { name: string; create: (cloth: RaceCloth, steps: number, effort: number) => Runner }[] = [
  { name: "XPBD", create: (cloth, steps, effort) => createXpbd(cloth, steps * effort) },
  { name: "projective dynamics", create: (cloth, steps, effort) => createProjective(cloth, steps, effort, 0) },
  { name: "plain PCG", create: (cloth, steps, effort) => createPlainPcg(cloth, steps, 0.5 ** effort) },
];

function run(runner: Runner, cloth: RaceCloth, frames: number): Float64Array {
  for (let n = 0; n < frames; n++) runner.frame();
  const x = cloth.positions.slice();
  runner.readPositions(x);
  return x;
}

for (const { name, create } of LOOPS) {
  test(`${name}: a free sheet falls as the discrete law says, without strain`, () => {
    const cloth = createSheet({ scene: "fall", size: SIZE, origin: [0, 0, 0], v: [0, 0, 1], pins: "none" });
    const [steps, frames] = [2, 30];
    const x = run(create(cloth, steps, 1), cloth, frames);
    const h = FRAME / steps;
    const count = frames * steps;
    const fallen = (-9.81 * h * h * count * (count + 1)) / 2;
    for (let c = 1; c < x.length; c += 3) expect(x[c]).toBeCloseTo(cloth.positions[c] + fallen, 9);
    expect(Math.abs(measureStrain(cloth, x)[1])).toBeLessThan(1e-9);
  });

  test(`${name}: pins stay, and more work lowers the strain of a hanging sheet`, () => {
    const cloth = hang.createCloth(SIZE) as RaceCloth;
    const strains = [2, 8].map((effort) => {
      const x = run(create(cloth, 1, effort), cloth, 30);
      for (const pin of cloth.pins) {
        expect([...x.subarray(3 * pin, 3 * pin + 3)]).toEqual([...cloth.positions.subarray(3 * pin, 3 * pin + 3)]);
      }
      return measureStrain(cloth, x)[1];
    });
    expect(strains[1]).toBeLessThan(0.5 * strains[0]);
    expect(strains[1]).toBeGreaterThan(0);
  });
}

test("the three loops agree on the same hanging sheet", () => {
  const cloth = hang.createCloth(SIZE) as RaceCloth;
  const shapes = [
    run(createXpbd(cloth, 100), cloth, 60),
    run(createProjective(cloth, 4, 50, 0), cloth, 60),
    run(createPlainPcg(cloth, 4, 1e-4), cloth, 60),
  ];
  for (const shape of shapes.slice(1)) {
    for (let c = 0; c < shape.length; c++) expect(Math.abs(shape[c] - shapes[0][c])).toBeLessThan(0.02);
  }
});

test("Chebyshev's acceleration comes closer to the converged step than plain iterations do", () => {
  const cloth = swing.createCloth(SIZE) as RaceCloth;
  const converged = run(createProjective(cloth, 1, 1000, 0), cloth, 5);
  const distance = (rho: number): number => {
    const x = run(createProjective(cloth, 1, 40, rho), cloth, 5);
    return Math.max(...x.map((value, c) => Math.abs(value - converged[c])));
  };
  expect(distance(0.98)).toBeLessThan(0.5 * distance(0));
});

test("the sphere holds the cloth out", () => {
  const cloth = sphere.createCloth(SIZE) as RaceCloth;
  const meter = createMeter(cloth, undefined, undefined);
  const runner = createXpbd(cloth, 20);
  const x = cloth.positions.slice();
  for (let n = 0; n < 40; n++) {
    runner.frame();
    runner.readPositions(x);
    meter.take(x);
  }
  expect(meter.result().penetration).toBe(0);
  expect(Math.max(...x)).toBeGreaterThan(0.3);
});

test("the meter knows a pendulum: period and energy of a sheet turned rigidly, and its distance from a shifted one", () => {
  const cloth = swing.createCloth(SIZE) as RaceCloth;
  const turned = (angle: number): Float64Array => {
    const x = cloth.positions.slice();
    for (let c = 0; c < x.length; c += 3) {
      x[c + 1] = -cloth.positions[c + 2] * Math.sin(angle);
      x[c + 2] = cloth.positions[c + 2] * Math.cos(angle);
    }
    return x;
  };
  const rate = 3; // rad/s
  const frames = Array.from({ length: 60 }, (_, n) => turned(rate * (n + 1) * FRAME));
  const shifted = frames.map((frame) => frame.map((value, c) => (c % 3 === 0 ? value + 0.02 : value)));
  const meter = createMeter(cloth, shifted, undefined);
  for (const frame of frames) meter.take(frame);
  const { period, motionError, maxPeak, ownError, energy } = meter.result();
  const angle = rate * 59.5 * FRAME; // in the middle of the last frame
  let expected = 0.5 * 9.81; // above hanging still, for 1 kg
  for (let c = 2; c < cloth.positions.length; c += 3) {
    const z = cloth.positions[c];
    expected += (0.5 * (rate * z) ** 2 - 9.81 * z * Math.sin(angle)) / cloth.particleCount;
  }
  expect(energy).toBeCloseTo(expected / (0.5 * 9.81), 2);
  expect(period).toBeCloseTo((4 * Math.PI) / 2 / rate, 2);
  expect(motionError).toBeCloseTo(0.02, 9);
  expect(maxPeak).toBeLessThan(1e-9);
  expect(ownError).toBeNaN();
});

test("the leapfrog that large references come from agrees with Newton's midpoint rule, and with itself at half the step", async () => {
  for (const scene of [hang, swing]) {
    const cloth = scene.createCloth(SIZE) as RaceCloth;
    const steps = explicitSteps(cloth);
    const midpoint = await createDrape(drapeScene(cloth, 16, { method: "newton-midpoint", tolerance: 1e-4 }), 16);
    const motions = [
      ...[steps, 2 * steps].map((n) => {
        const { x, frame } = createExplicitMotion(cloth, n);
        return { frame, read: () => x.slice() };
      }),
      { frame: midpoint.frame, read: () => readAll(midpoint, cloth) },
    ];
    const [one, half, newton] = motions.map(({ frame, read }) =>
      Array.from({ length: 30 }, () => {
        frame();
        return read();
      }),
    );
    expect(framesDistance(one, half)).toBeLessThan(1e-3);
    expect(framesDistance(one, newton)).toBeLessThan(1e-3);
    expect(
      framesDistance(
        one,
        one.map(() => cloth.positions),
      ),
    ).toBeGreaterThan(3e-3);
  }
});

function readAll(runner: Runner, cloth: RaceCloth): Float64Array {
  const x = cloth.positions.slice();
  runner.readPositions(x);
  return x;
}

test("a share of the values does not exceed a percentile, and one of them is it", () => {
  const values = Float64Array.from({ length: 1000 }, (_, n) => 999 - n);
  expect([0.5, 0.95, 0.999, 1].map((share) => percentile(values.slice(), share))).toEqual([499, 949, 998, 999]);
  expect(percentile(Float64Array.of(7), 0.5)).toBe(7);
  expect(percentile(new Float64Array(0), 0.5)).toBeNaN();
});

test("two springs at a corner are the largest strain, and not the p99.9 one of twelve thousand", () => {
  const cloth = swing.createCloth(80) as RaceCloth;
  const x = cloth.positions.slice();
  x[0] -= 0.1;
  const [mean, max, p999] = measureStrain(cloth, x);
  expect(max).toBeGreaterThan(1);
  expect(p999).toBeLessThan(1e-9);
  expect(mean).toBeLessThan(0.01);
});

test.each([9, 32, 80])("the folded sheet of %i starts unstrained, its halves one above the other and apart", (size) => {
  const { positions, ends, restLength, pins, triangles } = fold.createCloth(size) as RaceCloth;
  for (let s = 0; s < restLength.length; s++) {
    const [i, j] = [3 * ends[2 * s], 3 * ends[2 * s + 1]];
    const length = Math.hypot(positions[j] - positions[i], positions[j + 1] - positions[i + 1], positions[j + 2] - positions[i + 2]);
    expect(length).toBeCloseTo(restLength[s], 9);
  }
  const last = 3 * (size - 1) * size;
  expect(positions[last]).toBeCloseTo(positions[0], 9);
  expect(positions[last + 1]).toBeGreaterThan(0.02);
  expect(positions[last + 2]).toBeCloseTo(positions[2], 9);
  for (const pin of pins) expect(positions[3 * pin + 1]).toBe(0);
  expect(findIntersections(positions, triangles).count).toBe(0);
});

test("self-contact holds the upper half of the folded sheet, and it falls through the lower one without", async () => {
  const cloth = fold.createCloth(12) as RaceCloth;
  const runners = [await createDrape(drapeScene(cloth, 2, { method: "implicit-euler" }), 2), createPlainPcg(cloth, 2, 1e-2)];
  const through = runners.map((runner) => {
    const meter = createMeter(cloth, undefined, undefined);
    const x = cloth.positions.slice();
    for (let n = 0; n < LOOK; n++) {
      runner.frame();
      runner.readPositions(x);
      meter.take(x);
    }
    return meter.result().penetration;
  });
  expect(through[0]).toBe(0);
  expect(through[1]).toBeGreaterThan(0);
});
