import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { hashNumbers } from "../../src/core/hash.ts";
import { CYCLES } from "../../src/figure/cycle-catalog.ts";
import { createFigure, type FigureMotion } from "../../src/figure/figure.ts";
import { boneOf, CLEAR_MOTIONS, clearance, distance, figure, move, nameOf, poseCones, posesAt } from "./figure-samples.ts";

const MOTIONS: readonly FigureMotion[] = [...CLEAR_MOTIONS, { cycle: "press" }];
const FRAME = 1 / 240;

/** Points of the sole and the bone they belong to: below the heel, the toe joint and the toes' tips. */
function solePoints(of: typeof figure): { bone: number; p: number[] }[] {
  return ["L", "R"].flatMap((side) => {
    const foot = boneOf(of, `foot${side}`);
    const toe = boneOf(of, `toe${side}`);
    const heel = of.bones[foot].cones.reduce((low, cone) => (cone.a[2] < low.a[2] ? cone : low));
    const below = of.bones[toe].cones.flatMap(({ a, b }) => [a, b]);
    return [{ bone: foot, p: [heel.a[0], heel.a[1] - heel.ra, heel.a[2]] }, ...below.map(([x, , z]) => ({ bone: toe, p: [x, 0, z] }))];
  });
}

describe.each(MOTIONS.map((motion) => ({ name: nameOf(motion), motion })))("$name", ({ motion }) => {
  it("starts in the rest pose, at rest", () => {
    for (const [t, tolerance] of [
      [0, 1e-12],
      [0.01, 1e-6],
    ]) {
      const poses = posesAt(figure, motion, t);
      figure.bones.forEach((bone, b) => {
        expect(distance(move(poses, b, bone.cones[0].b), bone.cones[0].b)).toBeLessThan(tolerance);
      });
    }
  });

  it("turns bones by rotations and keeps joints together", () => {
    let skew = 0;
    let gap = 0;
    for (let t = 0; t < 11; t += 0.137) {
      const poses = posesAt(figure, motion, t);
      figure.bones.forEach(({ head, parent }, b) => {
        const r = poses.subarray(12 * b, 12 * b + 9);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const dot = r[3 * i] * r[3 * j] + r[3 * i + 1] * r[3 * j + 1] + r[3 * i + 2] * r[3 * j + 2];
            skew = Math.max(skew, Math.abs(dot - (i === j ? 1 : 0)));
          }
        }
        const determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) + r[1] * (r[5] * r[6] - r[3] * r[8]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
        skew = Math.max(skew, Math.abs(determinant - 1));
        // a leg in reach of its foot meets it
        if (parent >= 0) gap = Math.max(gap, distance(move(poses, b, head), move(poses, parent, head)));
      });
    }
    expect(skew).toBeLessThan(1e-12);
    expect(gap).toBeLessThan(1e-11);
  });

  it("is smooth: accelerations stay the same, below 60 m/s², when looked at four times as closely", () => {
    const greatest = (h: number): number => {
      let most = 0;
      const points = figure.bones.map((bone, b) => ({ b, p: bone.cones[bone.cones.length - 1].b }));
      for (let t = 0.02; t < 6; t += 0.011) {
        const [before, now, after] = [t - h, t, t + h].map((at) => posesAt(figure, motion, at));
        for (const { b, p } of points) {
          const [x, y, z] = [move(before, b, p), move(now, b, p), move(after, b, p)];
          most = Math.max(most, Math.hypot(...[0, 1, 2].map((c) => x[c] - 2 * y[c] + z[c])) / (h * h));
        }
      }
      return most;
    };
    const coarse = greatest(FRAME);
    expect(coarse).toBeLessThan(60);
    expect(greatest(FRAME / 4)).toBeLessThan(1.25 * coarse + 0.1);
  });

  it("keeps a sole that is on the ground where it is, to 1e-6 m, and none below the ground", () => {
    const points = solePoints(figure);
    /** Where each point came to the ground; none while it is in the air. */
    const anchors: (number[] | undefined)[] = points.map(() => undefined);
    let planted = 0;
    let slide = 0;
    let lowest = Infinity;
    const frames = 12 * 240;
    for (let frame = 0; frame < frames; frame++) {
      const poses = posesAt(figure, motion, frame * FRAME);
      points.forEach(({ bone, p }, k) => {
        const now = move(poses, bone, p);
        lowest = Math.min(lowest, now[1]);
        anchors[k] = now[1] > 1e-7 ? undefined : (anchors[k] ?? now);
        if (anchors[k] === undefined) return;
        planted++;
        slide = Math.max(slide, distance(now, anchors[k]));
      });
    }
    expect(slide).toBeLessThan(1e-6);
    expect(lowest).toBeGreaterThan(-1e-9);
    expect(planted / (frames * points.length)).toBeGreaterThan(0.4);
  });

  it("comes again after its period, but for where it has walked to", () => {
    const { period } = CYCLES[motion.cycle];
    for (let t = 3; t < 3 + period; t += period / 7) {
      const [first, later] = [posesAt(figure, motion, t), posesAt(figure, motion, t + 2 * period)];
      // distances between bones do not depend on where the figure stands
      figure.bones.forEach(({ cones }, b) => {
        for (const other of [0, 7, 11, 16]) {
          const q = figure.bones[other].cones[0].a;
          const apart = (poses: Float64Array): number => distance(move(poses, b, cones[0].b), move(poses, other, q));
          expect(Math.abs(apart(first) - apart(later))).toBeLessThan(1e-9);
        }
      });
    }
  });

  it("has the same bits every time", () => {
    const hash = (): number => hashNumbers([0, 0.3, 1.7, 20].map((t) => posesAt(figure, motion, t)));
    const first = hash();
    posesAt(figure, { cycle: "dance", speed: 3 }, 5.5);
    expect(hash()).toBe(first);
  });
});

