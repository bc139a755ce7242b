import type { BodySurface, ColliderSpec } from "drape";
import { BufferAttribute, type BufferGeometry, EdgesGeometry, GridHelper, Group, LineSegments } from "three";
import { geometriesOf, placeBodies } from "../stage/body-view.ts";
import { lineMaterial } from "./overlays.ts";

/** The bodies as the cloth meets them, in lines: larger than they are drawn by their half of the gap, which is half their thickness. Bones of figures too. */
export interface ColliderLines {
  readonly object: Group;
  setColliders(colliders: readonly ColliderSpec[], surfaces: readonly (BodySurface | null | undefined)[], radius: number): void;
  setPoses(poses: Float32Array): void;
  setVisible(visible: boolean): void;
  /** Lines drawn. */
  count(): number;
}

/** Where two faces meet at less than this angle [°] no line is drawn. */
const FLAT = 1;
const PLANE_CELLS = 20;

export function createColliderLines(): ColliderLines {
  const object = new Group();
  const material = lineMaterial(0x2b6d8f, 0.5);
  object.visible = false;
  /** Bodies of the scene; their lines are made when they are first shown. */
  let waiting: (() => void) | undefined;
  let newest = new Float32Array(0);

  function fill(colliders: readonly ColliderSpec[], surfaces: readonly (BodySurface | null | undefined)[], radius: number): void {
    for (const [n, { shape, thickness }] of colliders.entries()) {
      const body = new Group();
      body.matrixAutoUpdate = false;
      for (const geometry of geometriesOf(shape, surfaces[n], radius)) {
        thicken(geometry, 0.5 * thickness);
        body.add(new LineSegments(new EdgesGeometry(geometry, FLAT), material));
        geometry.dispose();
      }
      // a level plane is the stage's own floor
      if (shape.kind === "plane" && body.children.length === 0) {
        const grid = new GridHelper(4 * radius, PLANE_CELLS);
        grid.material = material;
        grid.position.set(shape.point[0], shape.point[1] + 0.5 * thickness, shape.point[2]);
        body.add(grid);
      }
      object.add(body);
    }
    placeBodies(object.children, newest);
  }

  function show(): void {
    waiting?.();
    waiting = undefined;
    placeBodies(object.children, newest);
  }

  return {
    object,
    setColliders(colliders, surfaces, radius) {
      for (const body of object.children) for (const part of body.children) (part as LineSegments).geometry.dispose();
      object.clear();
      waiting = () => fill(colliders, surfaces, radius);
      if (object.visible) show();
    },
    setPoses(poses) {
      newest = new Float32Array(poses);
      if (object.visible) placeBodies(object.children, newest);
    },
    setVisible(visible) {
      object.visible = visible;
      if (visible) show();
    },
    count() {
      if (!object.visible) return 0;
      let points = 0;
      object.traverse((part) => {
        if (part instanceof LineSegments) points += part.geometry.getAttribute("position").count;
      });
      return points / 2;
    },
  };
}

/** Moves every vertex outwards. */
function thicken(geometry: BufferGeometry, thickness: number): void {
  const position = geometry.getAttribute("position");
  const normal = geometry.getAttribute("normal");
  if (normal === undefined) return;
  const moved = Float32Array.from(position.array, (x, c) => x + thickness * normal.array[c]);
  geometry.setAttribute("position", new BufferAttribute(moved, 3));
}
