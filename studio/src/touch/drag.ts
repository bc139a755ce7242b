import { Matrix4, Mesh, MeshBasicMaterial, Plane, Raycaster, SphereGeometry, Vector2, Vector3 } from "three";
import type { Point } from "../protocol.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";
import { pickVertex } from "./pick.ts";

/** Pulling the cloth by mouse, pen or finger: pressed over the cloth, a pointer holds the nearest vertex. */
export interface Drag {
  /** The vertex held, or −1. */
  vertex(): number;
  /** Where the vertex is pulled to, once a frame and only after the pointer moved. */
  takeMove(): Point | undefined;
  /** Lets go without telling anyone: the simulation was replaced. */
  drop(): void;
}

export interface DragActions {
  grab(vertex: number, position: Point): void;
  release(vertex: number): void;
  /** Wraps the work of a pointer event, so that its time is counted. */
  count(work: () => void): void;
}

/** How near to the cloth a pointer may miss it [CSS px]. */
const MOUSE_RADIUS = 10;
const TOUCH_RADIUS = 26;

export function createDrag(canvas: HTMLCanvasElement, stage: Stage, cloth: ClothView, actions: DragActions): Drag {
  const { camera, controls } = stage;
  const raycaster = new Raycaster();
  const plane = new Plane();
  const matrix = new Matrix4();
  const target = new Vector3();
  const pointer = new Vector2();
  const marker = new Mesh(new SphereGeometry(1, 20, 12), new MeshBasicMaterial({ color: 0x2f6fb2, depthTest: false }));
  marker.visible = false;
  marker.renderOrder = 2;
  stage.scene.add(marker);
  let screen = new Float32Array(0);
  let vertex = -1;
  let pointerId = -1;
  let moved = false;
  let hoverAt: PointerEvent | undefined;

  function pick(event: PointerEvent): number {
    if (!cloth.object.visible) return -1;
    if (screen.length !== cloth.positions.length) screen = new Float32Array(cloth.positions.length);
    matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const view = { matrix: matrix.elements, width: canvas.clientWidth, height: canvas.clientHeight };
    const radius = event.pointerType === "mouse" ? MOUSE_RADIUS : TOUCH_RADIUS;
    return pickVertex(cloth.positions, cloth.triangles, view, event.offsetX, event.offsetY, radius, screen);
  }

  /** Moves `target` to where the pointer's ray meets the plane through the vertex, parallel to the picture. */
  function aim(event: PointerEvent): void {
    pointer.set((2 * event.offsetX) / canvas.clientWidth - 1, 1 - (2 * event.offsetY) / canvas.clientHeight);
    raycaster.setFromCamera(pointer, camera);
    raycaster.ray.intersectPlane(plane, target);
    marker.position.copy(target);
    marker.scale.setScalar(0.006 * camera.position.distanceTo(target));
    stage.invalidate();
  }

  function begin(event: PointerEvent): void {
    if (vertex >= 0 || event.button !== 0) return;
    const picked = pick(event);
    if (picked < 0) return;
    vertex = picked;
    pointerId = event.pointerId;
    controls.enabled = false;
    canvas.setPointerCapture(pointerId);
    canvas.dataset.hand = "holding";
    target.fromArray(cloth.positions, 3 * vertex);
    plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), target);
    aim(event);
    marker.visible = true;
    actions.grab(vertex, target.toArray());
  }

  function end(event?: PointerEvent): void {
    if (vertex < 0 || (event !== undefined && event.pointerId !== pointerId)) return;
    const held = vertex;
    drop();
    actions.release(held);
  }

  function drop(): void {
    vertex = -1;
    moved = false;
    marker.visible = false;
    controls.enabled = true;
    delete canvas.dataset.hand;
    stage.invalidate();
  }

  // In the capture phase: the drag decides before the orbit controls see the pointer.
  canvas.addEventListener("pointerdown", (event) => actions.count(() => begin(event)), { capture: true });
  canvas.addEventListener("pointermove", (event) => {
    if (vertex >= 0 && event.pointerId === pointerId) {
      actions.count(() => aim(event));
      moved = true;
    } else if (event.pointerType === "mouse" && event.buttons === 0) {
      hoverAt = event;
    }
  });
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("lostpointercapture", end);
  window.addEventListener("blur", () => end());

  return {
    vertex: () => vertex,
    takeMove() {
      if (hoverAt !== undefined && vertex < 0) {
        if (pick(hoverAt) >= 0) canvas.dataset.hand = "open";
        else delete canvas.dataset.hand;
        hoverAt = undefined;
      }
      if (!moved) return undefined;
      moved = false;
      return target.toArray();
    },
    drop,
  };
}
