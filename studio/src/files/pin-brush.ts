import { BufferAttribute, BufferGeometry, Matrix4, Points, PointsMaterial } from "three";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";

/** Paints the pins of a cloth on the screen, before it starts: whatever lies under the brush is held, or with the eraser free. */
export interface PinBrush {
  readonly active: boolean;
  /** Begins with these vertices held. */
  begin(held: Iterable<number>): void;
  /** Ends, and tells which vertices are held. */
  end(): number[];
}

/** What the person has chosen beside the brush. */
export interface BrushSettings {
  /** [CSS px] */
  radius(): number;
  isErasing(): boolean;
  /** Called when other vertices are held. */
  changed(count: number): void;
}

export function createPinBrush(canvas: HTMLCanvasElement, stage: Stage, cloth: ClothView, settings: BrushSettings): PinBrush {
  const held = new Set<number>();
  const matrix = new Matrix4();
  const material = new PointsMaterial({ color: 0xd0342c, size: 8, sizeAttenuation: false, depthTest: false });
  const marks = new Points(new BufferGeometry(), material);
  marks.frustumCulled = false;
  marks.renderOrder = 3;
  marks.visible = false;
  stage.scene.add(marks);
  let active = false;
  let painting = -1;

  /** At the cloth's own positions, which they follow. */
  function showMarks(): void {
    marks.geometry.deleteAttribute("position"); // it is the cloth's, and stays
    marks.geometry.dispose();
    marks.geometry = new BufferGeometry();
    marks.geometry.setAttribute("position", cloth.object.geometry.getAttribute("position"));
    marks.geometry.setIndex(new BufferAttribute(Uint32Array.from(held), 1));
    settings.changed(held.size);
    stage.invalidate();
  }

  function paint(event: PointerEvent): void {
    matrix.multiplyMatrices(stage.camera.projectionMatrix, stage.camera.matrixWorldInverse);
    const { clientWidth, clientHeight } = canvas;
    const view = { matrix: matrix.elements, width: clientWidth, height: clientHeight };
    const box = canvas.getBoundingClientRect();
    const under = findUnder(cloth.positions, view, event.clientX - box.left, event.clientY - box.top, settings.radius());
    for (const vertex of under) {
      if (settings.isErasing()) held.delete(vertex);
      else held.add(vertex);
    }
    showMarks();
  }

  /** Before the canvas, so that neither the hand nor the camera takes the pointer. */
  function take(event: PointerEvent): void {
    if (!active || event.target !== canvas) return;
    if (event.type === "pointerdown" && event.button === 0 && painting < 0) painting = event.pointerId;
    if (event.pointerId === painting) {
      event.stopPropagation();
      if (event.type === "pointerup" || event.type === "pointercancel") painting = -1;
      else paint(event);
    }
  }
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) {
    window.addEventListener(type, take, { capture: true });
  }

  return {
    get active() {
      return active;
    },
    begin(vertices) {
      active = true;
      held.clear();
      for (const vertex of vertices) held.add(vertex);
      marks.visible = true;
      canvas.dataset.hand = "brush";
      showMarks();
    },
    end() {
      active = false;
      painting = -1;
      marks.visible = false;
      delete canvas.dataset.hand;
      stage.invalidate();
      return [...held].sort((a, b) => a - b);
    },
  };
}

/** The vertices within `radius` of a point of the canvas [CSS px]; `matrix` is projection × view, column by column. */
export function findUnder(
  positions: Float32Array,
  { matrix: m, width, height }: { matrix: ArrayLike<number>; width: number; height: number },
  x: number,
  y: number,
  radius: number,
): number[] {
  const found: number[] = [];
  for (let i = 0; 3 * i < positions.length; i++) {
    const [px, py, pz] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    const w = m[3] * px + m[7] * py + m[11] * pz + m[15];
    if (!(w > 0)) continue;
    const sx = (0.5 + (0.5 * (m[0] * px + m[4] * py + m[8] * pz + m[12])) / w) * width;
    const sy = (0.5 - (0.5 * (m[1] * px + m[5] * py + m[9] * pz + m[13])) / w) * height;
    if ((sx - x) * (sx - x) + (sy - y) * (sy - y) <= radius * radius) found.push(i);
  }
  return found;
}
