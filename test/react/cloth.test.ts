import { useFrame } from "@react-three/fiber";
import { createRef, createElement as e, type ReactNode, StrictMode, Suspense } from "react";
import { Group, type Mesh, MeshBasicMaterial, MeshStandardMaterial, PlaneGeometry } from "three";
import { expect, test } from "vitest";
import type { World, WorldCloth } from "../../src/index.ts";
import { Cloth, type ClothProps, ClothWorld, type ClothWorldProps, useCloth } from "../../src/react/index.ts";
import type { ThreeCloth } from "../../src/three/index.ts";
import { createTestRoot, type TestRoot } from "./test-root.ts";

const grid = (): ClothProps["grid"] => ({ columns: 5, rows: 5, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] });

/** A world with one cloth, and what it gave last. */
async function mount(first: ClothProps, options: ClothWorldProps = {}) {
  const root = await createTestRoot();
  const ref = createRef<WorldCloth>();
  const ready: ThreeCloth[] = [];
  const errors: string[] = [];
  const render = (props: ClothProps, ...children: ReactNode[]): Promise<void> =>
    root.render(
      e(
        Suspense,
        null,
        e(
          ClothWorld,
          { onError: ({ error }) => errors.push(error.message), ...options },
          e(Cloth, { ref, onReady: (cloth) => ready.push(cloth), ...props }, ...children),
        ),
      ),
    );
  await render(first);
  await root.until(() => ready.length > 0 || errors.length > 0);
  return { root, ref, ready, errors, render, world: ready[0]?.world as World };
}

const meshOf = ({ scene }: TestRoot): Mesh => scene.children[0] as Mesh;

test("a cloth is a mesh in the scene, by ref and in onReady", async () => {
  const { root, ref, ready, world } = await mount({ grid: grid(), pins: ["top"], castShadow: false, visible: false, renderOrder: 3 });
  expect(ready.length).toBe(1);
  expect(ref.current).toBe(world.cloths[0]);
  const mesh = meshOf(root);
  expect(mesh).toBe(ready[0].mesh);
  expect([mesh.castShadow, mesh.receiveShadow, mesh.visible, mesh.renderOrder]).toEqual([false, true, false, 3]);
  await root.frames(20);
  expect(mesh.geometry.getAttribute("position").getY(22)).toBeLessThan(0.9);
  let isFreed = false;
  mesh.geometry.addEventListener("dispose", () => {
    isFreed = true;
  });
  await root.unmount();
  expect(isFreed).toBe(true);
  expect(ref.current ?? undefined).toBeUndefined();
});

test("another render with equal values changes nothing, and other values are set without a restart", async () => {
  const { root, ref, ready, render } = await mount({ grid: grid(), pins: ["top"], fabric: "cotton" });
  await root.frames(20);
  const mesh = meshOf(root);
  const height = (): number => mesh.geometry.getAttribute("position").getY(22);
  const cloth = ref.current as WorldCloth;
  const { revision } = cloth;
  const fallen = height();
  await render({ grid: grid(), pins: ["top"], fabric: "cotton" });
  await root.frames(1);
  expect(cloth.revision).toBe(revision);
  await render({ grid: grid(), pins: [], fabric: { base: "silk" }, visible: false });
  await ready[0].world.settle();
  await root.frames(10);
  expect(meshOf(root)).toBe(mesh);
  expect(ref.current).toBe(cloth);
  expect(mesh.visible).toBe(false);
  expect(height()).toBeLessThan(fallen);
  expect(mesh.geometry.getAttribute("position").getY(0)).toBeLessThan(1); // its pins were taken away
  expect(ready.length).toBe(1);
  await render({ grid: { ...grid(), columns: 9 } as never });
  await root.until(() => cloth.vertexCount === 45);
  await root.frames(1);
  expect(meshOf(root)).toBe(mesh);
  expect(mesh.geometry.getAttribute("position").count).toBe(45);
  await root.unmount();
});

test("another smoothness makes another mesh, and the former is gone", async () => {
  const { root, ref, ready, render, world } = await mount({ grid: grid() });
  const [former] = ready;
  await render({ grid: grid(), smooth: 1 });
  await root.until(() => ready.length === 2);
  await world.settle();
  expect(root.scene.children).toEqual([ready[1].mesh]);
  expect(world.cloths).toEqual([ready[1].cloth]);
  expect(former.cloth.isRemoved).toBe(true);
  expect(ref.current).toBe(ready[1].cloth);
  expect(meshOf(root).geometry.getAttribute("position").count).toBe(81);
  await root.unmount();
});

