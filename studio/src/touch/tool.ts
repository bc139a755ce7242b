/** What a pointer on the canvas does to the cloth. */
export const TOOL_NAMES = ["hand", "pin", "scissors", "blow", "ball"] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** One tool, given the pointer it has taken from press to lift. */
export interface Tool {
  /** True where it takes the pointer; else the pointer turns the view. */
  press(event: PointerEvent): boolean;
  move(event: PointerEvent): void;
  lift(event: PointerEvent): void;
  /** The pointer is needed for something else, or was lost: gives up what was begun. */
  cancel(): void;
  /** Once a frame: sends what has changed since the last. */
  frame?(): void;
}

/** How far a pointer may wander and still click [CSS px]. */
export const CLICK_SLACK = 8;
