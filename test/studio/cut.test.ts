import { expect, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { Command, Event, Frame, Topology } from "../../studio/src/protocol.ts";
import { PROTOCOL_VERSION } from "../../studio/src/protocol.ts";

const { createSession } = await import("../../studio/src/worker/session.ts");
const { createClothView } = await import("../../studio/src/stage/cloth-view.ts");

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

/** A session and all that it says; frames go back as a page sends them. */
function connect() {
  const events: Event[] = [];
  let nextId = 1;
  const answers = new Map<number, () => void>();
  const session = createSession((event) => {
    events.push(event);
    if ((event.type === "done" || event.type === "error") && event.id !== null) answers.get(event.id)?.();
    if (event.type === "state") {
      const { positions, normals } = event.frame;
      const recycle = { type: "recycle", positions, normals, version: PROTOCOL_VERSION, id: nextId++ } as const;
      queueMicrotask(() => session.accept(recycle));
    }
  });
  const send = (command: Command): Promise<void> =>
    new Promise((resolve) => {
      const id = nextId++;
      answers.set(id, resolve);
      session.accept({ ...command, version: PROTOCOL_VERSION, id });
    });
  const topologies = (): Topology[] => events.flatMap((event) => (event.type === "topology" ? [event.topology] : []));
  const frames = (): Frame[] => events.flatMap((event) => (event.type === "state" ? [event.frame] : []));
  return { send, topologies, frames, events };
}

test("a cut sends the new mesh ahead of its first frame; a reset sends the uncut one again", async () => {
  const { send, topologies, frames, events } = connect();
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
  expect(order.lastIndexOf("topology")).toBeLessThan(order.lastIndexOf("state"));

  await send({ type: "reset" });
  expect(topologies()[2]).toMatchObject({ particleCount: 25, revision: 3, recut: true });
  expect(frames().at(-1)).toMatchObject({ revision: 3, steps: 0 });
  await send({ type: "step", count: 5 });
  expect(topologies()[3]).toMatchObject({ particleCount: 28, revision: 4 });
});

test("another method goes on with the cut cloth", async () => {
  const { send, topologies, frames } = connect();
  await send({ type: "load", scene: SCENE, meshes: {} });
  await send({ type: "step", count: 5 });
  await send({ type: "set-solver", solver: { method: "bdf2" }, timestep: 0.01, keepState: true });
  expect(topologies().at(-1)).toMatchObject({ method: "bdf2", particleCount: 28, keptState: true, recut: false });
  expect(frames().at(-1)).toMatchObject({ steps: 5 });
});

test("the view draws the uncut cloth until the first frame of the cut one is there", async () => {
  const { send, topologies, frames } = connect();
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