test("a material is a prop or a child, and changes on the same mesh", async () => {
  const [red, blue] = [new MeshStandardMaterial(), new MeshBasicMaterial()];
  const { root, ready, render } = await mount({ grid: grid(), material: red });
  expect(meshOf(root).material).toBe(red);
  await render({ grid: grid(), material: blue });
  expect(meshOf(root).material).toBe(blue);
  await render({ grid: grid() }, e("primitive", { object: red, attach: "material" }));
  await root.until(() => ready.length === 2);
  expect(meshOf(root).material).toBe(red);
  await render({ grid: grid() });
  expect((meshOf(root).material as MeshStandardMaterial).color.getHex()).toBe(0xb03a3a); // the usual one
  await root.unmount();
});

test("children know their cloth", async () => {
  const { root, render } = await mount({ grid: grid() });
  let lowest = Number.POSITIVE_INFINITY;
  const Watch = (): ReactNode => {
    const cloth = useCloth();
    useFrame(() => {
      lowest = cloth.positions[1];
    });
    return null;
  };
  await render({ grid: grid() }, e(Watch));
  await root.frames(20);
  expect(lowest).toBeLessThan(0.9);
  await root.unmount();
});

test("it is attached to an object by ref, once that is there, and goes with it", async () => {
  const root = await createTestRoot();
  const target = createRef<Group>();
  const ref = createRef<WorldCloth>();
  const group = new Group();
  const tree = (isThere: boolean, fabric: "cotton" | "silk"): ReactNode =>
    e(
      Suspense,
      null,
      e(ClothWorld, {}, e(Cloth, { ref, grid: grid(), fabric, attachTo: { object: target, vertices: "top" } })),
      isThere && e("primitive", { object: group, ref: target }),
    );
  await root.render(tree(false, "cotton"));
  await root.frames(3);
  expect(ref.current ?? undefined).toBeUndefined();
  await root.render(tree(true, "cotton"));
  await root.frames(1);
  await root.until(() => (ref.current ?? undefined) !== undefined);
  const cloth = ref.current as WorldCloth;
  const advance = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      group.position.x += 0.01;
      await root.frames(1);
    }
  };
  await advance(30);
  expect(cloth.positions[0]).toBeCloseTo(-0.2, 1);
  await root.render(tree(true, "silk"));
  await advance(30);
  expect(ref.current).toBe(cloth);
  expect(cloth.positions[0]).toBeCloseTo(0.1, 1);
  expect(cloth.positions[1]).toBeCloseTo(1, 3);
  await root.unmount();
});

test("a geometry of three.js can be cloth", async () => {
  const geometry = new PlaneGeometry(1, 1, 4, 4);
  const { root, ready, render } = await mount({ mesh: geometry });
  expect(ready[0].cloth.vertexCount).toBe(25);
  await render({ mesh: geometry, fabric: "silk" });
  expect(ready.length).toBe(1);
  await render({ mesh: new PlaneGeometry(1, 1, 2, 2) });
  await root.until(() => ready.length === 2);
  expect(ready[1].cloth.vertexCount).toBe(9);
  await root.unmount();
});

test("in strict mode a cloth that comes and goes leaves nothing behind", async () => {
  const root = await createTestRoot();
  const ready: ThreeCloth[] = [];
  const tree = (isThere: boolean, key = 0): ReactNode =>
    e(
      StrictMode,
      null,
      e(
        Suspense,
        null,
        e(ClothWorld, {}, e(Cloth, { grid: grid(), onReady: (cloth) => ready.push(cloth) }), isThere && e(Cloth, { key, grid: grid() })),
      ),
    );
  await root.render(tree(false));
  await root.until(() => ready.length > 0);
  const { world } = ready[0];
  for (let n = 1; n <= 10; n++) {
    await root.render(tree(true, n));
    if (n % 2 === 0) await root.until(() => root.scene.children.length === 2);
    await root.frames(1);
    await root.render(tree(false));
  }
  await root.until(() => world.cloths.length === 1 && root.scene.children.length === 1);
  expect(ready.length).toBe(1);
  await root.unmount();
});

test.each<[string, object, RegExp]>([
  ["a misspelt prop", { grid: grid(), fabrik: "silk" }, /fabrik: got a field that does not exist; did you mean fabric\?/],
  ["a fabric that nobody knows", { grid: grid(), fabric: "coton" }, /fabric: got "coton".*cotton/],
  ["no shape", {}, /cloth: got/],
])("%s is told in one sentence", async (_name, props, sentence) => {
  const { root, errors } = await mount(props);
  expect(errors).toEqual([expect.stringMatching(sentence)]);
  await root.unmount();
});
