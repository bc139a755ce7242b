import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SphereGeometry,
} from "three";
import { expect, test } from "vitest";
import { createWorld, type World } from "../../src/index.ts";
import { type BodyForm, createCloth, followObject } from "../../src/three/index.ts";

const SHEET = { columns: 9, rows: 9, width: 1, height: 1, origin: [-0.5, 1, -0.5], v: [0, 0, 1] } as const;

const nextTask = (): Promise<void> => new Promise((resume) => setTimeout(resume, 0));

async function kindOf(geometry: BufferGeometry, scale: readonly [number, number, number] = [1, 1, 1], shape?: BodyForm): Promise<string> {
  using world = await createWorld();
  const mesh = new Mesh(geometry);
  mesh.scale.set(...scale);
  const { colliders } = await followObject(world, mesh, { shape });
  return colliders[0].kind;
}

test.each<[string, BufferGeometry, [number, number, number], BodyForm | undefined, string]>([
  ["a ball", new SphereGeometry(0.5, 7, 5), [2, 2, 2], undefined, "sphere"],
  ["a ball beside its origin", new SphereGeometry(0.5, 8, 6).translate(1, 0, 0), [1, 1, 1], undefined, "sphere"],
  ["half a ball", new SphereGeometry(0.5, 8, 6, 0, Math.PI), [1, 1, 1], undefined, "mesh"],
  ["an egg", new SphereGeometry(0.5, 8, 6), [1, 2, 1], undefined, "mesh"],
  ["an egg by its bounds", new SphereGeometry(0.5, 8, 6), [1, 2, 1], "capsule", "capsule"],
  ["a box", new BoxGeometry(1, 2, 3, 2, 2, 2), [1, 2, 3], undefined, "box"],
  ["a box that stands on an edge", new BoxGeometry(1, 1, 1).rotateY(Math.PI / 4), [1, 1, 1], undefined, "mesh"],
  ["a capsule", new CapsuleGeometry(0.2, 1), [2, 2, 2], undefined, "capsule"],
  ["a long capsule", new CapsuleGeometry(0.2, 1), [1, 2, 1], undefined, "mesh"],
  ["a cylinder, whose ends are flat", new CylinderGeometry(0.2, 0.2, 1), [1, 1, 1], undefined, "mesh"],
  ["a plane, which ends", new PlaneGeometry(2, 2), [1, 1, 1], undefined, "mesh"],
  ["a plane without end", new PlaneGeometry(2, 2), [1, 1, 1], "plane", "plane"],
])("%s", async (_name, geometry, scale, shape, kind) => {
  expect(await kindOf(geometry, scale, shape)).toBe(kind);
});

/** The heights of a sheet's middle, after it has fallen onto what is below. */
async function fallOn(world: World, seconds: number, onFrame: (time: number) => void = () => {}): Promise<Float32Array> {
  const { cloth } = await createCloth(world, { grid: SHEET });
  for (let n = 0; n < 60 * seconds; n++) {
    onFrame(n / 60);
    world.update(1 / 60);
  }
  return cloth.positions.slice();
}

test.each<[string, BufferGeometry, BodyForm | undefined]>([
  ["ball", new SphereGeometry(0.25, 24, 16), undefined],
  ["box", new BoxGeometry(0.5, 0.5, 0.5), undefined],
  ["lying capsule", new CapsuleGeometry(0.25, 1), undefined],
  ["box of triangles", new BoxGeometry(0.5, 0.5, 0.5), "mesh"],
])("cloth lies on a %s of twice its size, high up in a group", async (_name, geometry, shape) => {
  using world = await createWorld();
  const body = new Mesh(geometry);
  body.rotation.x = Math.PI / 2;
  const group = new Group().add(body);
  group.scale.setScalar(2);
  group.position.set(0, 0.4, 0);
  await followObject(world, group, { shape, friction: 0.8 });
  const positions = await fallOn(world, 1);
  expect(positions[3 * 40 + 1]).toBeGreaterThan(0.89);
  expect(positions[3 * 40 + 1]).toBeLessThan(0.95);
});

