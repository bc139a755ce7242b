import { Group, Mesh, PlaneGeometry } from "three";
import { expect, test } from "vitest";
import { createWorld } from "../../src/index.ts";
import { attach, createCloth, followObject } from "../../src/three/index.ts";

/** A banner of two meshes that meet in a seam, "hem" above "flag". */
function createBanner(): Group {
  const hem = new Mesh(new PlaneGeometry(1, 0.25, 4, 1));
  hem.name = "hem";
  hem.position.y = 0.625;
  const flag = new Mesh(new PlaneGeometry(1, 1, 4, 4));
  flag.name = "flag";
  return new Group().add(hem, flag);
}

test("a mesh of an object is attached by its name, its seam to the rest with it", async () => {
  using world = await createWorld({ gravity: [0, 0, 0] });
  const pole = new Group();
  const { cloth } = await createCloth(world, { mesh: createBanner(), attachTo: { object: pole, vertices: "hem" } });
  expect(cloth.vertexCount).toBe(5 * 6);
  pole.position.set(0, 0.1, 0);
  world.update(1 / 60);
  world.update(1 / 30);
  const held = cloth.verticesNear([0, 0.85, 0], 0.001).length + cloth.verticesNear([0, 0.6, 0], 0.001).length;
  expect(held).toBe(2); // both rows of the hem have gone up with the pole
});

test("cloth goes with a collider, and with a mesh that is followed", async () => {
  using world = await createWorld({ gravity: [0, 0, 0] });
  const grid = { columns: 3, rows: 3, width: 1, height: 1 };
  const collider = await world.addCollider({ sphere: { center: [0, 5, 0], radius: 0.1 } });
  const board = new Mesh(new PlaneGeometry(1, 1));
  board.position.z = 5;
  const body = await followObject(world, board);
  const first = await createCloth(world, { grid, attachTo: { object: collider, vertices: "top" } });
  const second = await createCloth(world, { grid, attachTo: { object: body, vertices: "top-left" } });
  const third = await createCloth(world, { grid });
  await attach(third, "all", board);
  expect(world.colliders).toHaveLength(2); // no anchors
  collider.move({ position: [0, 0.1, 0] });
  board.position.x = 0.1;
  world.update(1 / 60);
  world.update(1 / 30);
  expect(first.cloth.positions[1]).toBeCloseTo(0.1, 6);
  expect(second.cloth.positions[0]).toBeCloseTo(0.1, 6);
  for (let i = 0; i < 9; i++) expect(third.cloth.positions[3 * i]).toBeCloseTo(0.5 * (i % 3) + 0.1, 6);
});

test.each<[string, object, string]>([
  ["an unknown mesh", { vertices: "hemm" }, '"hemm"; did you mean "hem"?'],
  ["a stranger", { object: {}, vertices: "hem" }, "cloth.attachTo.object: got an object with no keys; give an object of three.js"],
  ["an unknown object below", { bone: "tip", vertices: "hem" }, 'cloth.attachTo.bone: got "tip"; there is no object of that name below it'],
  ["a wrong field", { vertices: "hem", to: "pole" }, "cloth.attachTo.to: got a field that does not exist"],
])("%s is refused in one sentence, and leaves no cloth", async (_name, wish, sentence) => {
  using world = await createWorld();
  const attachTo = { object: new Group(), ...wish } as never;
  await expect(createCloth(world, { mesh: createBanner(), attachTo })).rejects.toThrow(sentence);
  expect(world.cloths).toEqual([]);
});

test("vertices may come in a typed array, and wrong ones are told where they were given", async () => {
  using world = await createWorld();
  const object = await world.addCollider({ sphere: { center: [0, 0, 0], radius: 0.1 } });
  const grid = { columns: 3, rows: 3, width: 1, height: 1 };
  const { cloth } = await createCloth(world, { grid, attachTo: { object, vertices: Uint32Array.of(0, 2) } });
  const start = cloth.positions.slice(0, 9);
  for (let n = 0; n < 10; n++) world.update(1 / 60);
  expect(cloth.positions[1]).toBe(start[1]);
  expect(cloth.positions[4]).toBeLessThan(start[4]);
  expect(cloth.positions[7]).toBe(start[7]);
  const wrong = (attachTo: object): Promise<unknown> => createCloth(world, { grid, pins: [8], attachTo: attachTo as never });
  await expect(wrong({ object, vertices: [0, 99] })).rejects.toThrow("cloth.attachTo.vertices: got 99; the cloth has vertices 0 to 8");
  await expect(wrong({ object, vertices: [0, 0.5] })).rejects.toThrow("cloth.attachTo.vertices[1]: got 0.5; ");
  await expect(
    wrong([
      { object, vertices: [0] },
      { object, vertices: "topp" },
    ]),
  ).rejects.toThrow('cloth.attachTo[1].vertices: got "topp"');
  await expect(wrong({ object, vertices: 5 })).rejects.toThrow("cloth.attachTo.vertices: got 5; give a name or a list of vertices");
  await expect(createCloth(world, { grid, pins: [99], attachTo: { object, vertices: [0] } })).rejects.toThrow("cloth.pins[0]");
});

test("a geometry is attached, or pinned, by its top", async () => {
  using world = await createWorld();
  const object = await world.addCollider({ sphere: { center: [0, -3, 0], radius: 0.1 } });
  const mesh = new PlaneGeometry(1, 1, 4, 4);
  for (const held of [{ attachTo: { object, vertices: "top" } }, { pins: ["top"] }]) {
    const { cloth } = await createCloth(world, { mesh, ...held });
    const start = cloth.positions.slice();
    for (let n = 0; n < 5; n++) world.update(1 / 60);
    const still = Array.from({ length: 25 }, (_, i) => i).filter((i) => cloth.positions[3 * i + 1] === start[3 * i + 1]);
    expect(still).toEqual([0, 1, 2, 3, 4]);
  }
});
