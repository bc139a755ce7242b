import { expect, test } from "vitest";
import { readWind, toWind } from "../../studio/src/panel/wind-settings.ts";

test("a scene's wind survives the panel to a degree of its angles", () => {
  const own = {
    velocity: [3, 1, -2] as const,
    airDensity: 0.6,
    drag: 1.2,
    lift: 0.3,
    gusts: { strength: 0.4, period: 2 },
  };
  expect(readWind(own).speed).toBe(3.74);
  const wind = toWind(readWind(own), own);
  expect(wind).toMatchObject({ airDensity: 0.6, drag: 1.2, lift: 0.3, gusts: { strength: 0.4, period: 2 } });
  for (let axis = 0; axis < 3; axis++) {
    expect(Math.abs((wind?.velocity[axis] ?? 0) - own.velocity[axis])).toBeLessThan(0.07);
  }
});

test("a scene without wind has a breeze ready, switched off", () => {
  const breeze = readWind(undefined);
  expect(toWind(breeze, undefined)).toBeNull();
  expect(toWind({ ...breeze, on: true }, undefined)?.gusts?.strength).toBeGreaterThan(0);
});

test("still air and a vertical wind are no trouble", () => {
  expect(readWind({ velocity: [0, 0, 0], density: 1 })).toMatchObject({ speed: 0, heading: 0, rise: 0 });
  expect(readWind({ velocity: [0, 3, 0], density: 1 })).toMatchObject({ speed: 3, rise: 90 });
});
