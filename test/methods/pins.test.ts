import { describe, expect, it } from "vitest";
import { METHODS } from "../../src/index.ts";
import type { NetworkScene } from "../support/reference.ts";
import { randomNetworkScene } from "./random-network.ts";
import { runScene } from "./run-scene.ts";

const METHOD_NAMES = METHODS.map(({ name }) => name);

const SCENE = randomNetworkScene(81, {
  shape: "sheet",
  springModel: "symmetric",
  bending: "modulus",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
});

function withPins(method: string, pins: number[]): NetworkScene {
  return { ...SCENE, solver: { method }, cloths: [{ ...SCENE.cloths[0], pins }] };
}

describe.each(METHOD_NAMES)("%s", (method) => {
  it("keeps pinned particles where the file puts them, bit for bit, and their velocity at zero", async () => {
    const pins = [0, 4, 12, 13, 24];
    const { x, v } = await runScene(withPins(method, pins), 25);
    for (const pin of pins) {
      expect(Array.from({ length: 3 }, (_, c) => x[3 * pin + c])).toEqual(SCENE.cloths[0].network.positions[pin]);
      expect(Array.from({ length: 3 }, (_, c) => v[3 * pin + c])).toEqual([0, 0, 0]); // the file says otherwise
    }
    expect(x[3 * 18 + 1]).not.toBe(SCENE.cloths[0].network.positions[18][1]);
  });

  it("leaves a cloth alone that is pinned everywhere", async () => {
    const all = SCENE.cloths[0].network.positions.map((_, i) => i);
    const { x, v } = await runScene(withPins(method, all), 5);
    expect(Array.from(x)).toEqual(SCENE.cloths[0].network.positions.flat());
    expect(Array.from(v).every((value) => value === 0)).toBe(true);
  });

  it("needs no pins at all", async () => {
    const { x } = await runScene(withPins(method, []), 5);
    expect(Array.from(x).every(Number.isFinite)).toBe(true);
    expect(x[1]).not.toBe(SCENE.cloths[0].network.positions[0][1]);
  });
});
