import { describe, expect, it } from "vitest";
import { createSimulation, FABRICS } from "../../src/index.ts";
import type { ClothInput, GridInput } from "../../src/scene/scene-input.ts";
import { readX, runFor, type Scene } from "./contact-scenes.ts";
import { meshPlate } from "./surface-scenes.ts";

const THICKNESS = 0.001;
const SIDE = 4;

function frictionOf(fabric: string): number {
  return FABRICS.find(({ name }) => name === fabric)?.friction as number;
}

/** A flat sheet on an incline of tan θ = `slope` through the origin, `height` above it and `aside` from its middle [m]. */
function sheetOn(slope: number, height: number, width: number, side: number, aside = 0): GridInput {
  const cosine = 1 / Math.sqrt(1 + slope * slope);
  const along = aside - 0.5 * width * cosine;
  const origin = [along - slope * cosine * height, slope * along + cosine * height, aside - 0.5 * width];
  return { columns: side, rows: side, width, height: width, origin, u: [1, slope, 0], v: [0, 0, 1] };
}

/** How far down its incline a patch, the last of the cloths, slides in half a second [m]. */
async function slide(scene: Scene): Promise<number> {
  const simulation = await createSimulation(scene);
  const last = 3 * (simulation.particleCount - SIDE * SIDE);
  const start = readX(simulation);
  runFor(simulation, 0.5);
  expect(simulation.view.inspect().intersections).toBe(0);
  const end = readX(simulation);
  return Math.hypot(end[last] - start[last], end[last + 1] - start[last + 1]);
}

/** A patch of a fabric on a body with a friction of its own. */
function onBody(fabric: ClothInput["fabric"], friction: number, slope: number, more: object = {}): Scene {
  return {
    drape: 1,
    timestep: 0.01,
    solver: { method: "implicit-euler" },
    colliders: [{ plane: { normal: [-slope, 1, 0] }, friction }],
    collision: { thickness: THICKNESS, ...more },
    cloths: [{ grid: sheetOn(slope, THICKNESS, 0.1, SIDE), fabric }],
  };
}

/** The same patch on a cloth that is held. */
function onCloth(fabric: ClothInput["fabric"], below: ClothInput["fabric"], slope: number, more: object = {}): Scene {
  const pins = [{ vertices: Array.from({ length: 64 }, (_, i) => i) }];
  return {
    drape: 1,
    timestep: 0.01,
    solver: { method: "implicit-euler" },
    collision: { self: true, thickness: THICKNESS, ...more },
    cloths: [
      { grid: sheetOn(slope, 0, 0.8, 8), fabric: below, pins },
      { grid: sheetOn(slope, THICKNESS, 0.1, SIDE, 0.003), fabric },
    ],
  };
}

describe("on one incline", () => {
  it("silk slides where rubber stays, on a body", async () => {
    expect(await slide(onBody("silk", 0.5, 0.5))).toBeGreaterThan(0.1);
    expect(await slide(onBody("rubber", 0.5, 0.5))).toBeLessThan(1e-5);
  });

  it("silk slides where rubber stays, on linen", async () => {
    expect(await slide(onCloth("silk", "linen", 0.5))).toBeGreaterThan(0.1);
    expect(await slide(onCloth("rubber", "linen", 0.5))).toBeLessThan(2e-5);
  });

  it("what the scene writes comes before a preset, and what the fabric itself writes before both", async () => {
    expect(await slide(onBody("silk", 1, 0.5, { friction: 1 }))).toBeLessThan(1e-5);
    expect(await slide(onBody({ base: "rubber", friction: 0 }, 1, 0.5, { friction: 1 }))).toBeGreaterThan(0.4);
  });
});

describe.each(["satin", "silk", "cotton", "rubber"] as const)("%s on a body", (fabric) => {
  it.each([0.2, 0.8])("of μ = %f begins to slide at tan θ = √(μ_a μ_b), within two hundredths", async (friction) => {
    const mu = Math.sqrt(frictionOf(fabric) * friction);
    expect(await slide(onBody(fabric, friction, 0.98 * mu))).toBeLessThan(1e-5);
    expect(await slide(onBody(fabric, friction, 1.02 * mu))).toBeGreaterThan(0.003);
  });
});

