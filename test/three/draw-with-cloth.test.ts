import {
  Bone,
  CapsuleGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  Object3D,
  Quaternion,
  Scene,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
  Vector3,
} from "three";
import { expect, test } from "vitest";
import { createWorld, type World, type WorldCloth } from "../../src/index.ts";
import { createCloth, followObject } from "../../src/three/index.ts";

/** A limb of two bones along y in a group of another scale; a hat hangs on the second. */
function createLimb(): { figure: Group; tip: Bone; hat: Object3D } {
  const geometry = new CylinderGeometry(20, 20, 200, 8, 8).translate(0, 100, 0);
  const count = geometry.getAttribute("position").count;
  const weights = Array.from({ length: count }, (_, i) => Math.min(Math.max(geometry.getAttribute("position").getY(i) / 100 - 0.5, 0), 1));
  geometry.setAttribute("skinIndex", new Uint16BufferAttribute(weights.flatMap(() => [0, 1, 0, 0]), 4)); // biome-ignore format: one line
  geometry.setAttribute("skinWeight", new Float32BufferAttribute(weights.flatMap((share) => [1 - share, share, 0, 0]), 4)); // biome-ignore format: one line
  const mesh = new SkinnedMesh(geometry);
  const [root, tip, hat] = [new Bone(), new Bone(), new Object3D()];
  tip.position.y = 100;
  hat.position.y = 120;
  mesh.add(root.add(tip.add(hat)));
  mesh.bind(new Skeleton([root, tip]));
  const figure = new Group().add(mesh);
  figure.scale.setScalar(0.01);
  return { figure, tip, hat };
}

const GRID = { columns: 5, rows: 5, width: 0.4, height: 0.4, origin: [-0.2, 2.3, 0] } as const;
const TOP = [0, 1, 2, 3, 4];

/** Where vertices of a cloth are on an object as it is drawn. */
function placesOn(object: Object3D, { positions }: WorldCloth): Vector3[] {
  const toObject = object.matrixWorld.clone().invert();
  return TOP.map((vertex) => new Vector3().fromArray(positions, 3 * vertex).applyMatrix4(toObject));
}

/** How far vertices that are attached to an object get from where they were on it, as drawn, over a rough ride [m]. */
async function strayOf(world: World, scene: Scene, object: Object3D, cloth: WorldCloth, ride: (n: number) => void): Promise<number> {
  scene.updateMatrixWorld();
  const first = placesOn(object, cloth);
  const size = new Vector3().setFromMatrixScale(object.matrixWorld).x;
  let worst = 0;
  for (let n = 1; n <= 20; n++) {
    ride(n);
    world.update(n % 3 === 0 ? 0.023 : 0.011);
    if (world.isWorker && n % 2 === 0) await world.settle();
    scene.updateMatrixWorld(); // as a renderer does
    if (n > 4) worst = Math.max(worst, ...placesOn(object, cloth).map((place, k) => size * place.distanceTo(first[k])));
  }
  return worst;
}

const position = new Vector3();

test.each([false, true])("a skin is drawn at the time of the cloth (in a worker: %s)", async (worker) => {
  using world = await createWorld({ worker });
  const { figure, tip, hat } = createLimb();
  const scene = new Scene().add(figure);
  const body = await followObject(world, figure);
  const { cloth } = await createCloth(world, { grid: GRID, attachTo: { object: tip, vertices: "top" } });
  const ride = (n: number): void => {
    figure.position.x = 0.03 * n;
    tip.position.z = 2 * n;
  };
  await world.settle();
  expect(await strayOf(world, scene, tip, cloth, ride)).toBeLessThan(1e-6);
  const onTip = hat.matrixWorld.clone().premultiply(tip.matrixWorld.clone().invert());
  expect(onTip.elements[13]).toBeCloseTo(120, 4); // what hangs on a bone goes along
  expect(tip.getWorldPosition(position).x).toBeCloseTo(0.6, 6); // whoever asks where the bone is gets its present place
  await body.remove();
  scene.updateMatrixWorld();
  expect(tip.matrixWorld.elements[12]).toBeCloseTo(0.6, 6);
});

