/// <reference lib="esnext.disposable" preserve="true" />
import { type Camera, type Object3D, Plane, Raycaster, Vector2, Vector3 } from "three";
import { disposable } from "../core/disposable.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readObject } from "../core/read.ts";
import { given } from "../scene/given.ts";
import type { DragOptions, Hand, Hit, World } from "../world/world.ts";
import { worldMatrix } from "./world-matrix.ts";

export interface DraggingOptions extends DragOptions {
  /** Controls of the camera, such as OrbitControls: at rest while cloth is dragged. */
  readonly controls?: { enabled: boolean } | undefined;
  /** Objects that hide cloth: what lies behind them cannot be taken. */
  readonly occluders?: readonly Object3D[] | undefined;
  /** Whether the cursor shows what can be taken. Default: true. */
  readonly cursor?: boolean | undefined;
}

/** A hand, and the plane in which it goes: through where it took hold, facing the camera. */
interface Grip {
  readonly hand: Hand;
  readonly plane: Plane;
}

/** Lets people drag cloth by mouse, pen and touch, each finger a hand of its own. `renderer` is any of three.js, or whatever has the element that is drawn on. */
export function enableDragging(
  world: World,
  renderer: { readonly domElement: HTMLElement },
  camera: Camera,
  options: DraggingOptions = {},
): Disposable & { dispose(): void } {
  const element = renderer?.domElement;
  if (typeof element?.addEventListener !== "function") {
    throw new InputError("renderer", describeValue(renderer), "give a renderer of three.js, or { domElement }");
  }
  if (camera?.isCamera !== true) throw new InputError("camera", describeValue(camera), "give a camera of three.js");
  readObject(options, "options", ["controls", "occluders", "cursor", "frequency", "maxStrain"]);
  const { controls, occluders = [], cursor = true, frequency, maxStrain } = options;
  const grips = new Map<number, Grip>();
  const raycaster = new Raycaster();
  const pointer = new Vector2();
  const point = new Vector3();
  let wereEnabled = false;
  let hasLooked = false;
  const { touchAction, cursor: formerCursor } = element.style;
  element.style.touchAction = "none"; // else the page scrolls under the finger

  function aim(event: PointerEvent): void {
    const { left, top, width, height } = element.getBoundingClientRect();
    pointer.set((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
    worldMatrix(camera);
    raycaster.setFromCamera(pointer, camera);
  }

  function pick(event: PointerEvent): Hit | undefined {
    aim(event);
    const { origin, direction } = raycaster.ray;
    const hit = world.pick({ origin: origin.toArray(), direction: direction.toArray() });
    if (hit === undefined || occluders.length === 0) return hit;
    const hidden = raycaster.intersectObjects([...occluders]).some(({ distance }) => distance < hit.distance);
    return hidden ? undefined : hit;
  }

  function show(name: string): void {
    if (cursor && element.style.cursor !== name) element.style.cursor = name;
  }

  function take(event: PointerEvent): void {
    if (event.button !== 0 || grips.has(event.pointerId)) return;
    const hit = pick(event);
    if (hit === undefined) return;
    const hand = world.drag(hit, given({ frequency, maxStrain }));
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      new Vector3().setFromMatrixColumn(camera.matrixWorld, 2),
      point.fromArray(hit.point),
    );
    if (grips.size === 0 && controls !== undefined) {
      wereEnabled = controls.enabled;
      controls.enabled = false;
    }
    grips.set(event.pointerId, { hand, plane });
    element.setPointerCapture(event.pointerId);
    show("grabbing");
  }

  function move(event: PointerEvent): void {
    const grip = grips.get(event.pointerId);
    if (grip === undefined) {
      hover(event);
      return;
    }
    aim(event);
    if (raycaster.ray.intersectPlane(grip.plane, point) !== null) grip.hand.moveTo(point.toArray());
  }

  /** At most once a frame. */
  function hover(event: PointerEvent): void {
    if (!cursor || hasLooked || grips.size > 0 || event.buttons !== 0 || event.pointerType === "touch") return;
    hasLooked = true;
    show(pick(event) === undefined ? formerCursor : "grab");
  }

  function letGo(event: PointerEvent): void {
    release(event.pointerId);
  }

  function release(id: number): void {
    const grip = grips.get(id);
    if (grip === undefined) return;
    grips.delete(id);
    grip.hand.release();
    if (element.hasPointerCapture(id)) element.releasePointerCapture(id);
    if (grips.size > 0) return;
    if (controls !== undefined) controls.enabled = wereEnabled;
    show(formerCursor);
  }

  // before controls hear of it
  const early = { capture: true };
  element.addEventListener("pointerdown", take, early);
  element.addEventListener("pointermove", move, early);
  const ends = ["pointerup", "pointercancel", "lostpointercapture"] as const;
  for (const end of ends) element.addEventListener(end, letGo, early);
  const endFrames = world.on("frame", () => {
    hasLooked = false;
  });

  return disposable({
    dispose() {
      for (const id of [...grips.keys()]) release(id);
      element.removeEventListener("pointerdown", take, early);
      element.removeEventListener("pointermove", move, early);
      for (const end of ends) element.removeEventListener(end, letGo, early);
      endFrames();
      element.style.touchAction = touchAction;
      element.style.cursor = formerCursor;
    },
  });
}