describe("cloth on cloth of another friction", () => {
  const cotton = (friction?: number): object => ({ base: "cotton", damping: 0, ...(friction === undefined ? {} : { friction }) });

  it.each([
    [0.2, 0.8],
    [0.9, 0.3],
  ])("of μ = %f and %f begins to slide at tan θ = √(μ_a μ_b), within five hundredths", async (above, below) => {
    const mu = Math.sqrt(above * below);
    expect(await slide(onCloth(cotton(above), cotton(below), 0.95 * mu))).toBeLessThan(1e-4);
    expect(await slide(onCloth(cotton(above), cotton(below), 1.05 * mu))).toBeGreaterThan(0.01);
  });

  it("goes as two do that both have the mean, to the bit", async () => {
    const run = async (above: object, below: object, more: object): Promise<number> => {
      const simulation = await createSimulation(onCloth(above, below, 0.5, more));
      runFor(simulation, 0.3);
      return simulation.hash();
    };
    const mean = Math.sqrt(0.3 * 0.6);
    const expected = await run(cotton(), cotton(), { friction: mean });
    expect(await run(cotton(0.3), cotton(0.6), {})).toBe(expected);
    expect(await run(cotton(0.6), cotton(0.3), { friction: 7 })).toBe(expected);
    expect(await run(cotton(0.3), cotton(0.3), {})).not.toBe(expected);
  });
});

describe("the gap is half the thickness of either surface,", () => {
  /** Mean height [m] of each level cloth after it has come to rest. */
  async function restHeights(cloths: readonly Record<string, unknown>[], more: object): Promise<number[]> {
    const simulation = await createSimulation({ drape: 1, solver: { method: "implicit-euler" }, cloths, ...more });
    runFor(simulation, 3);
    expect(simulation.view.inspect()).toMatchObject({ intersections: 0 });
    const x = readX(simulation);
    return cloths.map((_, k) => {
      let sum = 0;
      for (let i = 25 * k; i < 25 * (k + 1); i++) sum += x[3 * i + 1];
      return sum / 25;
    });
  }
  const level = (y: number, fabric: unknown): Record<string, unknown> => ({
    grid: { columns: 5, rows: 5, width: 0.2, height: 0.2, origin: [0, y, 0], v: [0, 0, 1] },
    fabric,
  });
  const thick = { base: "jersey", damping: 8, thickness: 0.006 };
  const thin = { base: "jersey", damping: 8, thickness: 0.002 };

  it("of cloth and body: a preset's as well, and that of a mesh body", async () => {
    const bodies = [{ plane: {}, thickness: 0.01 }];
    const denim = FABRICS.find(({ name }) => name === "denim");
    const apart = [
      level(0.012, thick),
      { ...level(0.012, thin), grid: { ...(level(0.012, thin).grid as object), origin: [0.5, 0.012, 0] } },
    ];
    const [first, second] = await restHeights(apart, { colliders: bodies });
    expect(first).toBeCloseTo(0.008, 6);
    expect(second).toBeCloseTo(0.006, 6);
    const [third] = await restHeights([level(0.012, "denim")], { colliders: bodies });
    expect(third).toBeCloseTo(0.5 * (0.01 + (denim?.thickness ?? 0)), 6);
    const [fourth] = await restHeights([level(0.012, thin)], { colliders: [{ mesh: meshPlate(1), thickness: 0.01 }] });
    expect(fourth).toBeCloseTo(0.006, 4);
  });

  it("of two cloths of different fabrics, one on the other", async () => {
    const pins = [{ vertices: Array.from({ length: 25 }, (_, i) => i) }];
    const [lower, upper] = await restHeights([{ ...level(0, thick), pins }, level(0.005, thin)], { collision: { self: true } });
    expect(lower).toBe(0);
    expect(upper).toBeGreaterThan(0.97 * 0.004);
    expect(upper).toBeLessThan(1.03 * 0.004);
  });
});