test("a body is drawn where it is if that is asked for", async () => {
  using world = await createWorld();
  const { figure, tip } = createLimb();
  const scene = new Scene().add(figure);
  await followObject(world, figure, { drawWithCloth: false });
  const { cloth } = await createCloth(world, { grid: GRID, attachTo: { object: tip, vertices: "top" } });
  const stray = await strayOf(world, scene, tip, cloth, (n) => figure.position.setX(0.03 * n));
  expect(stray).toBeGreaterThan(0.02);
});

test.each([
  ["a sphere", new SphereGeometry(0.3)],
  ["a capsule", new CapsuleGeometry(0.1, 0.4)],
  ["a mesh", new CylinderGeometry(0.1, 0.3, 0.4)],
])("%s is drawn at the time of the cloth, with what hangs on it and the scale that it has", async (_name, geometry) => {
  using world = await createWorld();
  const mesh = new Mesh(geometry);
  mesh.position.set(0.1, 2, -0.6);
  mesh.rotation.set(0.5, 0.4, 0.3);
  const child = new Object3D();
  child.position.x = 1;
  const scene = new Scene().add(mesh.add(child));
  await followObject(world, mesh);
  const { cloth } = await createCloth(world, { grid: GRID, attachTo: { object: mesh, vertices: "top" } });
  const ride = (n: number): void => {
    mesh.position.x = 0.1 + 0.03 * n;
    mesh.rotation.y = 0.4 + 0.05 * n;
  };
  expect(await strayOf(world, scene, mesh, cloth, ride)).toBeLessThan(1e-3); // cloth goes straight between two steps, the body turns
  mesh.scale.setScalar(2);
  world.update(1 / 60);
  scene.updateMatrixWorld();
  const at = (object: Object3D): Vector3 => position.setFromMatrixPosition(object.matrixWorld).clone();
  expect(at(child).distanceTo(at(mesh))).toBeCloseTo(2, 6);
  expect(mesh.matrixWorld.determinant()).toBeCloseTo(8, 6);
});

test("without cloth, and while the world rests, a body is drawn where it is", async () => {
  using world = await createWorld();
  const mesh = new Mesh(new SphereGeometry(0.3));
  const scene = new Scene().add(mesh);
  const drawnAt = (): number => {
    scene.updateMatrixWorld();
    return mesh.matrixWorld.elements[12];
  };
  await followObject(world, mesh);
  mesh.position.x = 1;
  world.update(1 / 60);
  expect(drawnAt()).toBe(1);
  const { cloth } = await createCloth(world, { grid: GRID });
  expect(drawnAt()).toBe(1);
  for (mesh.position.x = 1.1; mesh.position.x < 2; mesh.position.x += 0.1) world.update(1 / 60);
  expect(drawnAt()).toBeLessThan(1.95);
  mesh.position.x = 3;
  for (let n = 0; n < 12; n++) drawnAt(); // the world is no longer updated
  expect(drawnAt()).toBe(3);
  world.update(1 / 60);
  world.update(1 / 60);
  mesh.position.x = 4;
  world.update(1 / 60);
  expect(drawnAt()).toBeCloseTo(3, 6);
  await cloth.remove();
  world.update(1 / 60);
  expect(drawnAt()).toBe(4);
});

test("a body whose collider was removed, or whose place is set by somebody else, is drawn where it is", async () => {
  using world = await createWorld();
  const [ball, own] = [new Mesh(new SphereGeometry(0.3)), new Mesh(new SphereGeometry(0.3))];
  own.matrixWorldAutoUpdate = false;
  const scene = new Scene().add(ball, own);
  await createCloth(world, { grid: GRID });
  const { colliders } = await followObject(world, ball);
  await followObject(world, own);
  for (let n = 1; n <= 5; n++) {
    ball.position.x = n;
    own.matrixWorld.makeTranslation(n, 0, 0);
    world.update(1 / 60);
    scene.updateMatrixWorld();
  }
  expect(ball.matrixWorld.elements[12]).toBeCloseTo(4, 6);
  expect(own.matrixWorld.elements[12]).toBe(5);
  await colliders[0].remove();
  scene.updateMatrixWorld();
  expect(ball.matrixWorld.elements[12]).toBe(5);
  expect(ball.getWorldQuaternion(new Quaternion()).w).toBe(1);
});
