import { Object3D, PerspectiveCamera } from "three";
import { expect, test } from "vitest";
import { createWorld } from "../../src/index.ts";
import { createCloth, updateDetail } from "../../src/three/index.ts";

const GRID = { columns: 9, rows: 9, width: 1, height: 1, origin: [-0.5, 0.5, 0], v: [0, -1, 0] } as const;

test("cloth out of sight is hidden and found again with its object, and what is small has less detail", async () => {
  const world = await createWorld({});
  const hero = new Object3D();
  const cape = await createCloth(world, { grid: GRID, attachTo: { object: hero, vertices: "top" } });
  const levels: unknown[] = [];
  const { set } = cape.cloth;
  (cape.cloth as { set: typeof set }).set = (changes) => {
    levels.push(changes.detail);
    return set(changes);
  };
  const camera = new PerspectiveCamera(50, 1, 0.1, 500);
  const frame = async (): Promise<void> => {
    updateDetail([cape], camera);
    world.update(1 / 60);
    await world.settle();
  };
  const stand = async (distance: number): Promise<void> => {
    camera.position.set(0, 0, distance);
    for (let n = 0; n < 20; n++) await frame();
  };
  await stand(3);
  expect([cape.cloth.isHidden, levels]).toEqual([false, []]);
  await stand(9);
  expect(levels).toEqual(["half"]);
  await stand(5.7); // not yet
  expect(levels).toEqual(["half"]);
  await stand(30);
  expect(levels).toEqual(["half", "quarter"]);
  await stand(3);
  expect(levels).toEqual(["half", "quarter", "full"]);
  camera.rotation.set(0, Math.PI, 0);
  await frame();
  expect(cape.cloth.isHidden).toBe(true);
  hero.position.set(40, 0, 0);
  const still = cape.mesh.geometry.getAttribute("position").array.slice();
  for (let n = 0; n < 5; n++) await frame();
  expect(cape.mesh.geometry.getAttribute("position").array).toEqual(still);
  camera.rotation.set(0, 0, 0);
  hero.position.set(40, 0, -10);
  await frame();
  expect(cape.cloth.isHidden).toBe(true); // it went with its hero
  camera.position.set(40, 0, 3);
  await frame();
  expect(cape.cloth.isHidden).toBe(false);
  await frame();
  expect(cape.mesh.geometry.boundingSphere?.center.x).toBeCloseTo(40, 0);
  expect(() => updateDetail([cape], {} as never)).toThrow("camera: got [object Object]; give a camera of three.js");
  world.dispose();
});
