import { Mesh, MeshBasicMaterial, Plane, Ray, SphereGeometry, Vector3 } from "three";
import type { Point } from "../commands.ts";
import type { Stage } from "../stage/stage.ts";
import type { Sight } from "./sight.ts";
import type { Tool } from "./tool.ts";

/** The hand: pressed over the cloth, a pointer holds the nearest vertex and pulls it along. */
export interface Drag extends Tool {
  /** The vertex held, or −1. */
  vertex(): number;
  /** Lets go without telling anyone: the simulation was replaced. */
  drop(): void;
}

export interface DragActions {
  grab(vertex: number, position: Point): void;
  move(vertex: number, position: Point): void;
  release(vertex: number): void;
}

export function createDrag(canvas: HTMLCanvasElement, stage: Stage, sight: Sight, actions: DragActions): Drag {
  const { camera } = stage;
  const plane = new Plane();
  const target = new Vector3();
  const marker = new Mesh(new SphereGeometry(1, 20, 12), new MeshBasicMaterial({ color: 0x2f6fb2, depthTest: false }));
  marker.visible = false;
  marker.renderOrder = 2;
  stage.scene.add(marker);
  let vertex = -1;
  let moved = false;

  /** Moves `target` to where the pointer's ray meets the plane through the vertex, parallel to the picture. */
  function aim(event: PointerEvent): void {
    const { origin, direction } = sight.ray(event);
    new Ray(origin, direction).intersectPlane(plane, target);
    marker.position.copy(target);
    marker.scale.setScalar(0.006 * camera.position.distanceTo(target));
    stage.invalidate();
  }

  function drop(): void {
    vertex = -1;
    moved = false;
    marker.visible = false;
    delete canvas.dataset.hand;
    stage.invalidate();
  }

  function letGo(): void {
    const held = vertex;
    drop();
    if (held >= 0) actions.release(held);
  }

  return {
    vertex: () => vertex,
    press(event) {
      const picked = sight.vertex(event);
      if (picked < 0) return false;
      vertex = picked;
      canvas.dataset.hand = "holding";
      target.set(...sight.place(vertex));
      plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), target);
      aim(event);
      marker.visible = true;
      actions.grab(vertex, target.toArray());
      return true;
    },
    move(event) {
      if (vertex < 0) return;
      aim(event);
      moved = true;
    },
    lift: letGo,
    cancel: letGo,
    frame() {
      if (!moved) return;
      moved = false;
      actions.move(vertex, target.toArray());
    },
    drop,
  };
}
