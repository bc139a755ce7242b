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

/** Largest difference between a shuffled sheet and the plain one, in positions and in velocities, after some steps and a grab. */
async function differences(solver: { method: string; [option: string]: unknown }): Promise<[number, number]> {
  const plain = await createSimulation({ ...sheetScene(given), solver });
  const other = await createSimulation({ ...sheetScene(shuffled), solver });
  for (const simulation of [plain, other]) {
    for (let n = 0; n < 10; n++) simulation.step();
    simulation.edit.grab(simulation === plain ? 40 : shuffled[40], [4, 3, 4]);
    for (let n = 0; n < 5; n++) simulation.step();
  }
  expect([...other.triangles]).toEqual([...plain.triangles].map((i) => shuffled[i]));
  const values = new Float64Array(3 * SHEET_SIZE);
  const others = new Float64Array(3 * SHEET_SIZE);
  const largest = (read: "readPositions" | "readVelocities"): number => {
    plain[read](values);
    other[read](others);
    let most = 0;
    for (let i = 0; i < SHEET_SIZE; i++) {
      for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(values[3 * i + c] - others[3 * shuffled[i] + c]));
    }
    return most;
  };
  return [largest("readPositions"), largest("readVelocities")];
}

describe("the order of the particles is the file's", () => {
  test.each(METHODS.map((method) => method.name))("%s moves a shuffled sheet like the plain one", async (method) => {
    const tolerant = METHODS.find((one) => one.name === method)?.options.some((option) => option.name === "tolerance");
    const hatless = method === "two-level" ? { hats: 0 } : {};
    for (const difference of await differences({ method, ...hatless, ...(tolerant ? { tolerance: 1e-13 } : {}) })) {
      expect(difference).toBeLessThan(1e-9);
    }
  });

  test("but the hats of a decimated mesh go by the numbers in the file, and so does their result, a little", async () => {
    const [position, velocity] = await differences({ method: "two-level" });
    expect(position).toBeGreaterThan(1e-9);
    expect(position).toBeLessThan(1e-4);
    expect(velocity).toBeLessThan(1e-2);
  });

  test("but a few sweeps of gauss-seidel go by the numbers in the file, and so does their result", async () => {
    const [position, velocity] = await differences({ method: "gauss-seidel", sweeps: 2 });
    expect(position).toBeGreaterThan(1e-6);
    expect(velocity).toBeGreaterThan(1e-4);
    expect(velocity).toBeLessThan(1);
  });
});
