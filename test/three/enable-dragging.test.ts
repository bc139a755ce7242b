import { Mesh, OrthographicCamera, PerspectiveCamera, PlaneGeometry } from "three";
import { expect, test } from "vitest";
import { createWorld, type World } from "../../src/index.ts";
import { createCloth, enableDragging } from "../../src/three/index.ts";

/** An element of 200 × 100 pixels that the page shows from (50, 20) to (450, 220), twice as large. */
class Canvas extends EventTarget {
  readonly style = { touchAction: "auto", cursor: "" };
  readonly captured = new Set<number>();
  readonly width = 200;
  readonly height = 100;
  getBoundingClientRect = () => ({ left: 50, top: 20, width: 400, height: 200 });
  setPointerCapture = (id: number) => this.captured.add(id);
  hasPointerCapture = (id: number) => this.captured.has(id);
  releasePointerCapture = (id: number) => {
    this.captured.delete(id);
    this.send("lostpointercapture", id);
  };
  /** At a place from −1 to 1. */
  send(type: string, pointerId: number, x = 0, y = 0, further: object = {}): void {
    const place = { clientX: 50 + 200 * (1 + x), clientY: 20 + 100 * (1 - y) };
    this.dispatchEvent(Object.assign(new Event(type), { pointerId, button: 0, buttons: 0, pointerType: "mouse", ...place, ...further }));
  }
}

/** A sheet of 2 × 2 m that hangs around the origin, in the plane z = 0. */
async function hang(): Promise<World> {
  const world = await createWorld({ gravity: [0, 0, 0] });
  await createCloth(world, { grid: { columns: 21, rows: 21, width: 2, height: 2, origin: [-1, 1, 0] } });
  return world;
}

function perspective(): PerspectiveCamera {
  const camera = new PerspectiveCamera(90, 2);
  camera.position.z = 2; // 8 × 4 m at the sheet
  return camera;
}

function orthographic(): OrthographicCamera {
  const camera = new OrthographicCamera(-4, 4, 2, -2, 0.1, 10);
  camera.position.z = 2;
  return camera;
}

test.each([
  ["perspective", perspective],
  ["orthographic", orthographic],
])("cloth follows the pointer in the plane of the hit under a camera that is %s, and controls rest", async (_name, createCamera) => {
  using world = await hang();
  const [cloth] = world.cloths;
  const domElement = new Canvas();
  const controls = { enabled: true };
  const { dispose } = enableDragging(world, { domElement } as never, createCamera(), { controls });
  expect(domElement.style.touchAction).toBe("none");
  domElement.send("pointerdown", 1, 0.125, 0.25); // at (0.5, 0.5) of the sheet
  expect(controls.enabled).toBe(false);
  expect([...domElement.captured]).toEqual([1]);
  expect(domElement.style.cursor).toBe("grabbing");
  const vertex = cloth.verticesNear([0.5, 0.5, 0], 0.01)[0];
  domElement.send("pointermove", 1, 0.25, 0.25);
  for (let n = 0; n < 90; n++) world.update(1 / 60);
  const held = cloth.positions.slice(3 * vertex, 3 * vertex + 3);
  expect(held[0]).toBeGreaterThan(0.9);
  expect(held[0]).toBeLessThan(1.1);
  expect(Math.abs(held[2])).toBeLessThan(0.02);
  domElement.send("pointerup", 1);
  expect(controls.enabled).toBe(true);
  expect(domElement.captured.size).toBe(0);
  dispose();
  expect(domElement.style).toEqual({ touchAction: "auto", cursor: "" });
  domElement.send("pointerdown", 1, 0.125, 0.25);
  expect(controls.enabled).toBe(true);
});

test("two fingers are two hands, and each lets go for itself", async () => {
  using world = await hang();
  const [cloth] = world.cloths;
  const domElement = new Canvas();
  const controls = { enabled: true };
  enableDragging(world, { domElement } as never, perspective(), { controls, frequency: 12 });
  const touch = { pointerType: "touch" };
  domElement.send("pointerdown", 1, -0.25, 0, touch);
  domElement.send("pointerdown", 2, 0.25, 0, touch);
  domElement.send("pointermove", 1, -0.25, 0.2, touch);
  domElement.send("pointermove", 2, 0.25, -0.2, touch);
  for (let n = 0; n < 60; n++) world.update(1 / 60);
  const [left, right] = [10 * 21, 10 * 21 + 20];
  expect(cloth.positions[3 * left + 1]).toBeGreaterThan(0.2);
  expect(cloth.positions[3 * right + 1]).toBeLessThan(-0.2);
  domElement.send("pointercancel", 1, 0, 0, touch);
  expect(controls.enabled).toBe(false);
  domElement.send("lostpointercapture", 2, 0, 0, touch);
  expect(controls.enabled).toBe(true);
});

test("beside the cloth, behind an occluder and with another button nothing is taken", async () => {
  using world = await hang();
  const domElement = new Canvas();
  const wall = new Mesh(new PlaneGeometry(0.5, 0.5));
  wall.position.z = 0.5;
  wall.updateMatrixWorld(true);
  enableDragging(world, { domElement } as never, perspective(), { occluders: [wall] });
  domElement.send("pointerdown", 1, 0.9, 0);
  domElement.send("pointerdown", 1, 0, 0);
  domElement.send("pointerdown", 1, 0.2, 0.4, { button: 2 });
  expect(domElement.captured.size).toBe(0);
  domElement.send("pointermove", 1, 0.2, 0.4);
  expect(domElement.style.cursor).toBe("grab");
  domElement.send("pointermove", 1, 0.9, 0);
  expect(domElement.style.cursor).toBe("grab"); // looked for once a frame
  world.update(1 / 60);
  domElement.send("pointermove", 1, 0.9, 0);
  expect(domElement.style.cursor).toBe("");
});

test("wrong arguments are refused in one sentence", async () => {
  using world = await createWorld();
  const renderer = { domElement: new Canvas() } as never;
  expect(() => enableDragging(world, {} as never, perspective())).toThrow("renderer: got an object");
  expect(() => enableDragging(world, renderer, {} as never)).toThrow("camera: got an object");
  expect(() => enableDragging(world, renderer, perspective(), { control: {} } as never)).toThrow("did you mean controls?");
});
