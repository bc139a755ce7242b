import { beforeEach, expect, test, vi } from "vitest";
import { createWorld } from "../../src/world/create-world.ts";
import { GRID } from "./worlds.ts";

const warn = vi.spyOn(console, "warn");
beforeEach(() => {
  warn.mockReset().mockImplementation(() => {});
});

test("a world that is updated with milliseconds says so, once", async () => {
  using world = await createWorld({ cloths: [{ grid: GRID }] });
  world.update(16.7);
  world.update(16.6);
  expect(warn).not.toHaveBeenCalled();
  for (let n = 0; n < 10; n++) world.update(16.7);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^drape: world\.update was given 16\.7 s, .*divide by 1000$/)]]);
});

test("long times of a page that slept or is throttled are no milliseconds", async () => {
  using world = await createWorld();
  for (const seconds of [3600, 12, 1 / 60, 12, 8, 1 / 60, 60, 60, 60, 1, 1, 1, 0, -5]) world.update(seconds);
  expect(warn).not.toHaveBeenCalled();
});
