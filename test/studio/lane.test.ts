import { expect, test, vi } from "vitest";
import type { SceneInput, World } from "../../src/index.ts";
import { createLane } from "../../studio/src/compare/lane.ts";
import { openHere } from "./connect.ts";

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 6, rows: 6, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
};
const EXPLODING: SceneInput = { ...SCENE, timestep: 0.5, solver: { method: "explicit-euler" } };

/** A lane on a world in this thread. */
function makeLane() {
  let world: World | undefined;
  const lane = createLane(
    async (options) => {
      world = await openHere(options);
      return world;
    },
    (work) => work(),
  );
  const settle = (): Promise<void> => vi.waitFor(() => expect(lane.arrived || lane.failed).toBe(true), { timeout: 120_000 });
  return { lane, settle, theWorld: () => world as World };
}

test("it arrives when its step is done and the frame of that very step is here", async () => {
  const { lane, settle } = makeLane();
  lane.load(SCENE, {}, 4);
  expect(lane.arrived).toBe(false);
  await settle();
  expect([lane.frame?.steps, lane.cost]).toEqual([0, 0]);
  for (const ticks of [1, 3, 40]) {
    const before = lane.frame?.steps ?? 0;
    lane.advance(ticks);
    expect(lane.arrived).toBe(false);
    await settle();
    expect(lane.frame?.steps).toBe(before + 4 * ticks);
    expect(lane.stats?.steps).toBe(lane.frame?.steps);
  }
  expect(lane.frame?.time).toBeCloseTo(1.76, 12);
  expect(lane.cost).toBeGreaterThan(0);
});

test("a reset gives up what is under way", async () => {
  const { lane, settle } = makeLane();
  lane.load(SCENE, {}, 1);
  await settle();
  lane.advance(1_000_000);
  lane.reset();
  await settle();
  expect([lane.frame?.steps, lane.failed]).toEqual([0, false]);
  lane.advance(2);
  await settle();
  expect(lane.frame?.steps).toBe(2);
});

test("what blows up says when, stays as it was, and can begin again", async () => {
  const { lane, settle } = makeLane();
  lane.load(EXPLODING, {}, 1);
  await settle();
  lane.advance(1000);
  await settle();
  expect(lane.failed).toBe(true);
  expect(lane.failure?.unstableAt).toBeGreaterThan(0.5);
  expect(lane.frame?.positions.every(Number.isFinite)).toBe(true);
  lane.reset();
  await settle();
  expect([lane.failed, lane.frame?.steps]).toEqual([false, 0]);
});

test("a scene that cannot be built is told, and a reset does not wait for it", async () => {
  const { lane, settle, theWorld } = makeLane();
  lane.load({ ...SCENE, solver: { method: "nobody" as "auto" } }, {}, 1);
  await settle();
  expect(lane.failure).toEqual({ sentence: expect.stringContaining("nobody") });
  const reset = vi.spyOn(theWorld(), "reset");
  lane.reset();
  expect(lane.failed).toBe(true);
  expect(reset).not.toHaveBeenCalled();
  lane.load(SCENE, {}, 1);
  await settle();
  expect([lane.failed, lane.frame?.steps]).toEqual([false, 0]);
});

test("closing disposes of the world", async () => {
  const { lane, settle, theWorld } = makeLane();
  lane.load(SCENE, {}, 1);
  await settle();
  lane.close();
  await vi.waitFor(() => expect(() => theWorld().isWorker).toThrow("disposed"));
});
