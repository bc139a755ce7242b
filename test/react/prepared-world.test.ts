import { afterEach, expect, test, vi } from "vitest";
import { holdWorld, isFree, prepareWorld, releaseWorld } from "../../src/react/prepared-world.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("who asks again for the same options finds the world that waits, and nobody finds one that is owned", async () => {
  const root = {};
  const first = prepareWorld(root, { timestep: 0.01, gravity: [0, 0, 0], loadMesh: async () => new Uint8Array() });
  expect(prepareWorld(root, { timestep: 0.01, gravity: [0, -1, 0], loadMesh: async () => new Uint8Array() })).toBe(first);
  expect(prepareWorld({}, { timestep: 0.01 })).not.toBe(first);
  expect(prepareWorld(root, { timestep: 0.02 })).not.toBe(first);
  const owner = {};
  expect(holdWorld(first, owner)).toBe(true);
  expect(holdWorld(first, {})).toBe(false);
  expect(prepareWorld(root, { timestep: 0.01 })).not.toBe(first);
  releaseWorld(first, {}); // somebody else's
  releaseWorld(first, owner);
  expect(holdWorld(first, owner)).toBe(true); // at once, as strict mode does
  await Promise.resolve();
  expect(isFree(first, owner)).toBe(true);
  releaseWorld(first, owner);
  await Promise.resolve();
  expect(isFree(first, owner)).toBe(false);
  const world = await first.world;
  expect(() => world.update(0)).toThrow("a world that was disposed of");
});

test("a world that no component comes for is disposed of, and one that it comes for in time is not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const root = {};
  const [lost, found] = [prepareWorld(root, { seed: 1 }), prepareWorld(root, { seed: 2 })];
  const worlds = await Promise.all([lost.world, found.world]);
  vi.advanceTimersByTime(4000);
  expect(prepareWorld(root, { seed: 2 })).toBe(found); // another render: it may wait on
  vi.advanceTimersByTime(4000);
  await lost.world;
  expect(() => worlds[0].update(0)).toThrow("a world that was disposed of");
  expect(prepareWorld(root, { seed: 1 })).not.toBe(lost);
  worlds[1].update(0);
  holdWorld(found, {});
  vi.advanceTimersByTime(60_000);
  await found.world;
  worlds[1].update(0);
});

test("a world that cannot be made says why to everyone who asks", async () => {
  const root = {};
  const prepared = prepareWorld(root, { timstep: 1 } as never);
  await expect(prepared.world).rejects.toThrow("did you mean timestep?");
  expect(prepareWorld(root, { timstep: 1 } as never)).toBe(prepared);
});
