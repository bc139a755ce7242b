import { afterEach, expect, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { Command, CommandMessage, Event } from "../../studio/src/protocol.ts";
import { PROTOCOL_VERSION } from "../../studio/src/protocol.ts";

const { createSession } = await import("../../studio/src/worker/session.ts");

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 6, rows: 6, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
};

type Answer = Extract<Event, { type: "done" | "error" }>;

/** A session with a page's manners: frames are noted and their buffers handed back. */
function connect(recycles = true) {
  const events: Event[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  let nextId = 1;
  const session = createSession((event) => {
    events.push(event);
    if ((event.type === "done" || event.type === "error") && event.id !== null) waiting.get(event.id)?.(event);
    if (event.type === "state" && recycles) {
      const { positions, normals } = event.frame;
      queueMicrotask(() => session.accept(message({ type: "recycle", positions, normals })));
    }
  });
  const message = (command: Command): CommandMessage => ({ ...command, version: PROTOCOL_VERSION, id: nextId++ });
  const send = (command: Command): Promise<Answer> & { id: number } => {
    const sent = message(command);
    const answer = new Promise<Answer>((resolve) => waiting.set(sent.id, resolve));
    session.accept(sent);
    return Object.assign(answer, { id: sent.id });
  };
  const last = <Type extends Event["type"]>(type: Type) =>
    events.findLast((event): event is Extract<Event, { type: Type }> => event.type === type);
  const count = (type: Event["type"]): number => events.filter((event) => event.type === type).length;
  return { session, events, send, last, count };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
let stop: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function load(scene: SceneInput = SCENE, recycles = true) {
  const connection = connect(recycles);
  stop = () => connection.send({ type: "pause" });
  const answer = await connection.send({ type: "load", scene, meshes: {} });
  return { ...connection, answer };
}

test("loading tells ready, topology, a frame, stats and done", async () => {
  const { events, answer, last } = await load();
  expect(events.map(({ type }) => type)).toEqual(["ready", "topology", "state", "stats", "edits", "done"]);
  expect(answer).toMatchObject({ type: "done", status: { time: 0, steps: 0, playing: false } });
  expect(last("topology")?.topology).toMatchObject({ particleCount: 36, method: "implicit-euler", timestep: 0.01 });
  expect(last("topology")?.topology.triangles).toHaveLength(150);
  expect(last("topology")?.topology.start).toEqual(last("state")?.frame.positions);
});

test("loading tells the triangles of bodies that are meshes, from the scene or from a file, and a rebuild does not", async () => {
  const { send, last } = connect();
  const triangle = {
    positions: [
      [0, -1, 0],
      [1, -1, 0],
      [0, -1, 1],
    ],
    triangles: [[0, 1, 2]],
  };
  const colliders = [{ mesh: triangle }, { plane: { point: [0, -2, 0] } }, { mesh: "a.obj" }];
  const meshes = { "a.obj": "v 0 -1 0\nv 1 -1 0\nv 0 -1 1\nf 1 2 3\n" };
  const answer = await send({ type: "load", scene: { ...SCENE, colliders }, meshes });
  expect(answer.type).toBe("done");
  const surface = { positions: Float64Array.from(triangle.positions.flat()), triangles: Uint32Array.of(0, 1, 2) };
  expect(last("topology")?.topology.surfaces).toEqual([surface, null, surface]);
  await send({ type: "set-solver", solver: { method: "implicit-euler" }, timestep: 0.005, keepState: true });
  expect(last("topology")?.topology).not.toHaveProperty("surfaces");
});

test("stats tell what passes through what, in scenes with bodies alone", async () => {
  const plain = await load();
  expect(plain.last("stats")?.stats).not.toHaveProperty("inspection");
  const ball = { sphere: { center: [0, -0.24, 0], radius: 0.25 } }; // about the first corner, which is pinned
  const { last, send } = await load({ ...SCENE, colliders: [ball] });
  const first = last("stats")?.stats.inspection;
  expect(first?.maxPenetration).toBeCloseTo(0.01, 12);
  expect(first?.intersections).toBe(0);
  await send({ type: "set-solver", solver: { method: "rk4" }, timestep: 0.001, keepState: true });
  expect(last("stats")?.stats.inspection?.maxPenetration).toBeCloseTo(0.01, 12);
  await send({ type: "play" });
  await send({ type: "pause" });
  expect(last("stats")?.stats.inspection?.maxPenetration).toBeCloseTo(0.01, 12);
});

test("stepping counts, and the same steps give the same hash", async () => {
  const first = await load();
  const second = await load();
  const a = await first.send({ type: "step", count: 20 });
  const b = await second.send({ type: "step", count: 20 });
  expect(a).toMatchObject({ type: "done", status: { steps: 20 } });
  expect(a.type === "done" && b.type === "done" && a.status.hash === b.status.hash).toBe(true);
});

test("playing keeps time with the clock until it is paused", async () => {
  const { send, last, count } = await load();
  const start = performance.now();
  await send({ type: "play" });
  await expect.poll(() => (last("state")?.frame.time ?? 0) > 0.1 && count("state") > 5).toBe(true);
  const answer = await send({ type: "pause" });
  const elapsed = (performance.now() - start) / 1000;
  expect(answer.type === "done" && answer.status.time).toBeLessThan(elapsed + 0.02);
  expect(last("stats")?.stats.profile.solve).toBeGreaterThan(0);
  const frames = count("state");
  await pause(50);
  expect(count("state")).toBe(frames);
});

test("a page that returns no buffers gets two frames and no more; the simulation goes on", async () => {
  const { send, count, last } = await load(SCENE, false);
  await send({ type: "play" });
  await expect.poll(() => last("stats")?.stats.steps ?? 0).toBeGreaterThan(5);
  await send({ type: "pause" });
  expect(count("state")).toBe(2);
});

test("another method keeps the state; a reset goes back to the start", async () => {
  const { send, last } = await load();
  const before = await send({ type: "step", count: 10 });
  const after = await send({ type: "set-solver", solver: { method: "rk4" }, timestep: 0.005, keepState: true });
  expect(last("topology")?.topology).toMatchObject({ method: "rk4", timestep: 0.005, keptState: true, revision: 2 });
  expect(last("topology")?.topology.start).toBeUndefined();
  expect(before.type === "done" && after.type === "done" && before.status.hash === after.status.hash).toBe(true);
  expect(await send({ type: "reset" })).toMatchObject({ type: "done", status: { time: 0, steps: 0 } });
});

test("an unstable method tells step and time and stops; stepping is refused until a reset", async () => {
  const { send, last, count } = await load({ ...SCENE, solver: { method: "explicit-euler" }, timestep: 0.05 });
  const blown = await send({ type: "step", count: 500 });
  expect(blown).toMatchObject({ type: "error", kind: "unstable" });
  expect(blown.type === "error" && blown.step).toBeGreaterThan(1);
  expect(blown.type === "error" && blown.time).toBeGreaterThan(0);
  expect(await send({ type: "play" })).toMatchObject({ type: "error", kind: "internal" });
  expect(await send({ type: "reset" })).toMatchObject({ type: "done", status: { steps: 0 } });
  await send({ type: "play" });
  await expect.poll(() => last("error")).toMatchObject({ id: null, kind: "unstable" });
  const frames = count("state");
  await pause(50);
  expect(count("state")).toBe(frames);
});

test("wrong input is a sentence with its path, and the running scene stays", async () => {
  const { send } = await load();
  const wrong = await send({ type: "set-solver", solver: { method: "magic" }, timestep: 0.01, keepState: true });
  expect(wrong).toMatchObject({ type: "error", kind: "input" });
  expect(wrong.type === "error" && wrong.message).toMatch(/^solver\.method: got "magic"; /);
  expect(await send({ type: "grab", vertex: 99, position: [0, 0, 0] })).toMatchObject({ type: "error", kind: "input" });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ type: "done", status: { steps: 1 } });
  const missing = { ...SCENE, cloths: [{ mesh: "nowhere.obj" }] };
  const lost = await send({ type: "load", scene: missing, meshes: {} });
  expect(lost.type === "error" && lost.message).toContain("nowhere.obj");
});

