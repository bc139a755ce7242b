import { expect, test } from "vitest";
import { createSimulation, FIELDS, type SceneInput } from "../../src/index.ts";
import { NO_SIGHTS } from "../../studio/src/inside/sights.ts";
import { connect } from "./connect.ts";

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 6, rows: 6, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
};

/** A client that has loaded a scene. */
async function load(scene: SceneInput = SCENE) {
  const connection = connect();
  await connection.send({ type: "load", scene, meshes: {} });
  return connection;
}

test("frames carry the field that is asked for, the engine's numbers, and nothing once nobody asks", async () => {
  const { send, last } = await load();
  await send({ type: "step", count: 12 });
  expect(last("frame")?.frame).not.toHaveProperty("field");
  const twin = await createSimulation(SCENE);
  for (let step = 0; step < 12; step++) twin.step();
  for (const { name } of FIELDS) {
    await send({ type: "see", sights: { ...NO_SIGHTS, field: name } });
    const expected = new Float32Array(36);
    twin.view.readField(name, expected);
    expect(last("frame")?.frame.field).toEqual({ name, values: expected });
  }
  await send({ type: "see", sights: NO_SIGHTS });
  expect(last("frame")?.frame).not.toHaveProperty("field");
});

test("springs come once, boxes and intersections with every frame", async () => {
  const { send, last, events } = await load();
  await send({ type: "see", sights: { field: null, springs: true, boxes: 2, intersections: true } });
  await send({ type: "step", count: 3 });
  await send({ type: "step", count: 3 });
  expect(events.filter(({ type }) => type === "springs")).toHaveLength(1);
  expect(last("springs")?.kinds.length).toBe((last("springs")?.ends.length ?? 0) / 2);
  expect(last("frame")?.frame.boxes).toHaveLength(24);
  expect(last("frame")?.frame.intersections).toHaveLength(0);
  await send({ type: "load", scene: SCENE, meshes: {} });
  expect(events.filter(({ type }) => type === "springs")).toHaveLength(2);
});

test("looking back shows the state of then, and playing on from there gives the same hash at the same step", async () => {
  const { send, last } = await load();
  const hashes: (number | undefined)[] = [];
  for (let step = 1; step <= 20; step++) hashes[step] = (await send({ type: "step", count: 1 })).hash;
  const { steps } = last("stats")?.stats.timeline ?? { steps: [] };
  expect([...steps].length).toBeGreaterThan(10);
  const chosen = steps[5];
  const back = await send({ type: "scrub", step: chosen });
  expect(back).toMatchObject({ steps: chosen, playing: false });
  expect(back.hash).toBe(hashes[chosen]);
  expect(last("frame")?.frame.steps).toBe(chosen);
  expect(last("stats")?.stats.timeline.index).toBe(5);
  expect(last("stats")?.stats.metrics.time).toBeCloseTo(0.01 * chosen, 12);
  const again = await send({ type: "step", count: 20 - chosen });
  expect(again).toMatchObject({ steps: 20, hash: hashes[20] });
  expect(last("stats")?.stats.timeline.index).toBe(-1);
  await send({ type: "reset" });
  expect([...(last("stats")?.stats.timeline.steps ?? [])]).toEqual([0]);
});

test("a recorded state still knows its contact", async () => {
  const cloths = [{ grid: { columns: 6, rows: 6, width: 1, height: 1, v: [0, 0, 1], origin: [0, 0.0011, 0] } }];
  const { send, last } = await load({ ...SCENE, cloths, colliders: [{ plane: { point: [0, 0, 0] } }] });
  await send({ type: "see", sights: { ...NO_SIGHTS, field: "contact" } });
  for (let step = 0; step < 12; step++) await send({ type: "step", count: 1 });
  const { steps } = last("stats")?.stats.timeline ?? { steps: [] };
  await send({ type: "scrub", step: steps[steps.length - 2] });
  const pressed = last("frame")?.frame.field?.values.filter((pressure) => pressure > 0);
  expect(pressed?.length).toBeGreaterThan(20);
});

test("a simulation that blew up goes on from before", async () => {
  const { send, fail, last } = await load({ ...SCENE, solver: { method: "explicit-euler" }, timestep: 0.05 });
  expect(await fail({ type: "step", count: 500 })).toMatchObject({ kind: "unstable" });
  expect(await fail({ type: "step", count: 1 })).toMatchObject({ kind: "internal" });
  const { steps } = last("stats")?.stats.timeline ?? { steps: [] };
  expect(await send({ type: "scrub", step: steps[1] })).toMatchObject({ steps: steps[1] });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ steps: steps[1] + 1 });
});
