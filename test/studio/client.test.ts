import { expect, test, vi } from "vitest";
import { createWorld, type SceneInput, type World } from "../../src/index.ts";
import { createClient } from "../../studio/src/client.ts";
import { connect } from "./connect.ts";

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 6, rows: 6, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function load(scene: SceneInput = SCENE) {
  const connection = connect();
  const status = await connection.send({ type: "load", scene, meshes: {} });
  return { ...connection, status };
}

test("loading tells ready, topology, numbers, edits, and has a frame", async () => {
  const { events, status, last } = await load();
  expect(events.map(({ type }) => type)).toEqual(["ready", "topology", "stats", "edits", "frame"]);
  expect(status).toMatchObject({ time: 0, steps: 0, playing: false });
  expect(last("topology")?.topology).toMatchObject({ particleCount: 36, method: "implicit-euler", timestep: 0.01 });
  expect(last("topology")?.topology.triangles).toHaveLength(150);
  expect(last("topology")?.topology.start).toEqual(last("frame")?.frame.positions);
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
  await send({ type: "load", scene: { ...SCENE, colliders }, meshes });
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
  expect(a).toMatchObject({ steps: 20 });
  expect(await second.send({ type: "step", count: 20 })).toEqual(a);
});

test("playing keeps time with the clock until it is paused", async () => {
  const { send, look, last, count } = await load();
  const start = performance.now();
  await send({ type: "play" });
  await expect
    .poll(
      () => {
        look();
        return (last("frame")?.frame.time ?? 0) > 0.1 && count("frame") > 5;
      },
      { interval: 5 },
    )
    .toBe(true);
  const { time, playing } = await send({ type: "pause" });
  const elapsed = (performance.now() - start) / 1000;
  expect(playing).toBe(false);
  expect(time).toBeLessThan(elapsed + 0.02);
  expect(last("stats")?.stats.profile.solve).toBeGreaterThan(0);
  const frames = count("frame");
  for (let n = 0; n < 5; n++) {
    await pause(10);
    look();
  }
  expect(count("frame")).toBe(frames);
});

test("another method keeps the state; a reset goes back to the start", async () => {
  const { send, last } = await load();
  const before = await send({ type: "step", count: 10 });
  const after = await send({ type: "set-solver", solver: { method: "rk4" }, timestep: 0.005, keepState: true });
  expect(last("topology")?.topology).toMatchObject({ method: "rk4", timestep: 0.005, keptState: true, revision: 2 });
  expect(last("topology")?.topology.start).toBeUndefined();
  expect(after.hash).toBe(before.hash);
  expect(await send({ type: "reset" })).toMatchObject({ time: 0, steps: 0 });
});

test("an unstable method tells step and time and stops; stepping is refused until a reset", async () => {
  const { send, fail, look, last, count } = await load({ ...SCENE, solver: { method: "explicit-euler" }, timestep: 0.05 });
  const blown = await fail({ type: "step", count: 500 });
  expect(blown).toMatchObject({ kind: "unstable" });
  expect(blown.step).toBeGreaterThan(1);
  expect(blown.time).toBeGreaterThan(0);
  expect(count("error")).toBe(0); // who asked is told, and nobody else
  expect(last("stats")?.stats.steps).toBe((blown.step ?? 0) - 1);
  expect(await fail({ type: "play" })).toMatchObject({ kind: "internal" });
  expect(await fail({ type: "step", count: 1 })).toMatchObject({ kind: "internal" });
  expect(await send({ type: "reset" })).toMatchObject({ steps: 0 });
  await send({ type: "play" });
  await expect
    .poll(
      () => {
        look();
        return last("error");
      },
      { interval: 5 },
    )
    .toMatchObject({ kind: "unstable" });
  await send({ type: "pause" });
  const frames = count("frame");
  await pause(50);
  look();
  expect(count("frame")).toBe(frames);
});

test("wrong input is a sentence with its path, and the running scene stays", async () => {
  const { send, fail } = await load();
  const wrong = await fail({ type: "set-solver", solver: { method: "magic" }, timestep: 0.01, keepState: true });
  expect(wrong).toMatchObject({ kind: "input", message: expect.stringMatching(/^solver\.method: got "magic"; /) });
  expect(await fail({ type: "grab", vertex: 99, position: [0, 0, 0] })).toMatchObject({ kind: "input" });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ steps: 1 });
  const missing = { ...SCENE, cloths: [{ mesh: "nowhere.obj" }] };
  expect((await fail({ type: "load", scene: missing, meshes: {} })).message).toContain("nowhere.obj");
  expect(await send({ type: "step", count: 1 })).toMatchObject({ steps: 2 });
});

