import { createElement as e, StrictMode, Suspense } from "react";
import { PerspectiveCamera } from "three";
import { expect, test } from "vitest";
import { Cloth, ClothDragging, ClothWorld } from "../../src/react/index.ts";
import type { ThreeCloth } from "../../src/three/index.ts";
import { createTestRoot } from "./test-root.ts";

test("cloth is dragged through the canvas, controls rest meanwhile, and nothing stays when it is unmounted", async () => {
  const camera = new PerspectiveCamera(90, 1);
  camera.position.z = 1;
  const root = await createTestRoot({ camera });
  const ready: ThreeCloth[] = [];
  const grid = { columns: 5, rows: 5, width: 1, height: 1, origin: [-0.5, 0.5, 0] };
  const cloth = e(Cloth, { grid, pins: ["top"], onReady: (one) => ready.push(one) });
  const tree = (isThere: boolean) =>
    e(StrictMode, null, e(Suspense, null, e(ClothWorld, { gravity: [0, 0, 0] }, cloth, isThere && e(ClothDragging))));
  await root.render(tree(true));
  await root.until(() => ready.length > 0);
  const controls = { enabled: true };
  root.state.set({ controls: controls as never });
  await root.frames(1);
  const point = (type: string, clientX: number, clientY: number): void => {
    const event = Object.assign(new Event(type), { clientX, clientY, button: 0, buttons: 1, pointerId: 1, pointerType: "mouse" });
    root.state.gl.domElement.dispatchEvent(event);
  };
  point("pointerdown", 50, 60);
  expect(controls.enabled).toBe(false);
  for (let n = 0; n < 30; n++) {
    point("pointermove", 60, 60);
    await root.frames(1);
  }
  expect(ready[0].cloth.positions[3 * 17]).toBeGreaterThan(0.05);
  point("pointerup", 60, 60);
  expect(controls.enabled).toBe(true);
  await root.render(tree(false));
  point("pointerdown", 50, 60);
  expect(controls.enabled).toBe(true);
  await root.unmount();
});
