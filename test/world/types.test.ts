import { expect, test } from "vitest";
import { createWorld, type WorldOptions } from "../../src/index.ts";

/** What must not compile: each line below `@ts-expect-error` is a mistake that the types find. A world refuses the same values. */
const grid = { columns: 3, rows: 3, width: 1, height: 1, v: [0, 0, 1] };
const sphere = { center: [0, 0, 0], radius: 1 };

const MISTAKES: readonly WorldOptions[] = [
  // @ts-expect-error a misspelt option
  { gravty: [0, 0, 0] },
  // @ts-expect-error another
  { wokrer: true },
  // @ts-expect-error another
  { tread: 2 },
  // @ts-expect-error another
  { collsion: { self: true } },
  // @ts-expect-error another
  { slep: false },
  // @ts-expect-error a field of collision
  { cloths: [{ grid }], collision: { slef: true } },
  // @ts-expect-error a field of the wind
  { cloths: [{ grid }], wind: { velocity: [0, 0, 1], airDensty: 1 } },
  // @ts-expect-error a field of the solver
  { cloths: [{ grid }], solver: { method: "bdf2", tolerence: 1 } },
  // @ts-expect-error the method
  { cloths: [{ grid }], solver: { method: "bdf3" } },
  // @ts-expect-error a field of a cloth
  { cloths: [{ gird: grid }] },
  // @ts-expect-error another
  { cloths: [{ grid, fabrick: "silk" }] },
  // @ts-expect-error a fabric
  { cloths: [{ grid, fabric: "coton" }] },
  // @ts-expect-error a field of a grid
  { cloths: [{ grid: { columns: 3, rows: 3, wdth: 1, height: 1 } }] },
  // @ts-expect-error a field of a pin
  { cloths: [{ grid, pins: [{ vertx: 0 }] }] },
  // @ts-expect-error a field of a collider
  { cloths: [{ grid }], colliders: [{ sphre: sphere }] },
  // @ts-expect-error a field of a sphere
  { cloths: [{ grid }], colliders: [{ sphere: { centre: [0, 0, 0], radius: 1 } }] },
  // @ts-expect-error another field of a collider
  { cloths: [{ grid }], colliders: [{ sphere, fricton: 1 }] },
  // @ts-expect-error a field of a capsule
  { cloths: [{ grid }], colliders: [{ capsule: { form: [0, 0, 0], to: [0, 1, 0], radius: 1 } }] },
  // @ts-expect-error a field of a skin
  { cloths: [{ grid }], colliders: [{ mesh: { positions: [], triangles: [] }, skin: { bones: 2, indices: [], weights: [] } }] },
  // @ts-expect-error a field of a figure
  { cloths: [{ grid }], figures: [{ heigth: 1.7 }] },
];

test("each of twenty misspelt fields is found by the types, and refused by a world", async () => {
  expect(MISTAKES.length).toBe(20);
  for (const options of MISTAKES) await expect(createWorld(options)).rejects.toThrow(/got/);
});

test("what is right compiles", async () => {
  const world = await createWorld({
    cloths: [{ grid, fabric: "silk", withTangents: true }],
    colliders: [{ sphere }],
    gravity: { x: 0, y: 0, z: 0 },
  });
  world.update(1 / 60);
  world.dispose();
});
