import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { createListeners } from "../../src/core/listeners.ts";
import { createWorld } from "../../src/world/create-world.ts";
import type { Host } from "../../src/world/host.ts";
import { createWorldKeep } from "../../src/world/world-keep.ts";
import { GRID, KINDS } from "./worlds.ts";

describe.each(KINDS)("a world that is disposed of $kind", ({ options }) => {
  test("refuses what was being added, and lets go what was being removed", async () => {
    const world = await createWorld({ ...options, cloths: [{ grid: GRID }], colliders: [{ sphere: { center: [0, 0, 0], radius: 0.2 } }] });
    const [cloth] = world.cloths;
    const removed = [cloth.remove(), world.colliders[0].remove()];
    const added = [world.addCloth({ grid: GRID }), world.addCollider({ sphere: { center: [0, 0, 0], radius: 1 } })];
    const settled = Promise.allSettled([...removed, ...added, cloth.set({ fabric: "denim" })]);
    world.dispose();
    const results = await settled;
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected", "rejected"]);
    for (const result of results.slice(2)) {
      expect(String((result as PromiseRejectedResult).reason)).toContain("world: got a world that was disposed of; create another");
    }
    expect(cloth.isRemoved).toBe(true);
  });
});

test("an error of a body that a change did not mention tells its place in the world's list", async () => {
  let refused: InputError | undefined;
  const change = async (): Promise<[]> => {
    if (refused !== undefined) throw refused;
    return [];
  };
  const host = { change } as Partial<Host> as Host;
  const { add } = createWorldKeep(
    () => host,
    createListeners(["frame"]),
    () => {},
  );
  const sphere = { center: [0, 0, 0], radius: 1 };
  const [, , third] = await add([], [{ sphere }, { sphere }, { sphere }], (list, n) => `${list}[${n}]`);
  refused = new InputError(`colliders#${third}.sphere`, "something", "give another");
  await expect(add([], [{ sphere }], () => "collider")).rejects.toThrow("colliders[2].sphere: got something; give another");
});

test("an error of a skin tells where it was given", async () => {
  using world = await createWorld();
  const skin = { boneCount: 0, indices: [], weights: [] };
  await expect(world.addCollider({ skin })).rejects.toThrow("collider.skin.boneCount: got 0; ");
  await expect(createWorld({ colliders: [{ skin }] })).rejects.toThrow("colliders[0].skin.boneCount: got 0; ");
});

test("what a change has brought is shown at once: a frame tells of it", async () => {
  using world = await createWorld({ cloths: [{ grid: GRID }] });
  const [cloth] = world.cloths;
  const seen: number[] = [];
  world.on("frame", () => seen.push(cloth.isRemoved ? -1 : cloth.vertexCount));
  await cloth.set({ grid: { ...GRID, rows: 4 } });
  await cloth.cut([
    [9, 10],
    [10, 11],
  ]);
  await cloth.remove();
  expect(seen).toEqual([32, 33, -1]);
});
