import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { clothOfVertices, findClothStarts } from "../../studio/src/cloth-ranges.ts";

const SCENE: SceneInput = {
  drape: 1,
  figures: [{}],
  cloths: [
    { grid: { columns: 3, rows: 4, width: 1, height: 1 }, pins: ["top"] },
    { garment: { kind: "sleeves" }, attachments: [{ vertices: "shoulders", to: "figure" }] },
    { disk: { rings: 2, radius: 1 } },
  ],
};

test("each cloth begins where the one before it ends", async () => {
  const whole = await createSimulation(SCENE);
  const starts = await findClothStarts(SCENE, createSimulation);
  expect(starts.slice(0, 2)).toEqual([0, 12]);
  expect(whole.particleCount - starts[2]).toBe(19);
});

test("a copy of a vertex that was cut belongs to the cloth of the vertex", () => {
  expect(Array.from(clothOfVertices(Uint32Array.of(0, 1, 2, 3, 4, 1, 4), [0, 2, 4]))).toEqual([0, 0, 1, 1, 2, 0, 2]);
});
