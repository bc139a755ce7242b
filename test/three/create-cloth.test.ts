import {
  BufferGeometry,
  DataTexture,
  Group,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Scene,
  SphereGeometry,
} from "three";
import { expect, test } from "vitest";
import { createWorld } from "../../src/index.ts";
import { createCloth } from "../../src/three/index.ts";

const GRID = { columns: 5, rows: 5, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] } as const;
const CUT = [
  [22, 17],
  [17, 12],
  [12, 7],
] as const;

const numbers = (geometry: BufferGeometry, name: string): number[] => Array.from(geometry.getAttribute(name).array);

test("options become a mesh that falls with its world, and both go together", async () => {
  const scene = new Scene();
  const { mesh, cloth, world, update, dispose } = await createCloth({}, { grid: GRID, pins: ["top"] });
  scene.add(mesh);
  expect(mesh.castShadow && mesh.receiveShadow).toBe(true);
  const sphere = mesh.geometry.boundingSphere;
  for (let n = 0; n < 20; n++) update(1 / 60);
  expect(numbers(mesh.geometry, "position")).toEqual(Array.from(cloth.positions));
  expect(numbers(mesh.geometry, "normal")).toEqual(Array.from(cloth.normals));
  expect(numbers(mesh.geometry, "uv")).toEqual(Array.from(cloth.uv));
  expect(mesh.geometry.getAttribute("tangent")).toBeUndefined();
  expect(mesh.geometry.getAttribute("position").getY(22)).toBeLessThan(0.9);
  expect(mesh.geometry.boundingSphere).toBe(sphere);
  for (let i = 0; i < 25; i++) {
    const [x, y, z] = cloth.positions.subarray(3 * i, 3 * i + 3);
    const { center, radius } = sphere as NonNullable<typeof sphere>;
    expect(Math.hypot(x - center.x, y - center.y, z - center.z)).toBeLessThan(radius + 1e-6);
  }
  dispose();
  expect(scene.children).toEqual([]);
  expect(cloth.isRemoved).toBe(true);
  expect(() => world.update(1 / 60)).toThrow("a world that was disposed of");
});

test("a cloth of a shared world leaves it alone when it is disposed of", async () => {
  const world = await createWorld();
  const first = await createCloth(world, { grid: GRID });
  const second = await createCloth(world, { grid: GRID });
  expect(first.world).toBe(world);
  first.dispose();
  await world.settle();
  expect(world.cloths).toEqual([second.cloth]);
  world.update(1 / 60);
  world.dispose();
});

test.each([0, 2])("a cut is taken up in the same geometry, with %d levels of smoothing, and a reset too", async (smooth) => {
  const { mesh, cloth, world, dispose } = await createCloth({}, { grid: GRID, pins: ["top"] }, { smooth });
  const { geometry } = mesh;
  const before = geometry.getAttribute("position").count;
  expect(before).toBe(smooth === 0 ? 25 : 17 * 17);
  await cloth.cut(CUT);
  world.update(1 / 60);
  expect(mesh.geometry).toBe(geometry);
  expect(geometry.getAttribute("position").count).toBe(before + (smooth === 0 ? 3 : 12));
  expect(geometry.getAttribute("normal").count).toBe(before + (smooth === 0 ? 3 : 12));
  await world.reset();
  expect(geometry.getAttribute("position").count).toBe(before);
  expect(geometry.getAttribute("position").getY(24)).toBeCloseTo(1, 6);
  dispose();
});

test("a mesh leaves the scene with its cloth", async () => {
  using world = await createWorld();
  const made = await createCloth(world, { grid: GRID });
  const scene = new Scene().add(made.mesh);
  let freed = 0;
  made.mesh.geometry.addEventListener("dispose", () => freed++);
  await made.cloth.remove();
  expect(scene.children).toEqual([]);
  expect(freed).toBe(1);
  world.update(1 / 60);
  made.dispose();
});

