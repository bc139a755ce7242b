import { Matrix4, Raycaster, Vector2, Vector3 } from "three";
import type { Point } from "../commands.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";
import { type PickView, pickVertex } from "./pick.ts";

/** What a pointer on the canvas points at. */
export interface Sight {
  /** The vertex under the pointer, or near it; −1 when there is none. */
  vertex(event: PointerEvent): number;
  /** The ray from the camera through the pointer, its direction of length 1. */
  ray(event: PointerEvent): { origin: Vector3; direction: Vector3 };
  place(vertex: number): Point;
  view(): PickView;
  /** Scratch of three numbers a vertex. */
  screen(): Float32Array;
}

/** How near to the cloth a pointer may miss it [CSS px]. */
const MOUSE_RADIUS = 10;
const TOUCH_RADIUS = 26;

export function createSight(canvas: HTMLCanvasElement, { camera }: Stage, cloth: ClothView): Sight {
  const raycaster = new Raycaster();
  const pointer = new Vector2();
  const matrix = new Matrix4();
  let scratch = new Float32Array(0);

  function view(): PickView {
    matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return { matrix: matrix.elements, width: canvas.clientWidth, height: canvas.clientHeight };
  }

  function screen(): Float32Array {
    if (scratch.length !== cloth.positions.length) scratch = new Float32Array(cloth.positions.length);
    return scratch;
  }

  return {
    vertex(event) {
      if (!cloth.object.visible) return -1;
      const radius = event.pointerType === "mouse" ? MOUSE_RADIUS : TOUCH_RADIUS;
      return pickVertex(cloth.positions, cloth.triangles, view(), event.offsetX, event.offsetY, radius, screen());
    },
    ray(event) {
      pointer.set((2 * event.offsetX) / canvas.clientWidth - 1, 1 - (2 * event.offsetY) / canvas.clientHeight);
      raycaster.setFromCamera(pointer, camera);
      const { origin, direction } = raycaster.ray;
      return { origin: origin.clone(), direction: direction.clone() };
    },
    place: (vertex) => new Vector3().fromArray(cloth.positions, 3 * vertex).toArray(),
    view,
    screen,
  };
}