test("a body is met where it is when it is made, and goes on with its object", async () => {
  using world = await createWorld();
  const lift = new Mesh(new BoxGeometry(2, 0.2, 2));
  lift.position.set(0, 0.8, 0);
  lift.rotation.y = 0.3;
  const body = await followObject(world, lift, { name: "lift" });
  const positions = await fallOn(world, 1, (time) => {
    lift.position.y = 0.8 + 0.5 * time;
    lift.rotation.y = 0.3 + time;
  });
  expect(positions[3 * 40 + 1]).toBeGreaterThan(lift.position.y + 0.09);
  expect(positions[3 * 40 + 1]).toBeLessThan(lift.position.y + 0.16);
  expect(body.colliders.map(({ name }) => name)).toEqual(["lift"]);
  await body.remove();
  expect(world.colliders).toEqual([]);
  const before = world.cloths[0].positions[3 * 40 + 1];
  for (let n = 0; n < 30; n++) world.update(1 / 60);
  expect(world.cloths[0].positions[3 * 40 + 1]).toBeLessThan(before - 0.3);
});

test("what is told of a body leaves three.js to bring its neighbours up to date", async () => {
  using world = await createWorld();
  const [followed, neighbour] = [new Mesh(new SphereGeometry()), new Group()];
  const group = new Group().add(followed, neighbour);
  for (const object of [group, followed, neighbour]) object.matrixAutoUpdate = false;
  group.updateMatrixWorld(true);
  const [collider] = (await followObject(world, followed)).colliders;
  await world.addCloth({ grid: SHEET });
  group.matrix.makeTranslation(0, 3, 0);
  group.matrixWorldNeedsUpdate = true;
  world.update(1 / 60);
  world.update(1 / 30);
  expect(collider.matrix[13]).toBeCloseTo(3, 6);
  group.updateMatrixWorld(); // as a renderer does
  expect(neighbour.matrixWorld.elements[13]).toBe(3);
});

test("instances are bodies of their own, which come and go", async () => {
  using world = await createWorld();
  const balls = new InstancedMesh(new SphereGeometry(0.1, 12, 8), new MeshBasicMaterial(), 5);
  balls.count = 2;
  for (let n = 0; n < 5; n++) balls.setMatrixAt(n, new Matrix4().makeTranslation(n, 0, 0));
  const body = await followObject(world, balls, { name: "ball" });
  expect(body.colliders.map(({ name, kind }) => [name, kind])).toEqual([
    ["ball", "sphere"],
    ["ball 2", "sphere"],
  ]);
  await world.addCloth({ grid: SHEET });
  balls.count = 4;
  world.update(1 / 60);
  await expect.poll(() => body.colliders.length).toBe(4);
  expect(world.colliders.map(({ name }) => name)).toEqual(["ball", "ball 2", "ball 3", "ball 4"]);
  balls.setMatrixAt(1, new Matrix4().makeTranslation(1, 2, 0));
  world.update(1 / 60);
  world.update(1 / 60);
  expect(Array.from(body.colliders[1].matrix.subarray(12, 15))).toEqual([1, 2, 0]);
  balls.count = 1;
  world.update(1 / 60);
  await expect.poll(() => world.colliders.length).toBe(1);
  expect(body.colliders).toEqual(world.colliders);
  balls.setMatrixAt(1, new Matrix4().makeScale(0, 0, 0));
  balls.count = 2;
  await nextTask();
  world.update(1 / 60);
  await nextTask();
  expect(() => world.update(1 / 60)).toThrow("Mesh: got a scale of 0, 0, 0; give it a size before it is followed");
});

test("an object that stands still does not wake what sleeps on it", async () => {
  using world = await createWorld();
  await followObject(world, new Mesh(new BoxGeometry(3, 0.2, 3)));
  const { cloth } = await createCloth(world, { grid: { ...SHEET, origin: [-0.5, 0.11, -0.5] } });
  for (let n = 0; n < 600 && !cloth.isAsleep; n++) world.update(1 / 60);
  expect(cloth.isAsleep).toBe(true);
  world.update(1 / 60);
  expect(cloth.isAsleep).toBe(true);
});

test("of a whole scene the meshes of cloth are left out", async () => {
  using world = await createWorld();
  const { mesh } = await createCloth(world, { grid: SHEET });
  const scene = new Group().add(mesh, new Mesh(new SphereGeometry()));
  expect((await followObject(world, scene)).colliders).toHaveLength(1);
  await expect(followObject(world, new Group().add(mesh))).rejects.toThrow("Group: got no meshes; give an object with meshes");
  await expect(followObject(world, {} as never)).rejects.toThrow("object: got an object");
  await expect(followObject(world, scene, { shape: "ball" as never })).rejects.toThrow("options.shape");
});
