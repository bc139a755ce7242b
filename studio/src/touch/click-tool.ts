import type { Sight } from "./sight.ts";
import { CLICK_SLACK, type Tool } from "./tool.ts";

/** A tool for clicks: `click` gets the vertex under the pointer, unless that has moved before it was lifted. */
export function createClickTool(sight: Sight, click: (vertex: number, event: PointerEvent) => void): Tool {
  let pressed: { vertex: number; x: number; y: number } | undefined;
  return {
    press(event) {
      const vertex = sight.vertex(event);
      pressed = vertex < 0 ? undefined : { vertex, x: event.offsetX, y: event.offsetY };
      return vertex >= 0;
    },
    move() {},
    lift(event) {
      if (pressed === undefined) return;
      const { vertex, x, y } = pressed;
      pressed = undefined;
      if (Math.hypot(event.offsetX - x, event.offsetY - y) <= CLICK_SLACK) click(vertex, event);
    },
    cancel() {
      pressed = undefined;
    },
  };
}
