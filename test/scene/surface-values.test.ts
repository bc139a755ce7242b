import { describe, expect, test } from "vitest";
import { FABRICS, parseScene } from "../../src/index.ts";
import type { Json } from "./sample-scenes.ts";

const GRID = { columns: 3, rows: 3, width: 0.2 };
const NETWORK = { positions: [[0, 0, 0]], masses: 1, springs: [] };
const SPRINGS = { stretch: 50 };
const silk = FABRICS.find(({ name }) => name === "silk");
const cotton = FABRICS.find(({ name }) => name === "cotton");

/** What is written in `collision` and in the cloth, and what the cloth then has: friction [−] and thickness [m]. */
const TABLE: readonly (readonly [string, Json, Json, number | undefined, number | undefined])[] = [
  ["a preset's, by name", {}, { grid: GRID, fabric: "silk" }, silk?.friction, silk?.thickness],
  ["a preset's, as base", {}, { grid: GRID, fabric: { base: "silk", density: 1 } }, silk?.friction, silk?.thickness],
  ["cotton's without a fabric", {}, { grid: GRID }, cotton?.friction, cotton?.thickness],
  ["the scene's before a preset's", { friction: 0.7, thickness: 0.02 }, { grid: GRID, fabric: "silk" }, 0.7, 0.02],
  ["the scene's before cotton's", { friction: 0.7, thickness: 0.02 }, { grid: GRID }, 0.7, 0.02],
  ["only what the scene writes", { thickness: 0.02 }, { grid: GRID, fabric: "silk" }, silk?.friction, 0.02],
  ["the scene's although it is 0", { friction: 0, thickness: 0 }, { grid: GRID, fabric: "silk" }, 0, 0],
  ["the fabric object's before the scene's", { friction: 0.7, thickness: 0.02 }, { grid: GRID, fabric: { friction: 0.1 } }, 0.1, 0.02],
  ["the fabric object's although it is 0", { friction: 0.7 }, { grid: GRID, fabric: { base: "silk", friction: 0 } }, 0, silk?.thickness],
  ["the fabric object's thickness alone", {}, { grid: GRID, fabric: { base: "silk", thickness: 0.05 } }, silk?.friction, 0.05],
  ["the scene's defaults for a network", {}, { network: NETWORK }, 0.3, 0.001],
  ["what the scene writes for a network", { friction: 0.7 }, { network: NETWORK }, 0.7, 0.001],
  ["the scene's defaults for raw springs", {}, { grid: GRID, springs: SPRINGS }, 0.3, 0.001],
  ["a preset's for raw springs with a fabric", {}, { grid: GRID, springs: SPRINGS, fabric: "silk" }, silk?.friction, silk?.thickness],
];

describe("friction and thickness of a cloth", () => {
  test.each(TABLE)("are %s", (_name, collision, cloth, friction, thickness) => {
    const scene = parseScene({ drape: 1, collision, cloths: [cloth] });
    expect(scene.cloths[0]).toMatchObject({ friction, thickness });
  });

  test("are those of each cloth where a scene has several", () => {
    const cloths = ["silk", { base: "silk", friction: 0.9 }, "denim"].map((fabric) => ({ grid: GRID, fabric }));
    const found = parseScene({ drape: 1, cloths }).cloths.map((cloth) => cloth.friction);
    expect(found).toEqual([silk?.friction, 0.9, FABRICS.find(({ name }) => name === "denim")?.friction]);
  });
});
