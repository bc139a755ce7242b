import { expect, test, vi } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { CommandMessage } from "../../studio/src/protocol.ts";
import { PROTOCOL_VERSION } from "../../studio/src/protocol.ts";

const { createLane } = await import("../../studio/src/compare/lane.ts");
const { createSession } = await import("../../studio/src/worker/session.ts");

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 6, rows: 6, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
};
const EXPLODING: SceneInput = { ...SCENE, timestep: 0.5, solver: { method: "explicit-euler" } };

/** A lane on a session of the real worker, without the thread between them. */
function makeLane() {
  const terminate = vi.fn();
  const sent: string[] = [];
  const port: Parameters<typeof createLane>[0] = { postMessage, onmessage: null, onerror: null, terminate };
  const session = createSession((event) => {
    setTimeout(() => port.onmessage?.({ data: { ...event, version: PROTOCOL_VERSION } } as MessageEvent));
  });
  function postMessage(message: unknown): void {
    sent.push((message as CommandMessage).type);
    session.accept(message as CommandMessage);
  }
  const lane = createLane(port, (work) => work());
  const settle = (): Promise<void> => vi.waitFor(() => expect(lane.arrived || lane.failed).toBe(true), { timeout: 120_000 });
  return { lane, settle, sent, terminate };
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
  const { lane, settle, sent } = makeLane();
  lane.load({ ...SCENE, solver: { method: "nobody" as "auto" } }, {}, 1);
  await settle();
  expect(lane.failure).toEqual({ sentence: expect.stringContaining("nobody") });
  lane.reset();
  expect(lane.failed).toBe(true);
  expect(sent).not.toContain("reset");
  lane.load(SCENE, {}, 1);
  await settle();
  expect([lane.failed, lane.frame?.steps]).toEqual([false, 0]);
});

test("closing ends the worker", () => {
  const { lane, terminate } = makeLane();
  lane.close();
  expect(terminate).toHaveBeenCalledOnce();
});
