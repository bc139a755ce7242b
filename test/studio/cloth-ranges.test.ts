import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { clothOfVertices } from "../../studio/src/worker/cloth-ranges.ts";

const SCENE: SceneInput = {
  drape: 1,
  figures: [{}],
  cloths: [
    { name: "sheet", grid: { columns: 3, rows: 4, width: 1, height: 1 }, pins: ["top"] },
    { garment: { kind: "sleeves" }, attachments: [{ vertices: "shoulders", to: "figure" }] },
    { disk: { rings: 2, radius: 1 } },
  ],
};

test("each cloth begins where the one before it ends", async () => {
  const { cloths, particleCount } = await createSimulation(SCENE);
  expect(cloths.map(({ name }) => name)).toEqual(["sheet", "cloth 2", "cloth 3"]);
  expect(cloths.slice(0, 2).map(({ start }) => start)).toEqual([0, 12]);
  expect(cloths[1].end).toBe(cloths[2].start);
  expect(cloths[2]).toMatchObject({ start: particleCount - 19, end: particleCount });
});

test("a copy of a vertex that was cut belongs to the cloth of the vertex", () => {
  const cloths = [0, 2, 4].map((start, n) => ({ name: `cloth ${n}`, start, end: start + 2 }));
  expect(Array.from(clothOfVertices(Uint32Array.of(0, 1, 2, 3, 4, 1, 4), cloths))).toEqual([0, 0, 1, 1, 2, 0, 2]);
});