test("a held vertex goes where it is pulled, and a reset lets go of it", async () => {
  const { send, last } = await load();
  const corner = (): number[] => [...(last("frame")?.frame.positions ?? []).slice(3 * 35, 3 * 35 + 3)];
  await send({ type: "grab", vertex: 35, position: [1, 0.5, 1] });
  await send({ type: "move", vertex: 35, position: [1, 0.25, 1] });
  await send({ type: "step", count: 2 });
  expect(corner()).toEqual([1, 0.25, 1]);
  await send({ type: "reset" });
  await send({ type: "step", count: 5 });
  expect(corner()[1]).toBeLessThan(0);
});

test("a long command can be given up, and one that has not begun", async () => {
  const { client, send, look, last } = await load();
  const end = new AbortController();
  const long = client.send({ type: "step", count: 1_000_000 }, end.signal);
  const never = client.send({ type: "step", count: 7 }, end.signal);
  await expect
    .poll(() => {
      look();
      return last("frame")?.frame.steps;
    })
    .toBeGreaterThan(0);
  end.abort();
  await expect(long).rejects.toMatchObject({ kind: "cancelled" });
  await expect(never).rejects.toMatchObject({ kind: "cancelled" });
  const { steps } = await send({ type: "pause" });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ steps: steps + 1 });
});

test("commands are carried out in their order", async () => {
  const { client } = connect();
  const done: string[] = [];
  const note = (command: Parameters<typeof client.send>[0]): Promise<unknown> => client.send(command).then(() => done.push(command.type));
  await Promise.all([
    note({ type: "load", scene: SCENE, meshes: {} }),
    note({ type: "speed", factor: 2 }),
    note({ type: "step", count: 3 }),
    note({ type: "play" }),
  ]);
  expect(done).toEqual(["load", "speed", "step", "play"]);
});

test("a world that cannot be opened is a sentence, for who listens and for who asks", async () => {
  const listen = vi.fn();
  const client = createClient(() => Promise.reject(new Error("no worker here")), listen);
  await expect(client.send({ type: "play" })).rejects.toMatchObject({
    kind: "internal",
    message: "The simulation worker stopped (no worker here); reload the page.",
  });
  expect(listen).toHaveBeenCalledWith(
    expect.objectContaining({ type: "error", message: "The simulation worker stopped (no worker here); reload the page." }),
  );
});

test("a worker that dies is a sentence", async () => {
  const listen = vi.fn();
  let world: World | undefined;
  createClient(async (options) => {
    world = await createWorld({
      ...options,
      worker: true,
      modules: ["data:text/javascript,export default { attend: () => ({ answer: () => process.exit() }) };"],
    });
    return world;
  }, listen);
  await vi.waitFor(() => expect(listen).toHaveBeenCalledWith({ type: "ready" }), { timeout: 60_000 });
  world?.ask("the end").catch(() => {});
  await vi.waitFor(() => expect(listen).toHaveBeenCalledWith(expect.objectContaining({ type: "error", kind: "internal" })));
});

test("the wind that was set outlives a reset", async () => {
  const { send } = await load();
  await send({ type: "set-wind", wind: { velocity: [0, 4, 3], density: 1 } });
  const before = await send({ type: "step", count: 10 });
  await send({ type: "reset" });
  expect(await send({ type: "step", count: 10 })).toEqual(before);
});

test("another fabric goes on from the same state, with other motion; back at its own the scene is as it was", async () => {
  const { send, last } = await load();
  await send({ type: "step", count: 5 });
  const before = last("frame")?.frame.positions;
  const solver = { method: "implicit-euler" };
  const rebuild = (base: string) => send({ type: "set-solver", solver, timestep: 0.01, fabrics: [{ base, values: {} }], keepState: true });
  expect(await rebuild("leather")).toMatchObject({ steps: 5 });
  expect(last("topology")?.topology.keptState).toBe(true);
  expect(last("frame")?.frame.positions).toEqual(before);
  const heavy = await send({ type: "step", count: 5 });
  await rebuild("cotton");
  await send({ type: "reset" });
  const light = await send({ type: "step", count: 10 });
  const own = await load();
  expect((await own.send({ type: "step", count: 10 })).hash).toBe(light.hash);
  expect(heavy.hash).not.toBe(light.hash);
});

test("an impossible fabric is an error with its path, and the old one runs on", async () => {
  const { send, fail } = await load();
  const fabrics = [{ base: "silk", values: { shear: 1e6 } }];
  const error = await fail({ type: "set-solver", solver: { method: "rk4" }, timestep: 0.01, fabrics, keepState: true });
  expect(error).toMatchObject({ kind: "input", message: expect.stringContaining("fabric.shear") });
  expect(await send({ type: "step", count: 1 })).toMatchObject({ steps: 1 });
});
