import { describe, expect, it } from "vitest";
import { hashNumbers } from "../../src/core/hash.ts";
import { createFigure, skinSurface } from "../../src/figure/figure.ts";
import { ballDistance, figure, posesAt } from "./figure-samples.ts";
import { enclosedVolume, manifoldFaults } from "./manifold.ts";

const { positions, triangles } = figure.surface;
const vertexCount = positions.length / 3;

function heightRange(of: Float64Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < of.length; i += 3) {
    low = Math.min(low, of[i]);
    high = Math.max(high, of[i]);
  }
  return [low, high];
}

describe("the skin", () => {
  it("is one closed manifold without holes, of about 16,000 vertices", () => {
    expect(manifoldFaults(vertexCount, triangles)).toEqual([]);
    expect(vertexCount - triangles.length / 6).toBe(2);
    expect(vertexCount).toBeGreaterThan(14000);
    expect(vertexCount).toBeLessThan(18000);
  });

  it("faces outwards, holds 50 to 70 litres and stands 1.70 m above the floor", () => {
    const litres = 1000 * enclosedVolume(positions, triangles);
    expect(litres).toBeGreaterThan(50);
    expect(litres).toBeLessThan(70);
    const [low, high] = heightRange(positions);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(0.004);
    expect(Math.abs(high - 1.7)).toBeLessThan(0.005);
  });

  it("has no thin triangles: no angle below 15 degrees", () => {
    let greatest = -1; // cosine
    for (let t = 0; t < triangles.length; t++) {
      const start = t - (t % 3);
      const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[start + ((t + k) % 3)]);
      const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
      const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
      const dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
      greatest = Math.max(greatest, dot / (Math.hypot(...u) * Math.hypot(...v)));
    }
    expect((Math.acos(greatest) * 180) / Math.PI).toBeGreaterThan(15);
  });

  it("lies inside the cones or at most 5 mm outside, and 99 of 100 vertices at most 1 mm", () => {
    const cones = figure.bones.flatMap((bone) => bone.cones);
    const distances: number[] = [];
    for (let i = 0; i < positions.length; i += 9) {
      const p = Array.from(positions.subarray(i, i + 3));
      const near = cones.filter(({ a, b, ra, rb }) => {
        const reach = Math.max(ra, rb) + 0.02;
        return [0, 1, 2].every((c) => p[c] > Math.min(a[c], b[c]) - reach && p[c] < Math.max(a[c], b[c]) + reach);
      });
      distances.push(Math.min(...near.map((cone) => ballDistance(cone, p))));
    }
    distances.sort((a, b) => a - b);
    expect(distances[distances.length - 1]).toBeLessThan(0.005);
    expect(distances[Math.floor(0.99 * distances.length)]).toBeLessThan(0.001);
    expect(distances[Math.floor(0.5 * distances.length)]).toBeGreaterThan(-0.004);
  });

  it("scales with height to the last digits, and a stouter figure has more volume", () => {
    const tall = createFigure({ height: 3 });
    expect(tall.surface.triangles.every((vertex, n) => vertex === triangles[n])).toBe(true);
    let worst = 0;
    positions.forEach((value, n) => {
      worst = Math.max(worst, Math.abs(tall.surface.positions[n] * (1.7 / 3) - value));
    });
    expect(worst).toBeLessThan(1e-9);
    for (const girth of [0.8, 1.3]) {
      const other = createFigure({ girth }).surface;
      expect(manifoldFaults(other.positions.length / 3, other.triangles)).toEqual([]);
      const ratio = enclosedVolume(other.positions, other.triangles) / enclosedVolume(positions, triangles);
      // most of a body grows across, not along
      expect(ratio).toBeGreaterThan(girth > 1 ? girth : 0.6);
      expect(ratio).toBeLessThan(girth > 1 ? 1.9 : girth);
      expect(Math.abs(heightRange(other.positions)[1] - 1.7)).toBeLessThan(0.02);
    }
  });
});

describe("its weights", () => {
  const { skinBones, skinWeights } = figure;

  it("are four a vertex, descend, sum to 1 and name bones once", () => {
    expect(skinBones.length).toBe(4 * vertexCount);
    const faults: number[] = [];
    for (let i = 0; i < vertexCount; i++) {
      const weights = Array.from(skinWeights.subarray(4 * i, 4 * i + 4));
      const used = weights.filter((w) => w > 0).length;
      const bones = new Set(skinBones.subarray(4 * i, 4 * i + used));
      const descends = weights.every((w, k) => k === 0 || w <= weights[k - 1]);
      const sum = weights.reduce((total, w) => total + w, 0);
      if (!descends || bones.size !== used || Math.abs(sum - 1) > 1e-12) faults.push(i);
    }
    expect(faults).toEqual([]);
  });

  it("keep a hand's skin with the arm, and a foot's with the leg of its side", () => {
    const strangers: string[] = [];
    let seen = 0;
    for (let i = 0; i < vertexCount; i++) {
      const [x, y] = positions.subarray(3 * i, 3 * i + 2);
      const wanted = x > 0.45 ? /^(forearm|hand)L$/ : y < 0.2 && x < 0 ? /^(shin|foot|toe)R$/ : /./;
      if (wanted.source !== ".") seen++;
      for (let k = 4 * i; k < 4 * i + 4; k++) {
        const { name } = figure.bones[skinBones[k]];
        if (skinWeights[k] > 0 && !wanted.test(name)) strangers.push(`${name} at ${x}, ${y}`);
      }
    }
    expect(strangers).toEqual([]);
    expect(seen).toBeGreaterThan(1000);
  });
});

it("moves as one piece with a rigid motion, and to the same bits every time", () => {
  const poses = posesAt(figure, { cycle: "stand" }, 0);
  const [c, s] = [0.6, 0.8];
  for (let bone = 0; bone < figure.bones.length; bone++) {
    poses.set([c, 0, s, 0, 1, 0, -s, 0, c, 1, 2, 3], 12 * bone);
  }
  const out = new Float64Array(positions.length);
  skinSurface(figure, poses, out);
  let worst = 0;
  for (let i = 0; i < positions.length; i += 3) {
    worst = Math.max(worst, Math.abs(c * positions[i] + s * positions[i + 2] + 1 - out[i]));
    worst = Math.max(worst, Math.abs(positions[i + 1] + 2 - out[i + 1]));
    worst = Math.max(worst, Math.abs(c * positions[i + 2] - s * positions[i] + 3 - out[i + 2]));
  }
  expect(worst).toBeLessThan(1e-12);
  const again = createFigure();
  expect(hashNumbers([again.surface.positions, again.skinWeights])).toBe(hashNumbers([positions, figure.skinWeights]));
});
