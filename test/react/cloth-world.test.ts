import { useFrame } from "@react-three/fiber";
import { createElement as e, type ReactNode, StrictMode, Suspense } from "react";
import { expect, test } from "vitest";
import type { World } from "../../src/index.ts";
import { Cloth, ClothWorld, useClothWorld } from "../../src/react/index.ts";
import { createTestRoot } from "./test-root.ts";

const GRID = { columns: 5, rows: 5, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] } as const;

/** Notes the worlds that it is in. */
function Probe({ seen }: { readonly seen: Set<World> }): ReactNode {
  seen.add(useClothWorld());
  return null;
}

function isDisposed(world: World): boolean {
  try {
    return world.isWorker && false;
  } catch {
    return true;
  }
}

const last = <T>(all: Iterable<T>): T => [...all].at(-1) as T;

test.each([false, true])("a world steps with the frames, and goes with its component; strict mode: %s", async (isStrict) => {
  const root = await createTestRoot();
  const seen = new Set<World>();
  const tree = e(ClothWorld, { gravity: [0, -1, 0] }, e(Probe, { seen }), e(Cloth, { grid: GRID }));
  await root.render(e(Suspense, null, isStrict ? e(StrictMode, null, tree) : tree));
  await root.until(() => root.scene.children.length === 1);
  expect(seen.size).toBe(1); // strict mode makes no second one
  const world = last(seen);
  expect(world.cloths.length).toBe(1);
  await root.frames(60);
  expect(world.time).toBeCloseTo(1, 1);
  expect(world.cloths[0].positions[1]).toBeLessThan(0.7);
  expect(root.drawn()).toBe(60);
  await root.unmount();
  expect(root.scene.children).toEqual([]);
  expect(isDisposed(world)).toBe(true);
});

test("a page shows what it has instead while the world is made", async () => {
  const root = await createTestRoot();
  const seen = new Set<World>();
  const shown: string[] = [];
  const Note = ({ text }: { text: string }): ReactNode => {
    if (shown.at(-1) !== text) shown.push(text);
    return null;
  };
  await root.render(
    e(Suspense, { fallback: e(Note, { text: "waiting" }) }, e(ClothWorld, {}, e(Probe, { seen }), e(Note, { text: "there" }))),
  );
  await root.until(() => seen.size > 0);
  expect(shown).toEqual(["waiting", "there"]);
  await root.unmount();
});

test("worlds of the same options are worlds of their own", async () => {
  const root = await createTestRoot();
  const sets = [new Set<World>(), new Set<World>(), new Set<World>()];
  const trees = sets.map((seen, key) => e(ClothWorld, { key }, e(Probe, { seen }), e(Cloth, { grid: GRID })));
  await root.render(e(Suspense, null, trees));
  await root.until(() => root.scene.children.length === 3);
  const worlds = sets.map(last);
  expect(new Set(worlds).size).toBe(3);
  expect(worlds.map(({ cloths }) => cloths.length)).toEqual([1, 1, 1]);
  expect(new Set(sets.flatMap((seen) => [...seen])).size).toBe(3); // no more were made
  await root.unmount();
  expect(worlds.every(isDisposed)).toBe(true);
});

test("settings change in the same world, other options make another one, and equal values change nothing", async () => {
  const root = await createTestRoot();
  const seen = new Set<World>();
  const tree = (props: object): ReactNode =>
    e(Suspense, null, e(ClothWorld, { collision: { self: true }, ...props } as never, e(Probe, { seen }), e(Cloth, { grid: GRID })));
  await root.render(tree({ gravity: [0, 0, 0] }));
  await root.until(() => root.scene.children.length === 1);
  const world = last(seen);
  const height = (): number => world.cloths[0].positions[1];
  await root.frames(10);
  expect(height()).toBe(1);
  await root.render(tree({ gravity: [0, -10, 0] }));
  await world.settle();
  await root.frames(10);
  const fallen = height();
  expect(fallen).toBeLessThan(0.95);
  await root.render(tree({ gravity: [0, -10, 0], loadMesh: () => new Uint8Array() }));
  await root.frames(1);
  expect(seen.size).toBe(1);
  expect(height()).toBeLessThan(fallen);
  await root.render(tree({ gravity: [0, -10, 0], timestep: 1 / 120 }));
  await root.until(() => seen.size === 2 && root.scene.children.length === 1 && last(seen).cloths.length === 1);
  expect(isDisposed(world)).toBe(true);
  expect(last(seen).timestep).toBe(1 / 120);
  await root.unmount();
  expect(isDisposed(last(seen))).toBe(true);
});