test("a held vertex goes where it is pulled, and a reset lets go of it", async () => {
  const { send, last } = await load();
  const corner = (): number[] => [...(last("state")?.frame.positions ?? []).slice(3 * 35, 3 * 35 + 3)];
  await send({ type: "grab", vertex: 35, position: [1, 0.5, 1] });
  await send({ type: "move", vertex: 35, position: [1, 0.25, 1] });
  await send({ type: "step", count: 2 });
  expect(corner()).toEqual([1, 0.25, 1]);
  await send({ type: "reset" });
  await send({ type: "step", count: 5 });
  expect(corner()[1]).toBeLessThan(0);
});

test("a long command reports progress and can be cancelled", async () => {
  const { send, last } = await load();
  const long = send({ type: "step", count: 1_000_000 });
  await expect.poll(() => last("progress")).toMatchObject({ id: long.id });
  await send({ type: "cancel", command: long.id });
  expect(await long).toMatchObject({ type: "error", kind: "cancelled" });
  expect(last("progress")).toMatchObject({ id: long.id });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ type: "done" });
});

test("a page of another build is told so", async () => {
  const { session, last } = connect();
  session.accept({ type: "play", version: 99, id: 7 });
  expect(last("error")).toMatchObject({ id: 7, kind: "protocol" });
  expect(last("error")?.message).toContain("version 99");
});

