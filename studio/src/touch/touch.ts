import { TOUCH } from "three";
import type { Stage } from "../stage/stage.ts";
import type { Sight } from "./sight.ts";
import type { Tool, ToolName } from "./tool.ts";

/** Hands the pointers on the canvas to the chosen tool, one at a time; what it does not take turns the view. */
export interface Touch {
  readonly tool: ToolName;
  choose(name: ToolName): void;
  /** Once a frame. */
  frame(): void;
  /** Gives up what was begun: the simulation went elsewhere. */
  cancel(): void;
}

export interface TouchActions {
  /** Wraps the work of a pointer event, so that its time is counted. */
  count(work: () => void): void;
  /** The vertex that the mouse is over without a button, or −1; once a frame. */
  hover(vertex: number): void;
}

export function createTouch(
  canvas: HTMLCanvasElement,
  { controls }: Stage,
  sight: Sight,
  tools: Readonly<Record<ToolName, Tool>>,
  actions: TouchActions,
): Touch {
  let chosen: ToolName = "hand";
  let pointerId = -1;
  let hoverAt: PointerEvent | undefined;
  controls.touches.TWO = TOUCH.DOLLY_ROTATE;
  canvas.dataset.tool = chosen;

  function begin(event: PointerEvent): void {
    if (pointerId >= 0) {
      cancel(); // a second finger: both turn the view
      return;
    }
    if (event.button !== 0 || !tools[chosen].press(event)) return;
    pointerId = event.pointerId;
    // The controls go on counting fingers, so that they know both when a second one comes.
    if (event.pointerType === "touch") controls.touches.ONE = null;
    else controls.enabled = false;
    canvas.setPointerCapture(pointerId);
  }

  function end(finish: (tool: Tool) => void): void {
    if (pointerId < 0) return;
    pointerId = -1;
    controls.enabled = true;
    controls.touches.ONE = TOUCH.ROTATE;
    finish(tools[chosen]);
  }

  const cancel = (): void => end((tool) => tool.cancel());
  const isOurs = (event: PointerEvent): boolean => pointerId >= 0 && event.pointerId === pointerId;

  // In the capture phase: the tool decides before the orbit controls see the pointer.
  canvas.addEventListener("pointerdown", (event) => actions.count(() => begin(event)), { capture: true });
  canvas.addEventListener("pointermove", (event) => {
    if (isOurs(event)) actions.count(() => tools[chosen].move(event));
    else if (event.pointerType === "mouse" && event.buttons === 0) hoverAt = event;
  });
  canvas.addEventListener("pointerup", (event) => {
    if (isOurs(event)) actions.count(() => end((tool) => tool.lift(event)));
  });
  for (const lost of ["pointercancel", "lostpointercapture"] as const) {
    canvas.addEventListener(lost, (event) => {
      if (isOurs(event)) cancel();
    });
  }
  window.addEventListener("blur", cancel);

  return {
    get tool() {
      return chosen;
    },
    choose(name) {
      cancel();
      chosen = name;
      canvas.dataset.tool = name;
      delete canvas.dataset.hand;
    },
    frame() {
      if (hoverAt !== undefined && pointerId < 0) {
        const vertex = sight.vertex(hoverAt);
        hoverAt = undefined;
        if (vertex >= 0) canvas.dataset.hand = "open";
        else delete canvas.dataset.hand;
        actions.hover(vertex);
      }
      tools[chosen].frame?.();
    },
    cancel,
  };
}
