import { expect, test } from "vitest";
import { createWorld } from "../../src/world/create-world.ts";

const GRID = { columns: 5, rows: 5, width: 0.4, height: 0.4, origin: [-0.2, 1, -0.2], v: [0, 0, 1] };

/** A matrix that shifts, column by column. */
const shift = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

test("a skin stands where its first matrices put it, also after a reset: it sweeps nothing on its way there", async () => {
  using world = await createWorld();
  const cloth = await world.addCloth({ grid: GRID });
  // a table that passes the cloth if it first stands where its vertices are
  const positions = [-1, 2, -1, 1, 2, -1, 1, 2, 1, -1, 2, 1];
  const triangles = [0, 2, 1, 0, 3, 2];
  const skin = { boneCount: 1, indices: new Uint16Array(16), weights: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] };
  const table = await world.addCollider({ mesh: { positions, triangles }, skin: { ...skin, matrices: shift(0, -1.1, 0) } });
  for (const start of ["added", "reset"]) {
    for (let k = 0; k < 40; k++) world.update(1 / 60);
    for (let i = 0; i < 25; i++) expect(Math.abs(cloth.positions[3 * i + 1] - 0.9), start).toBeLessThan(0.02);
    await world.reset();
  }
  table.setBones(shift(0, -1.05, 0));
  for (let k = 0; k < 30; k++) world.update(1 / 60);
  expect(cloth.positions[3 * 12 + 1]).toBeGreaterThan(0.94);
});

test("bones without a mesh hold cloth that is attached to them, and are met by none", async () => {
  using world = await createWorld({ gravity: [0, 0, 0] });
  const bones = await world.addCollider({
    skin: { boneCount: 2, indices: [], weights: [], matrices: [...shift(0, 1, 0), ...shift(0, 0, 0)] },
  });
  expect(bones.kind).toBe("bones");
  const cloth = await world.addCloth({ grid: GRID });
  cloth.attach([0], bones, 1);
  bones.setBones([...shift(0, 1, 0), ...shift(0, 0, -0.05)]);
  world.update(1 / 60);
  world.update(1 / 30);
  expect(cloth.positions[2]).toBeCloseTo(-0.25, 6);
  await expect(world.addCollider({ skin: { boneCount: 1, indices: [], weights: [], matrices: [1] } })).rejects.toThrow(
    "skin.matrices: got 1 numbers; give 16 a bone, 16",
  );
});
