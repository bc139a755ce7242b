import "./touch.css";
import type { Command, Frame, SavedEdits } from "../commands.ts";
import { createUndo, type Undo } from "../page/undo.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";
import type { Studio } from "../studio.ts";
import { createBlow } from "./blow.ts";
import { createClickTool } from "./click-tool.ts";
import { createDrag } from "./drag.ts";
import { createOverlay } from "./overlay.ts";
import { createScissors } from "./scissors.ts";
import { createSight } from "./sight.ts";
import { createThings } from "./things.ts";
import { createThrowTool } from "./throw-tool.ts";
import type { ToolName } from "./tool.ts";
import { createToolbar, type Toolbar } from "./toolbar.ts";
import { createTouch } from "./touch.ts";

/** The tools, what they have done to the cloth, and the way back. */
export interface Workbench {
  readonly tool: ToolName;
  readonly undo: Undo;
  readonly shortcuts: Toolbar["shortcuts"];
  choose(name: ToolName): void;
  /** Once a frame of the page, and for every frame of the simulation. */
  frame(): void;
  setFrame(frame: Frame): void;
  /** The worker tells what is pinned and cut now. */
  setEdits(pinned: Uint32Array, edits: SavedEdits): void;
  readonly edits: SavedEdits;
  /** Lets go of the cloth without a word: the simulation went elsewhere. */
  dropHand(): void;
  /** For tests: the vertex held or −1, those pinned, whether somebody blows, and the middle of the ball [m]. */
  held(): number;
  pins(): number[];
  blowing(): boolean;
  ball(): [number, number, number] | undefined;
}

export interface WorkbenchActions {
  readonly studio: Studio;
  /** Size of what is on the stage [m]. */
  radius(): number;
  count(work: () => void): void;
  /** Another tool is chosen, or the cloth was edited. */
  chosen(): void;
  edited(): void;
}

/** A ball that was thrown stays for so long [s]. */
const BALL_SECONDS = 5;
const GRAVITY = [0, -9.81, 0] as const;

export function createWorkbench(
  canvas: HTMLCanvasElement,
  bar: HTMLElement,
  stage: Stage,
  cloth: ClothView,
  { studio, radius, count, chosen, edited }: WorkbenchActions,
): Workbench {
  const overlay = createOverlay(canvas);
  const sight = createSight(canvas, stage, cloth);
  const things = createThings(stage, cloth);
  const undo = createUndo(studio, () => toolbar.showHistory(undo.undoable, undo.redoable));
  let pinned = new Set<number>();
  let edits: SavedEdits = { pins: [], cuts: [] };
  let blows = false;
  let ball: Frame["ball"];
  const send = (command: Command): void => void studio.send(command);
  /** How much of the cloth there was when the hand took it; and what to tell whether it has torn. */
  let drawn = 0;
  let endPull: (isTorn: boolean) => void = () => {};
  const drag = createDrag(canvas, stage, sight, {
    grab(vertex, position) {
      endPull(false); // of a hand that was dropped
      drawn = cloth.positions.length;
      endPull = undo.begin("Tear", { type: "grab", vertex, position });
    },
    move: (vertex, position) => send({ type: "move", vertex, position }),
    release(vertex) {
      send({ type: "release", vertex });
      endPull(cloth.positions.length > drawn);
      endPull = () => {};
    },
  });
  const tools = {
    hand: drag,
    pin: createClickTool(sight, (vertex) => {
      const isPinned = pinned.has(vertex);
      undo.edit(isPinned ? "Unpin" : "Pin", { type: isPinned ? "unpin" : "pin", vertex });
    }),
    scissors: createScissors(sight, cloth, overlay, (edges) => undo.edit("Cut", { type: "cut", edges })),
    blow: createBlow(sight, overlay, measureStage, (jet) => {
      blows = jet !== undefined;
      send({ type: "blow", jet: jet ?? null });
    }),
    ball: createThrowTool(sight, measureStage, (thrown) => undo.edit("Ball", { type: "throw", ball: thrown, seconds: BALL_SECONDS })),
  };
  const touch = createTouch(canvas, stage, sight, tools, {
    count,
    hover: (vertex) => things.markPins(touch.tool === "pin" || pinned.has(vertex)),
  });
  const toolbar = createToolbar(bar, {
    choose,
    undo: () => void undo.undo(),
    redo: () => void undo.redo(),
  });

  function choose(name: ToolName): void {
    touch.choose(name);
    toolbar.show(name);
    things.markPins(name === "pin");
    if (name === "scissors" && studio.state.scene !== undefined) send({ type: "rehearse" });
    chosen();
  }

  /** Size [m] and gravity of the stage, and how many pixels a metre is at its middle. */
  function measureStage(): { radius: number; pixels: number; gravity: readonly [number, number, number] } {
    const { camera, controls } = stage;
    const distance = camera.position.distanceTo(controls.target);
    const pixels = canvas.clientHeight / (2 * distance * Math.tan((camera.fov * Math.PI) / 360));
    return { radius: radius(), pixels, gravity: studio.state.scene?.gravity ?? GRAVITY };
  }

  return {
    get tool() {
      return touch.tool;
    },
    undo,
    shortcuts: toolbar.shortcuts,
    choose,
    frame: touch.frame,
    setFrame(frame) {
      things.setFrame(frame);
      ball = frame.ball;
    },
    setEdits(vertices, all) {
      pinned = new Set(vertices);
      things.setPinned(vertices);
      edits = all;
      edited();
    },
    get edits() {
      return edits;
    },
    dropHand() {
      drag.drop();
      touch.cancel();
    },
    held: drag.vertex,
    pins: () => [...pinned],
    blowing: () => blows,
    ball: () => (ball === undefined ? undefined : [ball[0], ball[1], ball[2]]),
  };
}
