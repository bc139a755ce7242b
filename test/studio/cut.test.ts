import { expect, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { Frame, Topology } from "../../studio/src/commands.ts";
import { createClothView } from "../../studio/src/stage/cloth-view.ts";
import { connect } from "./connect.ts";

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, pins: ["top"] }],
  events: [
    {
      at: 0.02,
      cut: [
        [22, 17],
        [17, 12],
        [12, 7],
      ],
    },
  ],
};

function open() {
  const { events, send } = connect();
  const topologies = (): Topology[] => events.flatMap((event) => (event.type === "topology" ? [event.topology] : []));
  const frames = (): Frame[] => events.flatMap((event) => (event.type === "frame" ? [event.frame] : []));
  return { send, topologies, frames, events };
}

test("a cut sends the new mesh ahead of its first frame; a reset sends the uncut one again", async () => {
  const { send, topologies, frames, events } = open();
  await send({ type: "load", scene: SCENE, meshes: {} });
  await send({ type: "step", count: 2 });
  expect(topologies()).toHaveLength(1);
  expect(topologies()[0].recut).toBe(false);
  await send({ type: "step", count: 3 });
  expect(topologies()[1]).toMatchObject({ particleCount: 28, revision: 2, recut: true, keptState: true });
  expect(topologies()[1].start).toBeUndefined(); // the camera stays
  expect(frames().at(-1)).toMatchObject({ revision: 2, steps: 5 });
  expect(frames().at(-1)?.positions).toHaveLength(3 * 28);
  const order = events.map((event) => event.type);
  expect(order.lastIndexOf("topology")).toBeLessThan(order.lastIndexOf("frame"));

  await send({ type: "reset" });
  expect(topologies()[2]).toMatchObject({ particleCount: 25, revision: 3, recut: true });
  expect(frames().at(-1)).toMatchObject({ revision: 3, steps: 0 });
  await send({ type: "step", count: 5 });
  expect(topologies()[3]).toMatchObject({ particleCount: 28, revision: 4 });
});

test("vertices of a cut cloth among others are held, pinned and coloured as the page numbers them", async () => {
  const [cloth] = SCENE.cloths;
  const { send, topologies, frames, events } = open();
  await send({
    type: "load",
    scene: { ...SCENE, cloths: [cloth, { ...cloth, grid: { columns: 5, rows: 5, width: 1, height: 1, origin: [2, 0, 0] } }] },
    meshes: {},
  });
  await send({ type: "see", sights: { field: "speed", springs: true, boxes: null, intersections: false } });
  await send({ type: "step", count: 5 });
  const { particleCount, cloths, triangles } = topologies()[1];
  expect([particleCount, cloths[27], cloths[28]]).toEqual([53, 0, 1]);
  expect(triangles.filter((vertex) => vertex < 28)).toHaveLength(96);
  const corner = 28 + 24; // of the second
  await send({ type: "grab", vertex: corner, position: [3.5, -1, 0.5] });
  await send({ type: "step", count: 1 });
  const { positions, field } = frames().at(-1) as Frame;
  expect([...positions.subarray(3 * corner)]).toEqual([3.5, -1, 0.5]);
  const speeds = field?.values ?? [];
  expect(speeds[corner]).toBe(Math.max(...speeds));
  await send({ type: "pin", vertex: corner });
  const edits = events.findLast((event) => event.type === "edits");
  expect([edits?.pinned.includes(corner), edits?.edits.pins.includes(49)]).toEqual([true, true]);
  const springs = events.findLast((event) => event.type === "springs");
  for (let k = 0; k < (springs?.ends.length ?? 0); k += 2) expect(cloths[springs?.ends[k] ?? 0]).toBe(cloths[springs?.ends[k + 1] ?? 0]);
});

test("another method goes on with the cut cloth", async () => {
  const { send, topologies, frames } = open();
  await send({ type: "load", scene: SCENE, meshes: {} });
  await send({ type: "step", count: 5 });
  await send({ type: "set-solver", solver: { method: "bdf2" }, timestep: 0.01, keepState: true });
  expect(topologies().at(-1)).toMatchObject({ method: "bdf2", particleCount: 28, keptState: true, recut: false });
  expect(frames().at(-1)).toMatchObject({ steps: 5 });
});

test("the view draws the uncut cloth until the first frame of the cut one is there", async () => {
  const { send, topologies, frames } = open();
  const view = createClothView(1);
  await send({ type: "load", scene: SCENE, meshes: {} });
  view.setTopology(topologies()[0]);
  view.setFrame(frames()[0]);
  const before = view.positions;
  await send({ type: "step", count: 5 });
  view.setTopology(topologies()[1]);
  expect(view.positions).toBe(before);
  expect(view.triangles).toHaveLength(96);
  const last = frames().at(-1) as Frame;
  view.setFrame(last);
  expect(view.positions).toEqual(last.positions);
  expect(Math.max(...view.triangles)).toBe(27);
});
