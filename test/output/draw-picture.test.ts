import { describe, expect, test } from "vitest";
import { type DrawnSurface, drawPicture, type PictureContent } from "../../src/output/draw-picture.ts";
import type { Camera } from "../../src/output/rasterise.ts";

const SIZE = { width: 40, height: 40 };
const CAMERA: Camera = { eye: [0, 0, 4], target: [0, 0, 0], fieldOfView: 45 };

function square(z: number, half: number, colour: DrawnSurface["colour"], back?: readonly [number, number, number]): DrawnSurface {
  return {
    positions: Float64Array.of(-half, -half, z, half, -half, z, half, half, z, -half, half, z),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    colour,
    ...(back === undefined ? {} : { back }),
  };
}

function pixel(content: PictureContent, x: number, y: number, camera: Camera = CAMERA): number[] {
  const rgb = drawPicture(content, camera, SIZE);
  return Array.from(rgb.subarray(3 * (y * SIZE.width + x), 3 * (y * SIZE.width + x) + 3));
}

const RED = [1, 0, 0] as const;
const BLUE = [0, 0, 1] as const;

describe("a picture", () => {
  test("shows the nearer of two surfaces, in whatever order they come", () => {
    const surfaces = [square(0, 1, RED), square(1, 0.5, BLUE)];
    for (const order of [surfaces, [...surfaces].reverse()]) {
      const [r, g, b] = pixel({ surfaces: order }, 20, 20);
      expect([r, g, b > 100]).toEqual([0, 0, true]);
    }
  });

  test("shows the back in its own colour", () => {
    const [r, , b] = pixel({ surfaces: [square(0, 1, RED, BLUE)] }, 20, 20, { ...CAMERA, eye: [0, 0, -4] });
    expect([r, b > 50]).toEqual([0, true]);
  });

  test("draws a surface that reaches behind the eye up to where it ends", () => {
    // a floor of triangles from far ahead to far behind: below the horizon it is seen, above it is not
    const ground: DrawnSurface = {
      positions: Float64Array.of(-50, -1, 50, 50, -1, 50, 50, -1, -50, -50, -1, -50),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
      colour: BLUE,
    };
    const [low, high] = [39, 5].map((y) => pixel({ surfaces: [ground] }, 20, y));
    expect(low[0]).toBe(0);
    expect(high[0]).toBeGreaterThan(200);
  });

  test("draws thin lines on a surface equally dark wherever they fall between the pixels, and loses none", () => {
    const places = Array.from({ length: 9 }, (_, n) => -0.9 + 0.217 * n);
    const segments = Float64Array.from(places.flatMap((x) => [x, -1, 0, x + 0.04, 1, 0]));
    const rgb = drawPicture({ surfaces: [square(0, 1.2, RED)], lines: [{ segments, colour: [0, 0, 0], thickness: 0.75 }] }, CAMERA, SIZE);
    const row = Array.from({ length: SIZE.width }, (_, x) => rgb[3 * (20 * SIZE.width + x)]);
    const plain = Math.max(...row.slice(8, 32));
    const shares = row.map((value) => 1 - (value / plain) * (value / plain)); // of light that is taken
    const pixelOf = (x: number): number => 20 + ((x + 0.02) / 1.657) * 20;
    const darkness = places.map((x) => {
      const middle = Math.floor(pixelOf(x));
      return shares.slice(middle - 1, middle + 2).reduce((sum, share) => sum + share, 0);
    });
    for (const one of darkness) expect(one).toBeCloseTo(0.75, 1);
    expect(Math.max(...darkness) / Math.min(...darkness)).toBeLessThan(1.1);
  });

  test("leaves out triangles that are not finite", () => {
    const broken = square(0, 1, RED);
    broken.positions[0] = Number.NaN;
    expect(pixel({ surfaces: [broken] }, 26, 26)[1]).toBeGreaterThan(200); // the half with that corner
  });

  test("places a point where the perspective asks for it", () => {
    // half a metre up at 4 m of distance, half the picture being 4 tan 22.5° = 1.657 m high: 20 (1 − 0.5/1.657) = 13.96 pixels from the top
    const rgb = drawPicture({ surfaces: [square(0, 0.5, RED)] }, CAMERA, SIZE);
    const green = (y: number): number => rgb[3 * (y * SIZE.width + 20) + 1];
    expect([green(12) > 200, green(13) > 200, green(14), green(15)]).toEqual([true, true, 0, 0]);
  });

  test("casts a shadow on the floor", () => {
    const camera: Camera = { eye: [0, 3, 6], target: [0, 0.5, 0], fieldOfView: 45 };
    const lid: DrawnSurface = {
      positions: Float64Array.of(-0.8, 1, 0.8, 0.8, 1, 0.8, 0.8, 1, -0.8, -0.8, 1, -0.8),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
      colour: RED,
    };
    const grey = (surfaces: DrawnSurface[]): number => pixel({ surfaces, floor: 0 }, 17, 22, camera)[1];
    expect(grey([lid])).toBeLessThan(grey([]) - 20);
  });

  test("is clear where nothing is drawn, and dark where a shadow falls on the floor", () => {
    const camera: Camera = { eye: [0, 3, 6], target: [0, 0.5, 0], fieldOfView: 45 };
    const lid: DrawnSurface = {
      ...square(0, 0.4, RED),
      positions: Float64Array.of(-0.8, 1, 0.8, 0.8, 1, 0.8, 0.8, 1, -0.8, -0.8, 1, -0.8),
    };
    const rgba = drawPicture({ surfaces: [lid], floor: 0, clear: true }, camera, SIZE);
    const at = (x: number, y: number): number[] => Array.from(rgba.subarray(4 * (y * SIZE.width + x)).subarray(0, 4));
    expect(rgba.length).toBe(4 * SIZE.width * SIZE.height);
    expect(at(1, 1)).toEqual([0, 0, 0, 0]);
    expect(at(20, 15)).toEqual([expect.closeTo(255, -1.5), 0, 0, 255]);
    expect(at(17, 22).slice(0, 3)).toEqual([0, 0, 0]);
    expect(at(17, 22)[3]).toBeGreaterThan(20);
    expect(at(17, 22)[3]).toBeLessThan(128);
  });

  test("draws lines over the surface they lie on", () => {
    const lines = [{ segments: Float64Array.of(-1, 0, 0, 1, 0, 0), colour: BLUE, thickness: 3 }];
    expect(pixel({ surfaces: [square(0, 1, RED)], lines }, 20, 20)).toEqual([0, 0, 255]);
  });
});
