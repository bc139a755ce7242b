import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/world/create-world.ts";
import { GRID, KINDS, withWorld } from "./worlds.ts";

/** A square of two triangles, and a face that is none. */
const SQUARE = "v 0 1 0\nv 1 1 0\nv 1 1 1\nv 0 1 1\nf 1 2 3\nf 1 3 4\nf 1 1 2\n";
/** A wall with a line that no OBJ has. */
const WALL = "v 5 0 0\nv 5 1 0\nv 5 1 1\nnonsense 1\nf 1 2 3\n";
const FILES: Readonly<Record<string, string>> = { "square.obj": SQUARE, "wall.obj": WALL };
const loadMesh = async (name: string): Promise<string> => FILES[name];

describe.each(KINDS)("$kind", ({ options }) => {
  test("a world tells what was mended in its files, by the places that cloths and bodies have now", async () => {
    await withWorld({ ...options, loadMesh, cloths: [{ grid: GRID }] }, async (world) => {
      expect(world.notices).toEqual([]);
      const first = world.cloths[0];
      const square = await world.addCloth({ mesh: { file: "square.obj" } });
      const [about, ...others] = world.notices;
      expect(about).toMatch(/^cloths\[1\]\.mesh: passed over 1 face of fewer than three corners/);
      expect(others).toEqual([]);
      await world.addCollider({ mesh: { file: "wall.obj" } });
      expect(world.notices.map((notice) => notice.split(":")[0])).toEqual(["colliders[0].mesh", "cloths[1].mesh"]);
      await first.remove();
      expect(world.notices).toContain(about.replace("cloths[1]", "cloths[0]"));
      await square.remove();
      expect(world.notices).toEqual([]); // a body that meets no cloth is not looked at
    });
  });
});

test("cloths together have the notices of a simulation, in its order", async () => {
  const cloths = [{ mesh: { file: "square.obj" } }, { grid: GRID }, { mesh: { file: "square.obj" } }];
  const scene = { cloths, colliders: [{ mesh: { file: "wall.obj" } }] };
  const { createSimulation } = await import("../../src/index.ts");
  const { notices } = await createSimulation({ drape: 1, ...scene }, { loadMesh });
  expect(notices.length).toBe(3);
  const world = await createWorld({ ...scene, loadMesh, together: true });
  expect(world.notices).toEqual(notices);
  world.dispose();
});
