import { describe, expect, test } from "vitest";
import { createSimulation, METHODS } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { type Json, SHEET_SIZE, sheetScene, shuffle } from "./sample-scenes.ts";

const given = Array.from({ length: SHEET_SIZE }, (_, i) => i);
const shuffled = shuffle(11);

test("the engine does renumber the shuffled sheet, and only that", async () => {
  const orderOf = async (scene: Json): Promise<Uint32Array> => {
    const setup = await buildScene(parseScene(scene), () => Promise.reject(new Error("no mesh here")));
    return setup.sceneIndex;
  };
  expect([...(await orderOf(sheetScene(given)))]).toEqual(given);
  const order = await orderOf(sheetScene(shuffled));
  expect([...order]).not.toEqual(given);
  expect([...order].sort((a, b) => a - b)).toEqual(given);
});

describe("the order of the particles is the file's", () => {
  test.each(METHODS.map((method) => method.name))("%s moves a shuffled sheet like the plain one", async (method) => {
    const tolerant = METHODS.find((one) => one.name === method)?.options.some((option) => option.name === "tolerance");
    const solver = { method, ...(tolerant ? { tolerance: 1e-13 } : {}) };
    const plain = await createSimulation({ ...sheetScene(given), solver });
    const other = await createSimulation({ ...sheetScene(shuffled), solver });
    for (const simulation of [plain, other]) {
      for (let n = 0; n < 10; n++) simulation.step();
      simulation.grab(simulation === plain ? 40 : shuffled[40], [4, 3, 4]);
      for (let n = 0; n < 5; n++) simulation.step();
    }
    const values = new Float64Array(3 * SHEET_SIZE);
    const others = new Float64Array(3 * SHEET_SIZE);
    for (const read of ["readPositions", "readVelocities"] as const) {
      plain[read](values);
      other[read](others);
      let most = 0;
      for (let i = 0; i < SHEET_SIZE; i++) {
        for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(values[3 * i + c] - others[3 * shuffled[i] + c]));
      }
      expect(most).toBeLessThan(1e-9);
    }
    expect([...other.triangles]).toEqual([...plain.triangles].map((i) => shuffled[i]));
  });
});
