import type { Sight } from "./sight.ts";
import { CLICK_SLACK, type Tool } from "./tool.ts";

/** A click on the cloth pins the vertex there; on a pin, it frees it. */
export function createPinTool(
  sight: Sight,
  isPinned: (vertex: number) => boolean,
  toggle: (vertex: number, pinned: boolean) => void,
): Tool {
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
      if (Math.hypot(event.offsetX - x, event.offsetY - y) <= CLICK_SLACK) toggle(vertex, !isPinned(vertex));
    },
    cancel() {
      pressed = undefined;
    },
  };
}
