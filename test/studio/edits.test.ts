import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";

const { createEdits } = await import("../../studio/src/worker/edits.ts");

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "linear-edge" },
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, pins: ["top"] }],
};

async function make() {
  return { simulation: await createSimulation(SCENE), edits: createEdits() };
}

test("to go back gives the state before an edit bit for bit, and to go on the state that was left", async () => {
  const { simulation, edits } = await make();
  for (let n = 0; n < 5; n++) simulation.step();
  const before = simulation.hash();
  edits.perform({ type: "mark", mark: 1 }, simulation);
  edits.perform(
    {
      type: "cut",
      edges: [
        [10, 11],
        [11, 12],
        [12, 13],
        [13, 14],
      ],
    },
    simulation,
  );
  edits.perform({ type: "pin", vertex: 22 }, simulation);
  for (let n = 0; n < 5; n++) simulation.step();
  const after = simulation.hash();
  expect(simulation.particleCount).toBe(30);
  edits.perform({ type: "return", mark: 1, keep: 2 }, simulation);
  expect([simulation.hash(), simulation.particleCount]).toEqual([before, 25]);
  edits.perform({ type: "return", mark: 2, keep: 1 }, simulation);
  expect([simulation.hash(), simulation.particleCount]).toEqual([after, 30]);
  edits.perform({ type: "forget", marks: [1, 2] }, simulation);
  expect(() => edits.perform({ type: "return", mark: 1, keep: 2 }, simulation)).toThrow("no longer kept");
});

test("pins and cuts are told when they change, in the numbering of the uncut scene, and make the same cloth again", async () => {
  const { simulation, edits } = await make();
  expect(edits.report(simulation)).toBeDefined();
  expect(edits.report(simulation)).toBeUndefined();
  edits.perform(
    {
      type: "cut",
      edges: [
        [2, 7],
        [7, 12],
      ],
    },
    simulation,
  );
  edits.perform(
    {
      type: "cut",
      edges: [
        [12, 17],
        [17, 22],
      ],
    },
    simulation,
  );
  edits.perform({ type: "unpin", vertex: 0 }, simulation);
  edits.perform({ type: "pin", vertex: 20 }, simulation);
  const told = edits.report(simulation);
  if (told === undefined) throw new Error("nothing was told");
  expect(told.edits.pins.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 20]);

  const again = await make();
  again.edits.perform({ type: "edit", edits: structuredClone(told.edits) }, again.simulation);
  expect(again.simulation.triangles).toEqual(simulation.triangles);
  expect(again.simulation.edit.pinnedVertices()).toEqual(simulation.edit.pinnedVertices());
  again.simulation.reset();
  expect(again.edits.report(again.simulation)).toMatchObject({ edits: { pins: [0, 1, 2, 3, 4], cuts: [] } });
});

test("a ball is thrown for a time, and blowing ends with null and with the way back", async () => {
  const { simulation, edits } = await make();
  const ball = { position: [3, 0, 0], velocity: [0, 0, 0], radius: 0.1, mass: 1 } as const;
  edits.perform({ type: "throw", ball, seconds: 0.05 }, simulation);
  for (let n = 0; n < 5; n++) simulation.step();
  expect(simulation.bodies.ball).toBeDefined();
  simulation.step();
  expect(simulation.bodies.ball).toBeUndefined();
  const jet = { origin: [0, 0, 3], direction: [0, 0, -1], speed: 5, radius: 1, density: 1 } as const;
  edits.perform({ type: "blow", jet }, simulation);
  edits.perform({ type: "mark", mark: 1 }, simulation);
  expect(simulation.snapshot().jet).toMatchObject({ speed: 5 });
  edits.perform({ type: "return", mark: 1, keep: 2 }, simulation);
  expect(simulation.snapshot().jet).toBeUndefined();
});