test.each([
  ["a geometry", new PlaneGeometry(1, 1, 2, 2), "cloth: got a geometry; give it as { mesh }"],
  ["a mesh", new Mesh(new PlaneGeometry(1, 1, 2, 2)), "cloth: got an object of three.js; give it as { mesh }"],
])("%s without its braces is refused in a sentence of its own", async (_name, bare, sentence) => {
  await expect(createCloth({}, bare as never)).rejects.toThrow(sentence);
});

test("a normal map brings tangents along u, in the simulated mesh and in a smooth one", async () => {
  const material = new MeshStandardMaterial({ normalMap: new DataTexture() });
  for (const smooth of [0, 1]) {
    const { mesh, cloth, dispose } = await createCloth({}, { grid: GRID }, { material, smooth });
    const tangent = mesh.geometry.getAttribute("tangent");
    expect(tangent.count).toBe(mesh.geometry.getAttribute("position").count);
    for (let i = 0; i < tangent.count; i++) expect(tangent.getX(i)).toBeCloseTo(1, 5);
    expect(cloth.tangents === undefined).toBe(smooth > 0);
    dispose();
  }
  const brushed = await createCloth({}, { grid: GRID }, { material: new MeshPhysicalMaterial({ anisotropy: 0.5 }) });
  expect(brushed.mesh.geometry.getAttribute("tangent").count).toBe(25);
  brushed.dispose();
});

test("a geometry keeps the seams of its texture, and a mesh its place and its material", async () => {
  const ball = new SphereGeometry(0.5, 12, 8);
  const closed = await createCloth({ gravity: [0, 0, 0] }, { mesh: ball, pressure: 5 });
  expect(closed.cloth.vertexCount).toBe(12 * 7 + 2);
  expect(numbers(closed.mesh.geometry, "uv")).toEqual(numbers(ball, "uv"));
  for (let n = 0; n < 5; n++) closed.update(1 / 60);
  closed.dispose();

  const material = new MeshStandardMaterial();
  const sheet = new Mesh(new PlaneGeometry(1, 1, 4, 4), material);
  const room = new Group().add(sheet);
  room.position.x = 3;
  const { mesh, cloth, dispose } = await createCloth({}, { mesh: sheet });
  expect(mesh.material).toBe(material);
  expect(cloth.positions[0]).toBe(2.5);
  room.add(mesh);
  room.updateMatrixWorld(true);
  expect(mesh.matrixWorld.elements[12]).toBe(0); // it is drawn where the cloth is
  dispose();
});

test("what sleeps is not drawn anew", async () => {
  const { mesh, cloth, world, dispose } = await createCloth({ gravity: [0, 0, 0] }, { grid: GRID });
  for (let n = 0; n < 200 && !cloth.isAsleep; n++) world.update(1 / 60);
  expect(cloth.isAsleep).toBe(true);
  world.update(1 / 60);
  const { version } = mesh.geometry.attributes.position as { version: number };
  world.update(1 / 60);
  expect((mesh.geometry.attributes.position as { version: number }).version).toBe(version);
  await world.set({ gravity: [0, -9.81, 0] });
  world.update(1 / 60);
  expect((mesh.geometry.attributes.position as { version: number }).version).toBeGreaterThan(version);
  dispose();
});

test.each<[string, () => Promise<unknown>, string]>([
  [
    "a wrong option",
    () => createCloth({}, { grid: GRID }, { smoth: 1 } as never),
    "options.smoth: got a field that does not exist; did you mean smooth?",
  ],
  ["too much smoothing", () => createCloth({}, { grid: GRID }, { smooth: 4 }), "options.smooth: got 4; give a whole number"],
  ["no material", () => createCloth({}, { grid: GRID }, { material: "red" as never }), 'options.material: got "red"; give a material'],
  ["an empty geometry", () => createCloth({}, { mesh: new BufferGeometry() }), "geometry: got no position attribute"],
  ["no cloth", () => createCloth({}, undefined as never), "cloth: got nothing; give an object"],
  ["a wrong pin", () => createCloth({}, { grid: GRID, pins: ["tp"] }), 'did you mean "top"?'],
])("%s is refused in one sentence", async (_name, create, sentence) => {
  await expect(create()).rejects.toThrow(sentence);
});
