import { createRef, createElement as e, type ReactNode, StrictMode, Suspense } from "react";
import { BoxGeometry, Group, Mesh, SphereGeometry } from "three";
import { expect, test } from "vitest";
import type { World, WorldCollider } from "../../src/index.ts";
import { Cloth, ClothCollider, type ClothColliderProps, ClothWorld } from "../../src/react/index.ts";
import type { ThreeBody, ThreeCloth } from "../../src/three/index.ts";
import { createTestRoot } from "./test-root.ts";

const GRID = { columns: 5, rows: 5, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] } as const;

/** A world with a cloth and what else is put into it. */
async function mount(...first: ReactNode[]) {
  const root = await createTestRoot();
  const ready: ThreeCloth[] = [];
  const errors: string[] = [];
  const render = (...children: ReactNode[]): Promise<void> => {
    const options = { onError: ({ error }: { error: Error }) => void errors.push(error.message) };
    const cloth = e(Cloth, { key: "cloth", grid: GRID, onReady: (one) => ready.push(one) });
    return root.render(e(StrictMode, null, e(Suspense, null, e(ClothWorld, options, cloth, ...children))));
  };
  await render(...first);
  await root.until(() => ready.length > 0);
  return { root, render, errors, world: ready[0].world as World };
}

const kinds = ({ colliders }: World): string[] => colliders.map(({ kind }) => kind).sort();

test("bodies are props, change by value, and go with their components", async () => {
  const ref = createRef<WorldCollider>();
  const body = (radius: number): ReactNode => e(ClothCollider, { key: 1, ref, name: "ball", sphere: { center: [0, 0, 0], radius } });
  const floor = e(ClothCollider, { key: 2, plane: {}, friction: 0.5 });
  const { root, render, world, errors } = await mount(body(0.5), floor);
  await root.until(() => world.colliders.length === 2);
  expect(kinds(world)).toEqual(["plane", "sphere"]);
  const ball = ref.current as WorldCollider;
  expect(ball.name).toBe("ball");
  await render(body(0.5), floor);
  await render(body(0.6), floor);
  await world.settle();
  expect(ref.current).toBe(ball);
  expect(ball.isRemoved).toBe(false);
  await root.frames(60);
  const [x, y, z] = world.cloths[0].positions.subarray(36, 39); // the middle lies on the larger ball
  expect(Math.hypot(x, y, z)).toBeGreaterThan(0.58);
  await render(floor);
  await root.until(() => world.colliders.length === 1);
  expect(ball.isRemoved).toBe(true);
  expect(errors).toEqual([]);
  await root.unmount();
});

test("a body takes the place of another of the same name", async () => {
  const body = (key: number): ReactNode => e(ClothCollider, { key, name: "floor", plane: {} });
  const { root, render, world, errors } = await mount(body(1));
  await root.until(() => world.colliders.length === 1);
  const [former] = world.colliders;
  await render(body(2));
  await root.until(() => former.isRemoved && world.colliders.length === 1);
  expect(errors).toEqual([]);
  await root.unmount();
});

test("one that is wrong is told by itself, and the others are there", async () => {
  const { root, render, world, errors } = await mount();
  await render(e(ClothCollider, { key: 1, sphere: { center: [0, 0, 0], radius: -1 } }), e(ClothCollider, { key: 2, plane: {} }));
  await root.until(() => world.colliders.length === 1 && errors.length > 0);
  expect(kinds(world)).toEqual(["plane"]);
  expect(new Set(errors)).toEqual(new Set([expect.stringMatching(/^collider\.sphere\.radius: got -1/)]));
  await root.unmount();
});

test("bodies follow the children, also those that come and go", async () => {
  const ref = createRef<ThreeBody>();
  const [ball, box] = [new Mesh(new SphereGeometry(0.3)), new Mesh(new BoxGeometry())];
  const tree = (...meshes: Mesh[]): ReactNode =>
    e(
      ClothCollider,
      { key: 1, ref, friction: 0.3 } as ClothColliderProps,
      meshes.map((object) => e("primitive", { key: object.id, object })),
    );
  const { root, render, world, errors } = await mount(tree(ball));
  await root.until(() => world.colliders.length === 1);
  expect(kinds(world)).toEqual(["sphere"]);
  for (let n = 0; n < 5; n++) {
    ball.position.y -= 0.1;
    await root.frames(1);
  }
  await root.frames(2);
  expect(world.colliders[0].matrix[13]).toBeCloseTo(-0.5, 6);
  await render(tree(ball, box));
  await root.frames(1);
  await root.until(() => world.colliders.length === 2);
  expect(kinds(world)).toEqual(["box", "sphere"]);
  await root.until(() => ref.current?.colliders.length === 2);
  await render(tree());
  await root.frames(1);
  await root.until(() => world.colliders.length === 0);
  expect(errors).toEqual([]);
  await root.unmount();
});

test("bodies follow an object by ref, and another one when that is given", async () => {
  const ref = createRef<Group>();
  const [one, other] = [new Group().add(new Mesh(new SphereGeometry())), new Group().add(new Mesh(new BoxGeometry()))];
  const tree = (object: ClothColliderProps["object"]): ReactNode[] => [
    e("primitive", { key: 1, object: one, ref }),
    e(ClothCollider, { key: 2, object } as ClothColliderProps),
  ];
  const { root, render, world } = await mount(...tree(ref));
  await root.until(() => world.colliders.length === 1);
  expect(kinds(world)).toEqual(["sphere"]);
  await render(...tree(other));
  await root.frames(1);
  await root.until(() => kinds(world).join() === "box");
  await render(...tree(undefined));
  await root.frames(1);
  await root.until(() => world.colliders.length === 0);
  await root.unmount();
});