test("the wind that was set outlives a reset", async () => {
  const { send } = await load();
  await send({ type: "set-wind", wind: { velocity: [0, 4, 3], density: 1 } });
  const before = await send({ type: "step", count: 10 });
  await send({ type: "reset" });
  const after = await send({ type: "step", count: 10 });
  expect(before).toMatchObject({ type: "done" });
  expect(after).toMatchObject({ status: (before as Extract<Answer, { type: "done" }>).status });
});

test("another fabric goes on from the same state, with other motion; back at its own the scene is as it was", async () => {
  const { send, last } = await load();
  await send({ type: "step", count: 5 });
  const before = last("state")?.frame.positions.slice();
  const solver = { method: "implicit-euler" };
  const rebuild = (base: string) => send({ type: "set-solver", solver, timestep: 0.01, fabrics: [{ base, values: {} }], keepState: true });
  expect(await rebuild("leather")).toMatchObject({ type: "done", status: { steps: 5 } });
  expect(last("topology")?.topology.keptState).toBe(true);
  expect(last("state")?.frame.positions).toEqual(before);
  const heavy = await send({ type: "step", count: 5 });
  await rebuild("cotton");
  await send({ type: "reset" });
  const light = await send({ type: "step", count: 10 });
  const own = await load();
  expect(await own.send({ type: "step", count: 10 })).toMatchObject({ status: { hash: (light as Done).status.hash } });
  expect((heavy as Done).status.hash).not.toBe((light as Done).status.hash);
  await send({ type: "pause" });
});

type Done = Extract<Answer, { type: "done" }>;

test("an impossible fabric is an error with its path, and the old one runs on", async () => {
  const { send } = await load();
  const fabrics = [{ base: "silk", values: { shear: 1e6 } }];
  const answer = await send({
    type: "set-solver",
    solver: { method: "rk4" },
    timestep: 0.01,
    fabrics,
    keepState: true,
  });
  expect(answer).toMatchObject({ type: "error", kind: "input", message: expect.stringContaining("fabric.shear") });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ type: "done", status: { steps: 1 } });
});
