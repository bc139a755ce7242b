import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../src/files.ts";
import { createSimulation, FABRIC_FIELDS, FABRICS, parseScene } from "../../src/index.ts";
import type { ClothSpec } from "../../src/scene/fields/cloth-field.ts";
import type { ClothInput } from "../../src/scene/scene-input.ts";
import { some, testFull } from "../support/full.ts";
import { ROOT } from "../support/run-cli.ts";
import type { Json } from "./sample-scenes.ts";

const GRID = { columns: 4, rows: 4, width: 0.3, height: 0.3 };

function cloth(fabric: Json, more: Json = {}): ClothSpec {
  return parseScene({ drape: 1, cloths: [{ grid: GRID, fabric, ...more }] }).cloths[0];
}

describe("fabrics in a scene", () => {
  test.each(
    some(
      FABRICS.map((fabric) => fabric.name),
      4,
    ),
  )("%s builds on a grid, a disk and a mesh, and hangs", async (fabric) => {
    expect(cloth(fabric).fabric).toEqual(FABRICS.find((one) => one.name === fabric));
    const loadMesh = async (): Promise<string> => "v 0 0 0\nv 0.1 0 0\nv 0.1 0.1 0\nv 0 0.1 0\nf 1 2 3 4\n";
    const shapes = [{ grid: GRID }, { grid: { ...GRID, triangles: "equilateral" } }, { disk: { rings: 3, radius: 0.2 } }];
    for (const shape of [...shapes, { mesh: "m.obj" }]) {
      const simulation = await createSimulation({ drape: 1, cloths: [{ ...shape, fabric, pins: [0] } as ClothInput] }, { loadMesh });
      for (let n = 0; n < 5; n++) simulation.step();
      const metrics = simulation.view.measure();
      expect(metrics.kinetic).toBeGreaterThan(0);
      expect(Math.abs(metrics.strainMax)).toBeLessThan(0.2);
    }
  });

  test("the default is cotton", () => {
    expect(parseScene({ drape: 1, cloths: [{ grid: GRID }] }).cloths[0].fabric.name).toBe("cotton");
  });

  test("an object takes a base and sets some fields otherwise", () => {
    const { fabric } = cloth({ base: "silk", density: 0.5, bending: 1e-3 });
    const silk = FABRICS.find((one) => one.name === "silk");
    expect(fabric).toMatchObject({ density: 0.5, bending: 1e-3, shear: silk?.shear, friction: silk?.friction });
    expect(fabric).toMatchObject({ name: "custom", measured: false });
    expect(cloth({ name: "mine", base: "denim" }).fabric.name).toBe("mine");
    expect(cloth({}).fabric.density).toBe(FABRICS[0].density);
  });

  test("every field of a fabric has limits that are kept", () => {
    for (const { name, min, max } of FABRIC_FIELDS) {
      expect(() => cloth({ [name]: min - 1 })).toThrow(`cloths[0].fabric.${name}: got`);
      expect(() => cloth({ [name]: 2 * max })).toThrow(`cloths[0].fabric.${name}: got`);
      expect(() => cloth({ [name]: "1" })).toThrow(`cloths[0].fabric.${name}: got`);
    }
  });

  test("raw springs replace the fabric's: unit masses and no damping unless given", async () => {
    const raw = await createSimulation({
      drape: 1,
      cloths: [{ grid: { ...GRID, width: 3, height: 3 }, springs: { stretch: 50 }, velocity: [1, 0, 0] }],
      gravity: [0, 0, 0],
    });
    expect(raw.view.measure().momentum).toEqual([16, 0, 0]);
    raw.step();
    expect(raw.view.measure().momentum[0]).toBeCloseTo(16, 12);
  });
});

testFull("cloths that are small enough alone may be too many together", async () => {
  const cloth = { grid: { columns: 900, rows: 900, width: 9, height: 9 }, springs: {} };
  await expect(createSimulation({ drape: 1, cloths: Array(9).fill(cloth) })).rejects.toThrow(
    "cloths[2]: got 2430000 vertices so far; use at most 2000000 in all cloths together",
  );
});

describe("the scenes of the repository", () => {
  const names = readdirSync(join(ROOT, "scenes")).filter((name) => name.endsWith(".json"));

  test.each(names)("%s has a title, a description, a camera, and moves", async (name) => {
    const json = parseJson(readFileSync(join(ROOT, "scenes", name), "utf8"), name) as Json;
    const scene = parseScene(json);
    expect(scene.title.length).toBeGreaterThan(0);
    expect(scene.description.length).toBeGreaterThan(0);
    expect(scene.camera).toBeDefined();
    const loadMesh = async (mesh: string): Promise<string> => readFileSync(join(ROOT, "scenes", mesh), "utf8");
    const simulation = await createSimulation(json, { loadMesh });
    const start = simulation.hash();
    simulation.step();
    expect(simulation.hash()).not.toBe(start);
  });
});