describe.each(CLEAR_MOTIONS.map((motion) => ({ name: nameOf(motion), motion })))("limbs in $name", ({ motion }) => {
  const numbers = (...names: string[]): number[] => names.map((name) => boneOf(figure, name));
  const trunk = numbers("hips", "spine", "chest", "neck", "head", "thighL", "thighR");

  it("keep clear: arms 3 cm from the trunk beyond the armpit, legs 1.5 cm from each other below the crotch", () => {
    const { period } = CYCLES[motion.cycle];
    for (let k = 0; k < 12; k++) {
      const poses = posesAt(figure, motion, 2 + (k * period) / 12);
      const body = poseCones(figure, poses, trunk);
      for (const side of ["L", "R"]) {
        const upper = poseCones(figure, poses, numbers(`arm${side}`)).slice(1); // from 19 cm below the shoulder on
        const lower = poseCones(figure, poses, numbers(`forearm${side}`, `hand${side}`));
        expect(clearance([...upper, ...lower], body)).toBeGreaterThan(0.03);
      }
      const left = poseCones(figure, poses, numbers("thighL", "shinL", "footL", "toeL")).slice(1);
      const right = poseCones(figure, poses, numbers("thighR", "shinR", "footR", "toeR")).slice(1);
      expect(clearance(left, right)).toBeGreaterThan(0.015);
    }
  });
});

describe("walking", () => {
  it("leads ahead at about 0.9 m/s, round a circle, or nowhere", () => {
    const hips = figure.bones[0].head;
    const at = (travel: "straight" | "circle" | "none", t: number): number[] =>
      move(posesAt(figure, { cycle: "walk", travel }, t), 0, hips);
    const way = at("straight", 20)[2] - at("straight", 10)[2];
    expect(way / 10).toBeGreaterThan(0.85);
    expect(way / 10).toBeLessThan(1.05);
    expect(Math.abs(at("straight", 20)[0])).toBeLessThan(0.05);
    for (let t = 4; t < 20; t += 0.5) {
      const [x, , z] = at("circle", t);
      expect(Math.abs(Math.hypot(x - 2, z) - 2)).toBeLessThan(0.06);
      expect(Math.hypot(at("none", t)[0], at("none", t)[2])).toBeLessThan(0.06);
    }
  });

  it("takes a longer way with a taller figure, and is in reach of its feet at any height and girth", () => {
    for (const height of [0.4, 1.7, 2.5]) {
      for (const girth of [0.8, 1.3]) {
        const other = createFigure({ height, girth });
        const ankle = boneOf(other, "footR");
        let gap = 0;
        for (const motion of MOTIONS) {
          for (let t = 0; t < 8; t += 0.05) {
            const poses = posesAt(other, motion, t);
            for (const foot of [boneOf(other, "footL"), ankle]) {
              const joint = other.bones[foot].head;
              gap = Math.max(gap, distance(move(poses, foot - 1, joint), move(poses, foot, joint)));
            }
          }
        }
        expect(gap).toBeLessThan(1e-9);
        const z = move(posesAt(other, { cycle: "walk" }, 10), 0, other.bones[0].head)[2] - other.bones[0].head[2];
        const reference = move(posesAt(figure, { cycle: "walk" }, 10), 0, figure.bones[0].head)[2];
        expect(z / height).toBeCloseTo((reference - figure.bones[0].head[2]) / 1.7, 9);
      }
    }
  });
});

describe("the clock", () => {
  it("runs `speed` times as fast, and begins over `start` seconds", () => {
    const normal = posesAt(figure, { cycle: "dance" }, 3.5); // the clock shows 3
    const fast = posesAt(figure, { cycle: "dance", speed: 2, start: 0 }, 1.5);
    const slow = posesAt(figure, { cycle: "dance", start: 4 }, 5);
    normal.forEach((value, n) => {
      expect(fast[n]).toBeCloseTo(value, 10);
      expect(slow[n]).toBeCloseTo(value, 10);
    });
  });

  it("refuses figures out of range, with their path", () => {
    expect(() => createFigure({ height: 30 })).toThrow(/figure\.height: got 30/);
    expect(() => createFigure({ girth: Number.NaN })).toThrow(InputError);
  });
});
