import type { VertexPair } from "../commands.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import { cutPath, findCrossings } from "./cut-path.ts";
import type { Overlay } from "./overlay.ts";
import type { Sight } from "./sight.ts";
import type { Tool } from "./tool.ts";

/** Points of a stroke lie at least so far apart [CSS px]. */
const SPACING = 3;

/** A stroke over the picture cuts what it crosses as the pointer is lifted, of several layers the foremost. */
export function createScissors(sight: Sight, cloth: ClothView, overlay: Overlay, cut: (edges: readonly VertexPair[]) => void): Tool {
  let stroke: [number, number][] = [];

  function extend({ offsetX: x, offsetY: y }: PointerEvent): void {
    const [lastX, lastY] = stroke.at(-1) ?? [Number.POSITIVE_INFINITY, 0];
    if (Math.hypot(x - lastX, y - lastY) < SPACING) return;
    stroke.push([x, y]);
    overlay.showStroke(stroke);
  }

  function end(): [number, number][] {
    const drawn = stroke;
    stroke = [];
    overlay.showStroke(stroke);
    return drawn;
  }

  return {
    press(event) {
      extend(event);
      return true;
    },
    move(event) {
      for (const one of event.getCoalescedEvents?.() ?? []) if (one.target === event.target) extend(one);
      extend(event);
    },
    lift(event) {
      extend(event);
      const drawn = end();
      const { positions, triangles } = cloth;
      const edges = cutPath(findCrossings(positions, triangles, sight.view(), drawn, sight.screen()), triangles);
      if (edges.length > 0) cut(edges);
    },
    cancel: end,
  };
}
