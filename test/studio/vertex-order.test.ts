import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { findVertexOrder } from "../../studio/src/worker/vertex-order.ts";

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

test("a copy of a vertex that was cut stands with the cloth of the vertex", () => {
  const cloths = [0, 2, 4].map((start, n) => ({ name: `cloth ${n}`, start, end: start + 2 }));
  const origin = Uint32Array.of(0, 1, 2, 3, 4, 5, 1, 4);
  const { sort, toPage, toSimulation } = findVertexOrder({ origin, cloths, particleCount: 8 });
  expect(sort(Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7))).toEqual(Float32Array.of(0, 1, 6, 2, 3, 4, 5, 7));
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(toSimulation)).toEqual([0, 1, 6, 2, 3, 4, 5, 7]);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(toPage).map(toSimulation)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const uncut = Float32Array.of(3, 2, 1);
  expect(
    findVertexOrder({ origin: Uint32Array.of(0, 1, 2), cloths: [{ name: "a", start: 0, end: 3 }], particleCount: 3 }).sort(uncut),
  ).toBe(uncut);
});