test("a pause holds it, and no frame takes more than maxSteps", async () => {
  const root = await createTestRoot();
  const seen = new Set<World>();
  const tree = (props: object): ReactNode => e(Suspense, null, e(ClothWorld, props, e(Probe, { seen })));
  await root.render(tree({ paused: true }));
  await root.until(() => seen.size > 0);
  await root.frames(5);
  expect(last(seen).time).toBe(0);
  await root.render(tree({ maxSteps: 2 }));
  root.state.advance(10);
  expect(last(seen).time).toBeCloseTo(2 / 60, 9);
  await root.unmount();
});

test("it steps after what others do in a frame, whenever they came, and leaves the drawing alone", async () => {
  const root = await createTestRoot();
  const seen = new Set<World>();
  const order: string[] = [];
  const Mixer = ({ name, priority }: { name: string; priority?: number }): ReactNode => {
    useFrame(() => void order.push(name), priority);
    return null;
  };
  const tree = (...late: ReactNode[]): ReactNode =>
    e(
      Suspense,
      null,
      e(ClothWorld, {}, e(Probe, { seen })),
      e(ClothWorld, { seed: 2 }, e(Probe, { seen })),
      e(Mixer, { name: "early" }),
      late,
    );
  await root.render(tree());
  await root.until(() => seen.size === 2);
  for (const world of seen) world.on("beforeUpdate", () => void order.push("world"));
  await root.render(tree(e(Mixer, { key: 1, name: "late" })));
  await root.frames(1); // they learn of it
  order.length = 0;
  await root.frames(2);
  expect(order).toEqual(["early", "late", "world", "world", "early", "late", "world", "world"]);
  expect(root.drawn()).toBe(3);
  await root.render(tree(e(Mixer, { key: 2, name: "drawer", priority: 1 })));
  order.length = 0;
  await root.frames(1);
  expect(order).toEqual(["early", "world", "world", "drawer"]);
  await root.unmount();
});

test("listeners hear of contacts and rest, through the functions of the last render", async () => {
  const root = await createTestRoot();
  const heard: string[] = [];
  const tree = (prefix: string, gravity: readonly number[]): ReactNode =>
    e(
      Suspense,
      null,
      e(
        ClothWorld,
        {
          gravity,
          colliders: [{ name: "floor", plane: {} }],
          onRest: ({ cloth }) => heard.push(`${prefix} ${cloth.name} rests`),
          onContact: ({ cloth, collider, isTouching }) =>
            heard.push(`${prefix} ${cloth.name} ${isTouching ? "touches" : "leaves"} ${collider.name}`),
        },
        e(Cloth, { name: "sheet", grid: { ...GRID, origin: [0, 0.05, 0] } }),
      ),
    );
  await root.render(tree("a", [0, -9.81, 0]));
  await root.until(() => root.scene.children.length === 1);
  await root.frames(30);
  expect(heard).toEqual(["a sheet touches floor"]);
  await root.render(tree("b", [0, -9.81, 0]));
  for (let n = 0; n < 100 && heard.length < 2; n++) await root.frames(10);
  expect(heard[1]).toBe("b sheet rests");
  await root.unmount();
});

test("a setting that is wrong is told to `onError`", async () => {
  const root = await createTestRoot();
  const errors: string[] = [];
  const onError = ({ error }: { error: Error }): void => void errors.push(error.message);
  const seen = new Set<World>();
  const tree = (props: object): ReactNode => e(Suspense, null, e(ClothWorld, { onError, ...props }, e(Probe, { seen })));
  await root.render(tree({}));
  await root.until(() => seen.size > 0);
  await root.render(tree({ gravity: "down" }));
  await root.until(() => errors.length > 0);
  expect(errors).toEqual([expect.stringMatching(/^gravity: got "down"; give/)]);
  await root.unmount();
});
